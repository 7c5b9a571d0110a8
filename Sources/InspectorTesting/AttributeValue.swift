public import InspectorKit

/// The value of an attribute as a test writes it. The value is converted to the type of the property.
///
/// An integer literal can be the value of an `Int` or a `Double`. A string literal can be the value of any type that
/// has a typed form: `"#FFCC00"` is a colour, `"10,20"` a point, `"100x50"` a size. `nil` stores `null`.
///
/// ```swift
/// let star = try ComponentUnderTest(StarView.self, ["starColor": "gold", "pointCount": 7, "shadowOffset": "2x3"])
/// ```
public struct AttributeValue: Sendable {
  enum Form: Sendable {
    case none
    case whole(Int)
    case typed(PropertyValue)
    case text(String)
  }

  let form: Form

  /// Wraps a value of one of the eight property types; nil stores `null`.
  public init(_ value: PropertyValue?) { form = value.map(Form.typed) ?? .none }

  /// Returns the value converted to the type of a property; nil for `null`.
  ///
  /// - Throws: an error if the value has a different type, or has a ``PropertyValue/problem``, such as a number that is
  ///   not finite.
  func value(as type: PropertyType, of name: String) throws(TestProblem) -> PropertyValue? {
    let found: PropertyValue
    switch form {
    case .none: return nil
    case .whole(let number): found = type == .double ? .double(Double(number)) : .int(number)
    case .typed(let value): found = value
    case .text(let text):
      guard type != .string, let value = try? PropertyValue(parsing: text, as: type) else {
        found = .string(text)
        break
      }
      found = value
    }
    guard found.type == type else { throw TestProblem("'\(name)' is \(type.phrase), and '\(found.text)' is not") }
    if let problem = found.problem { throw TestProblem("'\(name)': \(problem)") }
    return found
  }
}

extension AttributeValue: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByNilLiteral
{
  /// Creates a value for an `Int` or a `Double` property.
  public init(integerLiteral value: Int) { form = .whole(value) }

  /// Creates a value for a `Double` property.
  public init(floatLiteral value: Double) { form = .typed(.double(value)) }

  /// Creates a value for a `String` property, or for a property of any other type from its typed form.
  public init(stringLiteral value: String) { form = .text(value) }

  /// Creates a value for a `Bool` property.
  public init(booleanLiteral value: Bool) { form = .typed(.bool(value)) }

  /// Creates the value `null`, which unsets an optional property.
  public init(nilLiteral: ()) { form = .none }
}

/// The reason why a test cannot run: an unknown name, a value of the wrong type, or mistakes in declarations.
public struct TestProblem: Error, CustomStringConvertible {
  /// The error in one sentence; mistakes in declarations follow it, each on a line of its own.
  public let description: String

  init(_ description: String) { self.description = description }
}
