/// One operation of an edit on a property, applied to every selected object.
public struct Assignment: Hashable, Sendable {
  /// An operation with its operand.
  public enum Operation: Hashable, Sendable {
    /// `=`: the value as the user typed it.
    case set(String)
    /// The value as JSON text, in the form that scenes use: `7`, `"#FC0"`, `{"x": 0, "y": 8}`. The text `null` unsets
    /// the property.
    case json(String)
    /// The value as JSON text that is written unchanged, whatever form the replaced value had.
    case exact(String)
    /// `+=`, `-=`, `*=`, `/=`: arithmetic on the effective value. The text is the operand as the user typed it.
    case add(String)
    case subtract(String)
    case multiply(String)
    case divide(String)
    /// Stores `null`.
    case unset
    /// Removes the key, so that the default applies.
    case reset
  }

  /// The property as the user named it: by an identifier, a key path, a path of a number such as `frame.x`, or a
  /// label.
  public var name: String

  /// The operation on the property.
  public var operation: Operation

  /// True if the assignment belongs to an edit script. Messages then use the notation of scripts.
  package private(set) var isInScript = false

  /// Returns true if both assignments name the property in the same way and have the same operation.
  public static func == (first: Assignment, second: Assignment) -> Bool {
    (first.name, first.operation) == (second.name, second.operation)
  }

  /// Hashes the name and the operation.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(operation)
  }

  /// Creates an assignment to the property that the user named.
  public init(_ name: String, _ operation: Operation) {
    self.name = name
    self.operation = operation
  }

  /// Creates an assignment of an edit script.
  package init(inScript name: String, _ operation: Operation) {
    self.init(name, operation)
    isInScript = true
  }
}

extension Assignment.Operation {
  /// True if the new value is computed from the present one.
  package var isRelative: Bool { arithmetic != nil }

  /// The operator and the operand of arithmetic; nil for other operations.
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
