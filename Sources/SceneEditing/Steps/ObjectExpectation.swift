/// A condition on the state of objects that must be true for an edit to continue.
public struct ObjectExpectation: Hashable, Sendable {
  /// The selector of the objects to compare.
  public var selector: Selector

  /// The expected number of objects; nil for at least one.
  public var count: Int?

  /// The expected stored values as JSON. Values are compared, not texts: `5` equals `5.0` for a Double, and `red`
  /// equals `#F00` for a Color.
  public var stored: [Value] = []

  /// The names of properties that must not be stored; empty for none.
  public var absent: [String] = []

  /// The expected effective values of components.
  public var effective: [Value] = []

  /// The expected bindings, by the names of properties; a setting of nil means that the property is not bound.
  public var bindings: [Binding] = []

  /// The expected class of each object; nil for any class.
  public var className: String?

  /// The expected parent of each object; nil for any parent.
  public var parent: Parent?

  /// The expected name of each object; nil for any name.
  public var objectName: Name?

  /// The expected number of siblings before each object; nil for any number.
  public var index: Int?

  /// The complete list of expected stored attributes; nil if further attributes are allowed.
  public var attributes: [Value]?

  /// The expected ids of all direct children, in order; nil for any children.
  public var children: [String]?

  /// The name of an object, or the absence of a name.
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

    /// Creates an expected value from the name of a property and JSON text.
    public init(_ name: String, _ json: String) {
      self.name = name
      self.json = json
    }
  }

  /// The setting to which a property is expected to be bound.
  public struct Binding: Hashable, Sendable {
    /// The name of the property.
    public var property: String

    /// The key of the setting; nil if the property must not be bound.
    public var setting: String?

    /// Creates an expected binding.
    public init(_ property: String, _ setting: String?) {
      self.property = property
      self.setting = setting
    }
  }

  /// The parent of an object: the scene, or the object with an id.
  public enum Parent: Hashable, Sendable {
    case scene
    case object(String)
  }

  /// Creates an expectation that the selector matches at least one object.
  public init(_ selector: Selector) { self.selector = selector }
}

/// The expected state of a colour of the palette.
public struct ColorExpectation: Hashable, Sendable {
  /// The name of the colour in the palette.
  public var name: String

  /// The colour's JSON text, compared as a colour; nil if the palette must not have the name.
  public var json: String?

  /// Creates an expectation of a colour, given as JSON text; nil means that the palette must not have the name.
  public init(_ name: String, _ json: String?) {
    self.name = name
    self.json = json
  }
}
