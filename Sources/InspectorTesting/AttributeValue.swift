public import InspectorKit

/// An attribute's value as written in a test; the property's type determines its meaning.
///
/// A whole number serves an `Int` and a `Double`, a text every type that can be written as one: `"#FFCC00"` is a
/// colour, `"10,20"` a point, `"100x50"` a size. `nil` is explicitly no value.
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

  /// Wraps a value of one of the eight types.
  public init(_ value: PropertyValue?) { form = value.map(Form.typed) ?? .none }

  /// Returns the value converted to the type of a property.
  ///
  /// - Throws: where the value is of a different type.
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
  /// Creates an `Int`, or a whole `Double`.
  public init(integerLiteral value: Int) { form = .whole(value) }

  /// Creates a `Double`.
  public init(floatLiteral value: Double) { form = .typed(.double(value)) }

  /// Creates a `String`, or a value of another type as people type it.
  public init(stringLiteral value: String) { form = .text(value) }

  /// Creates a `Bool`.
  public init(booleanLiteral value: Bool) { form = .typed(.bool(value)) }

  /// Creates explicitly no value, for optional properties.
  public init(nilLiteral: ()) { form = .none }
}

/// An error in a test that cannot be run: a name or a value that the component does not have, or wrong declarations.
public struct TestProblem: Error, CustomStringConvertible {
  /// The error in one sentence, or several lines.
  public let description: String

  init(_ description: String) { self.description = description }
}
