public import SceneDocument

/// A saving that goes on in the background.
///
/// ```swift
/// let ticket = try session.saveInBackground { result in … }  // on a thread of its own
/// …                                                          // the session is edited on
/// try ticket.wait()                                          // the file is durable, or says why not
/// ```
public final class SaveTicket: Sendable {
  /// The file as it was named.
  public let file: String

  private let work: Background<Result<Void, SaveError>>

  init(file: String, _ work: @escaping @Sendable () -> Result<Void, SaveError>) {
    self.file = file
    self.work = Background(work)
  }

  /// The result of the saving; nil while it goes on.
  public var result: Result<Void, SaveError>? { work.valueIfDone }

  /// Waits until the file is written and durable.
  public func wait() throws(SaveError) { try work.value.get() }
}

extension SceneSession {
  /// Saves the scene as it is now, to where it was read or elsewhere, while it may be edited on.
  ///
  /// What is edited in the meantime is not in the file; the session is modified then. A saving that goes on already is
  /// waited for.
  ///
  /// - Parameter completion: is called on the saving's thread once the file is durable and the session knows.
  /// - Returns: a ticket that reports how the saving goes, and waits for it.
  /// - Throws: where there can be no such file; all other errors are reported at the end.
  @discardableResult public func saveInBackground(
    to path: String? = nil, options: SaveOptions = SaveOptions(),
    completion: @escaping @Sendable (Result<Void, SaveError>) -> Void = { _ in }
  ) throws(SaveError) -> SaveTicket {
    try whenSaved { () throws(SaveError) in
      let save = try SessionSave(self, to: path, options: options)
      let ticket = SaveTicket(file: save.job.name) {
        let outcome = save.result
        let result = self.lock.withLock { Result { () throws(SaveError) in try self.finish(save, outcome) } }
        completion(result)
        return result
      }
      saving = ticket
      return ticket
    }
  }

  /// Runs with the session to itself while no saving goes on. Not to be called with the session's lock, which a saving
  /// needs at its end.
  func whenSaved<R, E>(_ body: () throws(E) -> R) throws(E) -> R {
    while true {
      let ticket = lock.withLock { saving }
      try? ticket?.wait()
      // Another thread may have begun the next one.
      let result = try lock.withLock { () throws(E) -> R? in saving === ticket ? try body() : nil }
      if let result { return result }
    }
  }
}
