/// What objects are expected to be before an edit goes on.
public struct ObjectExpectation: Hashable, Sendable {
  /// The objects that the expectation is about.
  public var selector: Selector

  /// How many objects are meant; nil for at least one.
  public var count: Int?

  /// What is stored, as JSON: compared as values, so that `5` is `5.0` for a Double and `red` is `#F00`.
  public var stored: [Value] = []

  /// The names of properties that are not stored.
  public var absent: [String] = []

  /// What components answer.
  public var effective: [Value] = []

  /// The class of each object; nil where any is right.
  public var className: String?

  /// The id of the object that holds them.
  public var parent: Parent?

  /// The name that they have.
  public var objectName: Name?

  /// How many stand before them where they are held.
  public var index: Int?

  /// All that is stored, and nothing else.
  public var attributes: [Value]?

  /// The ids of all that they hold themselves, in order.
  public var children: [String]?

  /// An object's name, or that it has none.
  public enum Name: Hashable, Sendable {
    case none
    case text(String)
  }

  /// The value that a property is expected to have.
  public struct Value: Hashable, Sendable {
    /// The property: an identifier, a key path, a label or a component such as `frame.x`.
    public var name: String

    /// The value as JSON text.
    public var json: String

    /// The value of a property as JSON text.
    public init(_ name: String, _ json: String) {
      self.name = name
      self.json = json
    }
  }

  /// What holds an object: the scene, or the object with an id.
  public enum Parent: Hashable, Sendable {
    case scene
    case object(String)
  }

  /// An expectation that at least one object matches.
  public init(_ selector: Selector) { self.selector = selector }
}

/// What a colour of the palette is expected to be.
public struct ColorExpectation: Hashable, Sendable {
  /// The colour's name.
  public var name: String

  /// Its JSON text, compared as a colour; nil where there is to be none of the name.
  public var json: String?

  /// The colour that a name is expected to have, as JSON text; nil where the palette must not have the name.
  public init(_ name: String, _ json: String?) {
    self.name = name
    self.json = json
  }
}
