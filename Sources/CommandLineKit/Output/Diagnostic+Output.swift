package import JSONText
package import WorkbenchSupport

extension Diagnostic {
  /// Returns the text of the diagnostic, such as `card.json:3:12: error: …`, with the source line, if known, and a
  /// caret below.
  package func shown(_ style: Style = .plain) -> String {
    let place = TerminalText.escaped(place)
    let severity = severity == .error ? style.error(severity.rawValue) : style.warning(severity.rawValue)
    let head = "\(place.isEmpty ? "inspector" : place): \(severity): \(TerminalText.escapedLines(message))"
    guard let excerpt else { return head }
    return head + excerpt.split(separator: "\n").map { "\n    \($0)" }.joined()
  }

  /// The diagnostic as a JSON object, without members for unknown facts.
  package var json: JSON { json(ofScene: nil) }

  /// Returns the diagnostic as a JSON object, without members for unknown facts.
  ///
  /// - Parameter scene: the scene to which the diagnostic belongs. If its place is in a different file, such as that of a
  ///   template, the object has a member for that file. Nil for no such member.
  package func json(ofScene scene: String?) -> JSON {
    var members: [JSON.Member] = [.init("code", .string(code.rawValue)), .init("severity", .string(severity.rawValue))]
    if let scene, let file, file != scene { members.append(.init("file", .string(FileName.shown(file)))) }
    if let line { members.append(.init("line", .int(line))) }
    if let column { members.append(.init("column", .int(column))) }
    if let object { members.append(.init("object", .string(object))) }
    if let className { members.append(.init("class", .string(className))) }
    if let property { members.append(.init("property", .string(property))) }
    if let scenes { members.append(.init("scenes", .int(scenes))) }
    members.append(.init("message", .string(FileName.shown(message))))
    return .object(members)
  }
}
