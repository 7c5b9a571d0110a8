internal import SceneDocument

/// A session's changes as an edit script with expectations of the original state.
///
/// ```swift
/// let patch = try session.patch()              // since the scene was read or saved last
/// EditScript.text(of: patch.steps)             // for a file
/// ```
///
/// Applied to a scene in the original state, the script reproduces the session's exact text; see ``isExact`` for the
/// exception. If anything that its steps affect differs, the whole patch is refused with a report of the difference.
public struct ScenePatch: Sendable {
  /// The steps, in order; empty if nothing changed.
  public let steps: [EditStep]

  /// True if the steps reproduce the session's text byte for byte. If false, they reproduce the same objects and values
  /// with different formatting: an undo past a saved state cannot always be expressed in steps.
  public let isExact: Bool

  /// The number of steps that change something.
  public var changes: Int { steps.count { $0.effect != .nothing } }
}

extension SceneSession {
  /// The session steps that a patch covers.
  public enum PatchRange: Hashable, Sendable {
    /// All unsaved changes.
    case unsaved
    /// The steps after the step with this number in the history; 0 for all.
    case since(Int)
    /// The step with this number.
    case step(Int)
  }

  /// Returns the changes of the steps in a range as a patch.
  ///
  /// The session's edits may have to be repeated on a copy of the scene, which takes as long as the original edits.
  ///
  /// - Throws: `history.end` if there is no such step, and `patch.member` or the error of the edit script if a change
  ///   cannot be expressed.
  public func patch(_ range: PatchRange = .unsaved) throws(Diagnostic) -> ScenePatch {
    try exclusively { () throws(Diagnostic) in
      switch range {
      case .unsaved:
        let made = steps.saved.flatMap { $0 <= steps.done.count ? steps.done[$0...].flatMap(\.made) : nil }
        return try patch(from: try fileDocument(), to: document.reader(), made: made)
      case .since(let number):
        guard (0...steps.done.count).contains(number) else { throw noStep(number) }
        return try patch(of: number..<steps.done.count)
      case .step(let number):
        guard number > 0, number <= steps.done.count else { throw noStep(number) }
        return try patch(of: number - 1..<number)
      }
    }
  }

  private func noStep(_ number: Int) -> Diagnostic {
    Diagnostic(SessionRefusal.noStep(number, count: steps.done.count))
  }

  private func patch(of range: Range<Int>) throws(Diagnostic) -> ScenePatch {
    let start = try startDocument()
    let first = try remade(start, steps.done[..<range.lowerBound].flatMap(\.made))
    let made = steps.done[range].flatMap(\.made)
    let last = range.upperBound == steps.done.count ? document.reader() : try remade(first, made)
    return try patch(from: first, to: last, made: made)
  }

  /// Returns the scene at the beginning of the history.
  private func startDocument() throws(Diagnostic) -> SceneDocument {
    try Diagnostic.wrapping { () throws(SceneError) in try document.document(of: state.startText) }
  }
}
