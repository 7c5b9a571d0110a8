internal import InspectorKit
internal import JSONText
package import SceneSessions
internal import Selectors

extension Assignment {
  /// The operators between the name and the value of an assignment.
  static let signs = ["+=", "-=", "*=", "/=", "="]

  /// Parses an assignment to one property as the user types it, `NAME op VALUE`; nil for any other text.
  ///
  /// ```swift
  /// Assignment(typed: "Corner Radius=12")  // name "Corner Radius", .set("12")
  /// Assignment(typed: "frame.x += 8")      // name "frame.x", .add("8")
  /// Assignment(typed: "title=")            // the empty value
  /// Assignment(typed: "zPosition:Int=4")   // name "zPosition:Int", .set("4")
  /// Assignment(typed: "save/title.text=OK")  // name "save/title.text", .set("OK")
  /// Assignment(typed: "StarView[a=5]")     // nil: a selector
  /// ```
  ///
  /// The name is an identifier, a key path (perhaps with a type), a component or a label; in quotes it may hold any
  /// character. Blanks before the value are dropped if there are also blanks before the operator.
  package init?(typed text: String) {
    guard let equals = Self.nameEnd(text) else { return nil }
    let sign = text.utf8[..<equals].last.map { Character(Unicode.Scalar($0)) }
    let operations: [Character: (String) -> Operation] = [
      "+": Operation.add, "-": Operation.subtract, "*": Operation.multiply, "/": Operation.divide,
    ]
    let operation = sign.flatMap { operations[$0] }
    let typed = text[..<(operation == nil ? equals : text.utf8.index(before: equals))]
    let name = Self.unquoted(typed.trimmed)
    if name.isEmpty { return nil }
    var rest = text.unicodeScalars[equals...].dropFirst()
    if typed.unicodeScalars.last?.properties.isWhitespace == true { rest = rest.drop(while: \.properties.isWhitespace) }
    let value = String(Substring(rest))
    self.init(name, operation?(value) ?? .set(value))
  }

  /// Returns the index of the `=` that ends the name; nil if there is none, or if the text before it cannot be a name.
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
    if let colon = before.lastIndex(of: ":"), isType(String(before[colon...].dropFirst()).trimmed) {
      before = before[..<colon]
    }
    // Selectors and file paths have one of these characters before their first `=`.
    if before.contains(where: { "[]#*<>!^$~,:\"'".unicodeScalars.contains($0) }) { return nil }
    return !before.contains("/") || isAddress(before) && !text.hasSuffix(".json") ? equals : nil
  }

  /// Returns true if a text with slashes can be the address of a property inside a placeholder, such as
  /// `save/title.text`, and not a path such as `./title.text`.
  private static func isAddress(_ text: Substring.UnicodeScalarView) -> Bool {
    guard let first = text.first, first != ".", first != "/", let slash = text.lastIndex(of: "/"),
      let dot = text[slash...].firstIndex(of: ".")
    else { return false }
    return text.index(after: slash) < dot && text.index(after: dot) < text.endIndex
  }

  /// Returns true if a word after a colon is meant as a type, even a wrong or missing one, and not as a pseudo-class.
  private static func isType(_ word: String) -> Bool {
    word.utf8.allSatisfy { ($0 | 0x20) &- 0x61 < 26 } && !Selector.pseudoClasses.contains { $0.name == word }
  }

  private static func unquoted(_ name: String) -> String {
    let scalars = name.unicodeScalars
    guard scalars.count >= 2, let quote = scalars.first, quote == "\"" || quote == "'", scalars.last == quote else {
      return name
    }
    return String(Substring(scalars.dropFirst().dropLast()))
  }
}
