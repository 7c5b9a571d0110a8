/// A worker of a plugin that is held against the laws: a process, or code of this one.
package protocol ConformanceSubject: AnyObject {
  /// Ends the worker and starts a fresh one, which has described itself when this returns.
  func restart() throws(SubjectFailure)

  /// Sends a message and waits for one answer.
  func ask(_ message: [UInt8]) throws(SubjectFailure) -> [UInt8]
}

/// Why a worker gave no answer.
package struct SubjectFailure: Error {
  /// What happened to the worker.
  package enum Kind: Sendable {
    /// The worker ended.
    case ended
    /// The worker took too long, and was ended.
    case late
    /// The worker wrote bytes that are no message, and was ended.
    case garbage
    /// The worker sent an answer that does not fit the request.
    case malformed
    /// The person ended the check.
    case cancelled
  }

  package var kind: Kind

  /// What happened, a sentence.
  package var words: String

  package init(_ kind: Kind, _ words: String) {
    self.kind = kind
    self.words = words
  }

  /// The law that such an end breaks, where a component was built.
  var law: ConformanceLaw {
    switch kind {
    case .late: .time
    case .garbage, .malformed: .messages
    case .ended, .cancelled: .values
    }
  }
}
