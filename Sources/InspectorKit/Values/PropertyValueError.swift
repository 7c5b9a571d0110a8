package import JSONText

/// The reason why typed text or a JSON value is not a value of a property type.
///
/// The cases contain the details, and `description` is a sentence with the found text and the expected form.
public enum PropertyValueError: Error, Hashable, Sendable, Refusal {
  /// A JSON value of the wrong kind.
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
  /// Text that begins with `#` but does not continue with exactly 3, 4, 6 or 8 hexadecimal digits.
  case hexColor(found: String)
  case unknownColor(name: String, suggestion: String?)
  /// A function such as `rgb()` that cannot be parsed or stored. The suggestion is a valid form with the same values;
  /// nil if there is none.
  case colorFunction(found: String, problem: ColorFunctionProblem, suggestion: String?)
  /// A whole number beyond 64 bits.
  case integerRange(found: String)
  /// A number that no finite Double can represent. `member` is the number's key in a JSON object; nil if the number is
  /// the whole value.
  case notFinite(PropertyType, member: String?, found: String)
  /// Typed text that does not have the form of the type.
  case unreadable(PropertyType, found: String, suggestion: String?)
  /// Typed text that begins with a quotation mark but is not a JSON string.
  case quotedString(found: String)

  /// The invalid member of a JSON object; nil if the whole value is invalid or a member is missing.
  package var member: String? {
    switch self {
    case .memberMismatch(_, let member, _), .unknownMember(_, let member, _), .duplicateMember(_, let member),
      .mixedColor(let member), .colorComponent(let member, _):
      member
    case .notFinite(_, let member, _): member
    default: nil
    }
  }

  /// True if the key of ``member`` is invalid rather than its value.
  package var isOfKey: Bool {
    switch self {
    case .unknownMember, .duplicateMember, .mixedColor: true
    default: false
    }
  }

  package var message: String { description }

  /// The stable code of a diagnostic: `type.mismatch`, or `value.color` for problems specific to colours.
  public var code: DiagnosticCode {
    switch self {
    case .hexColor, .unknownColor, .colorFunction, .colorComponent, .mixedColor: .valueColor
    default: .typeMismatch
    }
  }
}

/// A summary of the JSON value that was found, for an error message.
public enum FoundValue: Hashable, Sendable {
  case null
  case bool(Bool)
  /// The number as written.
  case number(String)
  /// The string's contents.
  case string(String)
  case array
  case object
}
