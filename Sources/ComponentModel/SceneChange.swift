public import SceneDocument

/// A change of a scene, as observers receive it.
public struct SceneChange: Hashable, Sendable {
  /// What made a change.
  public enum Cause: String, Hashable, Sendable {
    case edit, undo, redo
    /// A step of a transaction that is rolled back.
    case rollback
  }

  /// What else than its attributes may change about an object.
  public enum Aspect: Hashable, Sendable {
    case place, id, className, name, constraints
  }

  /// The session's version after the change.
  public var version: Int

  /// What made the change.
  public var cause: Cause

  /// The name of the step that was made or taken back, as in ``HistoryStep/name``.
  public var name: String

  /// The objects whose attributes changed, by their numbers after the change.
  public var nodes: [Int]

  /// The names of the properties concerned.
  public var properties: Set<String>

  /// The names of the palette concerned; what uses them may look different, whether or not its attributes changed.
  public var colors: Set<String> = []

  /// The objects whose place, id, class, name or constraints changed, by their numbers after the change.
  public var structure: [Int: Set<Aspect>] = [:]

  /// Which number each object had and has; nil where numbers stay what they were. Who keeps numbers translates them, and so
  /// learns which objects are no more, and which are new.
  public var map: NodeMap?

  package init(
    version: Int, cause: Cause, name: String, nodes: [Int], properties: Set<String>, colors: Set<String> = [],
    structure: [Int: Set<Aspect>] = [:], map: NodeMap? = nil
  ) {
    self.version = version
    self.cause = cause
    self.name = name
    self.nodes = nodes
    self.properties = properties
    self.colors = colors
    self.structure = structure
    self.map = map
  }
}
