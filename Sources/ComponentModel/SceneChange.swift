public import SceneDocument

/// A description of a change of a scene, for observers.
public struct SceneChange: Hashable, Sendable {
  /// The operation that caused a change.
  public enum Cause: String, Hashable, Sendable {
    case edit, undo, redo
    /// The undo of a step because its transaction is rolled back.
    case rollback
  }

  /// An aspect of an object, other than its attributes, that may change.
  public enum Aspect: Hashable, Sendable {
    case place, id, className, name, constraints
  }

  /// The session's version after the change.
  public var version: Int

  /// The cause of the change.
  public var cause: Cause

  /// The name of the step that was made or undone, as in ``HistoryStep/name``.
  public var name: String

  /// The objects whose attributes changed, as indices after the change.
  public var nodes: [NodeIndex]

  /// The names of the changed properties.
  public var properties: Set<String>

  /// The names of the changed palette colours. Objects that use them may look different even without changed
  /// attributes.
  public var colors: Set<String> = []

  /// The aspects that changed, other than attributes, for each changed object. The keys are indices after the change.
  public var structure: [NodeIndex: Set<Aspect>] = [:]

  /// The map from the old to the new index of each object; nil if no index changed. An observer that stores indices
  /// must translate them with this map, which also shows the removed and the new objects.
  public var map: NodeMap?

  package init(
    version: Int, cause: Cause, name: String, nodes: [NodeIndex], properties: Set<String>, colors: Set<String> = [],
    structure: [NodeIndex: Set<Aspect>] = [:], map: NodeMap? = nil
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
