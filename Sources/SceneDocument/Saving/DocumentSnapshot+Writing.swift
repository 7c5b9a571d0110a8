import Glibc

extension DocumentSnapshot {
  /// Writes the text to a descriptor that is open already.
  package func write(toDescriptor descriptor: Int32) throws(SaveError) {
    do throws(SystemError) {
      try write(to: descriptor)
    } catch {
      throw SaveError(SaveRefusal.cannotWrite(errno: error.code), file: name)
    }
  }

  /// - Parameter isDurable: whether to make it durable on the way, where the descriptor is a file's.
  func write(
    to descriptor: Int32, isDurable: Bool = false, control: SaveControl = .none
  ) throws(SystemError) {
    let flush: ((Int32) -> Int32)? = isDurable ? { fdatasync($0) } : nil
    var writer = GatheredWriter(descriptor, flush: flush, isCancelled: control.isCancelled)
    try withPieces { (piece) throws(SystemError) in try writer.add(piece) }
    try writer.finish()
  }
}
