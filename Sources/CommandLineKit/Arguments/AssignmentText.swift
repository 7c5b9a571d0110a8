internal import JSONText

/// One change of one property as a person types it: `NAME op VALUE`.
///
/// ```swift
/// AssignmentText("Corner Radius=12")  // name "Corner Radius", operation .set, value "12"
/// AssignmentText("frame.x += 8")      // name "frame.x", operation .add, value "8"
/// AssignmentText("title=")            // the empty value
/// AssignmentText("StarView[a=5]")     // nil: a selector
/// ```
package struct AssignmentText: Hashable {
  /// The operator between the name and the value.
  package enum Operation: String, CaseIterable {
    case add = "+="
    case subtract = "-="
    case multiply = "*="
    case divide = "/="
    case set = "="
  }

  /// An identifier, a key path, a component or a label; in quotes it may hold any character.
  package var name: String
  package var operation: Operation

  /// The value as typed. Blanks before it are dropped where blanks stand before the operator too.
  package var value: String

  /// Parses an assignment; nil if the text is not one.
  package init?(_ text: String) {
    guard let equals = Self.nameEnd(text) else { return nil }
    var nameEnd = equals
    operation = .set
    if let compound = Operation.allCases.first(where: { text.utf8[..<equals].last == $0.rawValue.utf8.first }),
      compound != .set
    {
      operation = compound
      nameEnd = text.utf8.index(before: equals)
    }
    let typed = text[..<nameEnd]
    name = Self.unquoted(typed.trimmed)
    var rest = text.unicodeScalars[equals...].dropFirst()
    if typed.unicodeScalars.last?.properties.isWhitespace == true { rest = rest.drop(while: \.properties.isWhitespace) }
    value = String(Substring(rest))
    if name.isEmpty { return nil }
  }

  /// Returns the index of the `=` that ends the name; nil if the text before it cannot be a name.
  private static func nameEnd(_ text: String) -> String.Index? {
    var rest = text.unicodeScalars[...]
    let start = rest.drop(while: \.properties.isWhitespace)
    if let quote = start.first, quote == "\"" || quote == "'" {
      guard let close = start.dropFirst().firstIndex(of: quote) else { return nil }
      rest = rest[close...].dropFirst()
    }
    guard let equals = rest.firstIndex(of: "="), equals > text.startIndex else { return nil }
    var before = rest[..<equals]
    if let last = before.last, "+-*/".unicodeScalars.contains(last) { before = before.dropLast() }
    // Selectors and paths of files have one of these before their first `=`.
    return before.contains { "[]#/*<>!^$~,:\"'".unicodeScalars.contains($0) } ? nil : equals
  }

  private static func unquoted(_ name: String) -> String {
    let scalars = name.unicodeScalars
    guard scalars.count >= 2, let quote = scalars.first, quote == "\"" || quote == "'", scalars.last == quote else {
      return name
    }
    return String(Substring(scalars.dropFirst().dropLast()))
  }
}
