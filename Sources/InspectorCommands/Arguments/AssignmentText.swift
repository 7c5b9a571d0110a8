/// One change of one property as a person types it: `NAME op VALUE`.
///
/// ```swift
/// AssignmentText("Corner Radius=12")  // name "Corner Radius", operation .set, value "12"
/// AssignmentText("frame.x += 8")      // name "frame.x", operation .add, value "8"
/// AssignmentText("title=")            // the empty value
/// AssignmentText("StarView[a=5]")     // nil: a selector
/// ```
struct AssignmentText: Hashable {
  /// What is done with the value.
  enum Operation: String, CaseIterable {
    case add = "+="
    case subtract = "-="
    case multiply = "*="
    case divide = "/="
    case set = "="
  }

  /// An identifier, a key path, a component or a label; in quotes it may hold any character.
  var name: String
  var operation: Operation

  /// As typed; the blanks before it are dropped where blanks stand before the operator too.
  var value: String

  /// Nil where the text is no assignment.
  init?(_ text: String) {
    guard let equals = Self.nameEnd(text) else { return nil }
    var nameEnd = equals
    operation = .set
    if let compound = Operation.allCases.first(where: { text[..<equals].hasSuffix($0.rawValue.dropLast()) }),
      compound != .set
    {
      operation = compound
      nameEnd = text.index(before: equals)
    }
    let typed = text[..<nameEnd]
    var trimmed = typed.drop(while: \.isWhitespace)
    while trimmed.last?.isWhitespace == true { trimmed.removeLast() }
    name = Self.unquoted(trimmed)
    var rest = text[text.index(after: equals)...]
    if typed.last?.isWhitespace == true { rest = rest.drop(while: \.isWhitespace) }
    value = String(rest)
    if name.isEmpty { return nil }
  }

  /// The place of the `=` that ends the name; nil where something stands before it that no name has.
  private static func nameEnd(_ text: String) -> String.Index? {
    var rest = text[...]
    let start = text.drop(while: \.isWhitespace)
    if let quote = start.first, quote == "\"" || quote == "'" {
      guard let close = start.dropFirst().firstIndex(of: quote) else { return nil }
      rest = text[text.index(after: close)...]
    }
    guard let equals = rest.firstIndex(of: "="), equals > text.startIndex else { return nil }
    var before = rest[..<equals]
    if let last = before.last, "+-*/".contains(last) { before = before.dropLast() }
    // Selectors and paths of files have one of these before their first `=`.
    return before.contains { "[]#/*<>!^$~,:\"'".contains($0) } ? nil : equals
  }

  private static func unquoted(_ name: Substring) -> String {
    guard name.count >= 2, let quote = name.first, quote == "\"" || quote == "'", name.last == quote else {
      return String(name)
    }
    return String(name.dropFirst().dropLast())
  }
}
