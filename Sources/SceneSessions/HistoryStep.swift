/// One step of a session's history: what `undo` takes back and `redo` makes again.
///
/// ```swift
/// session.history.map(\.name)  // ["set StarView pointCount=7", "remove #title"]
/// try session.undo()?.name     // "remove #title"
/// ```
public struct HistoryStep: Hashable, Sendable {
  /// Its place in the history, counted from 1; undone steps are counted on after those that are made.
  public var number: Int

  /// What was done, as `set StarView pointCount=7`. It may hold what a person typed: escape it for a terminal.
  public var name: String

  /// Whether it is taken back now, and so the next or a later one to redo.
  public var isUndone: Bool

  /// The session's version after it was made last; of edits that were merged, or are one transaction, after the last.
  public var version: Int

  /// The scene, a transaction or a scratch, in which its edits were made.
  public var origin: Origin

  /// The kinds of places in which the edits of a step were made.
  public enum Origin: String, Hashable, Sendable, CaseIterable {
    /// In the scene itself.
    case scene
    /// In the scene, as one transaction, which the step is named by.
    case transaction
    /// In a scratch, which the step is named by.
    case scratch
  }

  /// How many edits the step holds: those that were merged, or made in one transaction.
  public var edits: Int

  /// What components warn of while the step is undone or redone, a refused value among it; empty in
  /// ``SceneSession/history``.
  public var warnings: [Diagnostic] = []
}
