/// One operation of an edit on a property, applied to every selected object.
public struct Assignment: Hashable, Sendable {
  /// The operation of an assignment.
  public enum Operation: Hashable, Sendable {
    /// `=`: the value as typed.
    case set(String)
    /// The value as JSON text, in the form that scenes have it: `7`, `"#FC0"`, `{"x": 0, "y": 8}`; `null` unsets.
    case json(String)
    /// A value as JSON text that is written unchanged, whatever form the replaced value had.
    case exact(String)
    /// `+=`, `-=`, `*=`, `/=`: arithmetic on the effective value, with a number as typed.
    case add(String)
    case subtract(String)
    case multiply(String)
    case divide(String)
    /// Stores `null`.
    case unset
    /// Removes the key, so that the default holds.
    case reset
  }

  /// The property as the person named it: an identifier, a key path, a component such as `frame.x`, or a human label.
  public var name: String

  /// The operation on the property.
  public var operation: Operation

  /// True if it belongs to an edit script, so that refusals use the script's words.
  package var isInScript: Bool { script.isThere }

  private var script = Mark()

  /// A flag that does not affect an assignment's operation: equal assignments may differ in it.
  private struct Mark: Hashable {
    var isThere = false

    static func == (a: Mark, b: Mark) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
  }

  /// Creates an assignment to the property that a person named.
  public init(_ name: String, _ operation: Operation) {
    self.name = name
    self.operation = operation
  }

  /// Creates an assignment of an edit script.
  package init(inScript name: String, _ operation: Operation) {
    self.init(name, operation)
    script.isThere = true
  }
}

extension Assignment.Operation {
  /// True if the new value is computed from the present one.
  package var isRelative: Bool {
    switch self {
    case .add, .subtract, .multiply, .divide: true
    case .set, .json, .exact, .unset, .reset: false
    }
  }

  /// The word for the arithmetic in edit scripts; nil for other operations.
  var scriptWord: String? {
    switch self {
    case .add: "add"
    case .subtract: "subtract"
    case .multiply: "multiply"
    case .divide: "divide"
    case .set, .json, .exact, .unset, .reset: nil
    }
  }

  /// The sign and the operand of arithmetic; nil for other operations.
  package var arithmetic: (sign: String, operand: String)? {
    switch self {
    case .add(let text): ("+=", text)
    case .subtract(let text): ("-=", text)
    case .multiply(let text): ("*=", text)
    case .divide(let text): ("/=", text)
    case .set, .json, .exact, .unset, .reset: nil
    }
  }
}
