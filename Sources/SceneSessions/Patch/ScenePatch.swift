internal import SceneDocument

/// What a session changed, as an edit script that expects what it was changed from.
///
/// ```swift
/// let patch = try session.patch()              // since the scene was read or saved last
/// try EditScript.text(of: patch.steps)         // for a file
/// ```
///
/// Made in a scene that is what this one was, it gives the very text of the session; in one where something that it
/// touches is another, it is refused as a whole and says what differs.
public struct ScenePatch: Sendable {
  /// The steps, in the order in which they are made; empty where nothing is changed.
  public let steps: [EditStep]

  /// Whether they give the session's text to the byte. Where not, they give the same objects and values, laid out in
  /// another way: what was undone after a saved state cannot always be expressed in steps.
  public let isExact: Bool

  /// How many of the steps change something.
  public var changes: Int { steps.count { $0.effect != .nothing } }

  init(steps: [EditStep], isExact: Bool) {
    (self.steps, self.isExact) = (steps, isExact)
  }
}

extension SceneSession {
  /// Which of a session's steps a patch is made of.
  public enum PatchRange: Hashable, Sendable {
    /// What is not saved.
    case unsaved
    /// The steps after the one of this number in the history; 0 for all.
    case since(Int)
    /// The step of this number.
    case step(Int)
  }

  /// Writes down what was changed.
  ///
  /// The session's edits are made again on a copy of the scene, so it takes as long as they did.
  ///
  /// - Throws: `history.end` where there is no such step, and `patch.member` or what the edit script would be refused for
  ///   where a change cannot be written down.
  public func patch(_ range: PatchRange = .unsaved) throws(EditError) -> ScenePatch {
    try lock.withLock { () throws(EditError) in
      switch range {
      case .unsaved:
        let made = steps.saved.flatMap { $0 <= steps.done.count ? steps.done[$0...].flatMap(\.made) : nil }
        return try PatchMaker(library, under: job).patch(from: try fileDocument(), to: document, made: made)
      case .since(let number):
        guard (0...steps.done.count).contains(number) else { throw noStep(number) }
        return try patch(of: number..<steps.done.count)
      case .step(let number):
        guard number > 0, number <= steps.done.count else { throw noStep(number) }
        return try patch(of: number - 1..<number)
      }
    }
  }

  private func noStep(_ number: Int) -> EditError {
    EditError(SessionRefusal.noStep(number, count: steps.done.count))
  }

  private func patch(of range: Range<Int>) throws(EditError) -> ScenePatch {
    let start = try startDocument()
    let maker = PatchMaker(library, under: job)
    let first = try maker.remade(start, steps.done[..<range.lowerBound].flatMap(\.made))
    let made = steps.done[range].flatMap(\.made)
    let last =
      range.upperBound == steps.done.count ? document : try maker.remade(first, made)
    return try maker.patch(from: first, to: last, made: made)
  }

  /// The scene as the history begins with it.
  private func startDocument() throws(EditError) -> SceneDocument {
    guard let startText else { return try fileDocument() }
    return try EditError.wrapping { () throws(SceneError) in try document.document(of: startText) }
  }
}
