import Glibc

/// One saving of a document: all that is needed to write its text as it was when saving began, on any thread, while the
/// document is edited on.
package struct SaveJob: Sendable {
  package let snapshot: DocumentSnapshot

  /// The file as it was named.
  package let name: String
  private let target: String
  private let isNamed: Bool
  private let original: OriginalFile
  private let isEdited: Bool
  private let earlyCopy: EarlyCopy?

  /// What a file has become; nil where it is no file that can be told from others.
  package struct Outcome: Sendable {
    /// Whether it is the file that the document belongs to.
    package let isInPlace: Bool
    let identity: FileIdentity?
    let holdsOriginal: Bool
  }

  init(_ document: SceneDocument, path: String?) throws(SaveError) {
    let name = path ?? document.name
    guard !name.isEmpty, let target = AtomicFile.resolve(name) else { throw .cannotCreate(name, name, ELOOP) }
    self.name = name
    self.target = target
    isNamed = path != nil
    isEdited = document.isEdited
    snapshot = document.snapshot
    original = document.originalFile
    earlyCopy = document.earlyCopy
    document.earlyCopy = nil
  }

  /// Writes the file.
  ///
  /// - Parameter beforeReplacing: is called when the text is written and durable under another name, just before it takes
  ///   the place of what the scene was; what it throws ends the saving. Not called for another file.
  package func run(beforeReplacing: () throws(SaveError) -> Void = {}) throws(SaveError) -> Outcome {
    let replaced = FileIdentity.status(target)
    if let replaced {
      switch replaced.st_mode & S_IFMT {
      case S_IFREG: break
      case S_IFDIR: throw .isFolder(name)
      default:
        try writeStraight()
        return Outcome(isInPlace: false, identity: nil, holdsOriginal: false)
      }
    }
    let isInPlace = !isNamed || original.isFile(replaced)
    if isInPlace { try original.refuseOther(target, name, replaced) }
    if replaced != nil, access(target, W_OK) != 0, errno == EACCES { throw .isReadOnly(name) }

    var file = try written()
    if isInPlace {
      do throws(SaveError) {
        try file.sync()
        try beforeReplacing()
        // The file may have changed while ours was being written.
        try original.refuseOther(target, name, FileIdentity.status(target))
      } catch {
        _ = file.abandon(0)
        throw error
      }
    }
    let saved = try file.commit(replacing: replaced)
    return Outcome(isInPlace: isInPlace, identity: saved, holdsOriginal: !isEdited)
  }

  /// The new file with the text in it, not in its place yet.
  private func written() throws(SaveError) -> AtomicFile {
    if let file = earlyCopy?.take(for: snapshot, target: target) { return file }
    let file = try AtomicFile(name: name, target: target)
    do throws(SystemError) {
      try snapshot.write(to: file.descriptor)
    } catch {
      throw file.abandon(error.code)
    }
    return file
  }

  private func writeStraight() throws(SaveError) {
    let descriptor = open(target, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .cannotWrite(name, errno) }
    defer { close(descriptor) }
    do throws(SystemError) {
      try snapshot.write(to: descriptor)
    } catch {
      throw .cannotWrite(name, error.code)
    }
  }
}
