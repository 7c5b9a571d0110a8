package import JSONText
package import WorkbenchSupport

/// The text of diagnostics: `card.json:3:12: error: …` with the source line and a caret below.
package enum DiagnosticText {
  package static func text(_ diagnostic: Diagnostic) -> String { text(diagnostic, Style.plain) }

  package static func text(_ diagnostic: Diagnostic, _ style: Style) -> String {
    let place = TerminalText.escaped(diagnostic.place)
    let word = diagnostic.severity.rawValue
    let severity = diagnostic.severity == .error ? style.error(word) : style.warning(word)
    let head = "\(place.isEmpty ? "inspector" : place): \(severity): \(TerminalText.escapedLines(diagnostic.message))"
    guard let excerpt = diagnostic.excerpt else { return head }
    return head + excerpt.split(separator: "\n").map { "\n    \($0)" }.joined()
  }
}

extension Diagnostic {
  /// The diagnostic as a JSON object, without members for absent facts.
  package var json: JSON {
    var members: [JSON.Member] = [.init("code", .string(code.rawValue)), .init("severity", .string(severity.rawValue))]
    if let line { members.append(.init("line", .int(line))) }
    if let column { members.append(.init("column", .int(column))) }
    if let object { members.append(.init("object", .string(object))) }
    if let className { members.append(.init("class", .string(className))) }
    if let property { members.append(.init("property", .string(property))) }
    members.append(.init("message", .string(FileName.shown(message))))
    return .object(members)
  }
}
