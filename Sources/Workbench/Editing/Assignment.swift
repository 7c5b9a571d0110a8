/// One thing that an edit does to a property of every object it meets.
public struct Assignment: Hashable, Sendable {
  /// What is done.
  public enum Operation: Hashable, Sendable {
    /// `=`: the value as typed.
    case set(String)
    /// The value as JSON text, in the form that scenes have it: `7`, `"#FC0"`, `{"x": 0, "y": 8}`; `null` unsets.
    case json(String)
    /// The same, written as it stands whatever form the value had that it replaces.
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
  public var operation: Operation

  public init(_ name: String, _ operation: Operation) {
    self.name = name
    self.operation = operation
  }
}

extension Assignment.Operation {
  /// Whether the new value is made from the present one.
  var isRelative: Bool {
    switch self {
    case .add, .subtract, .multiply, .divide: true
    case .set, .json, .exact, .unset, .reset: false
    }
  }

  /// The sign and the operand of arithmetic.
  var arithmetic: (sign: String, operand: String)? {
    switch self {
    case .add(let text): ("+=", text)
    case .subtract(let text): ("-=", text)
    case .multiply(let text): ("*=", text)
    case .divide(let text): ("/=", text)
    case .set, .json, .exact, .unset, .reset: nil
    }
  }
}
