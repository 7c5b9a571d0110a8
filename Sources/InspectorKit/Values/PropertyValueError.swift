package import JSONText

/// Why a text or a JSON value is not a value of a property type.
///
/// The cases hold facts; `description` is the sentence, which says what was found and what would be right.
public enum PropertyValueError: Error, Hashable, Sendable, Refusal {
  /// A JSON value of another kind.
  case mismatch(expected: PropertyType, found: FoundValue)
  /// A member of a JSON object, such as `x`, is not a number.
  case memberMismatch(PropertyType, member: String, found: FoundValue)
  case missingMember(PropertyType, member: String)
  case unknownMember(PropertyType, member: String, suggestion: String?)
  case duplicateMember(PropertyType, member: String)
  /// `white` together with `red`, `green` or `blue`.
  case mixedColor(member: String)
  /// A colour's component outside 0…1.
  case colorComponent(String, found: String)
  /// `#` with other than 3, 4, 6 or 8 hexadecimal digits.
  case hexColor(found: String)
  case unknownColor(name: String, suggestion: String?)
  /// A function such as `rgb()` that cannot be read; the suggestion has the same values.
  case colorFunction(found: String, problem: ColorFunctionProblem, suggestion: String?)
  /// A whole number beyond 64 bits.
  case integerRange(found: String)
  /// A number that no finite Double holds; `member` where it is part of a value.
  case notFinite(PropertyType, member: String?, found: String)
  /// What a person typed is not of the form of the type.
  case unreadable(PropertyType, found: String, suggestion: String?)
  /// A typed text that begins with a quotation mark, but is not a JSON string.
  case quotedString(found: String)

  /// The member of a JSON object that is wrong; nil where the value as a whole is.
  package var member: String? {
    switch self {
    case .memberMismatch(_, let member, _), .unknownMember(_, let member, _), .duplicateMember(_, let member),
      .mixedColor(let member), .colorComponent(let member, _):
      member
    case .notFinite(_, let member, _): member
    default: nil
    }
  }

  /// Whether the member's key is wrong, and not its value.
  package var isOfKey: Bool {
    switch self {
    case .unknownMember, .duplicateMember, .mixedColor: true
    default: false
    }
  }

  package var message: String { description }

  /// The stable code of a diagnostic: `type.mismatch`, or `value.color` for what concerns colours alone.
  public var code: DiagnosticCode {
    switch self {
    case .hexColor, .unknownColor, .colorFunction, .colorComponent, .mixedColor: .valueColor
    default: .typeMismatch
    }
  }
}

/// A JSON value that was found where another was expected.
public enum FoundValue: Hashable, Sendable {
  case null
  case bool(Bool)
  /// The number as it is written.
  case number(String)
  /// The string's contents.
  case string(String)
  case array
  case object
}
