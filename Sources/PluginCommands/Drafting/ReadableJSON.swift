internal import JSONText

/// A JSON layout for readability, which puts a value on one line if it fits.
enum ReadableJSON {
  private static let width = 150

  /// Returns the text of a file, with a final line break.
  static func text(of json: JSON) -> String {
    guard case .object(let members) = json else { return line(json) + "\n" }
    let lines = members.map { "  \(JSON.string($0.key).text()): \(laidOut($0.value, 1, $0.key.utf8.count + 6))" }
    return "{\n\(lines.joined(separator: ",\n"))\n}\n"
  }

  /// Returns a value on one line if it fits, otherwise with each member or element on its own line.
  ///
  /// - Parameters:
  ///   - depth: the number of enclosing arrays and objects.
  ///   - start: the number of columns before the value.
  private static func laidOut(_ json: JSON, _ depth: Int, _ start: Int) -> String {
    let whole = line(json)
    if start + whole.utf8.count <= width { return whole }
    let (inner, outer) = (String(repeating: "  ", count: depth + 1), String(repeating: "  ", count: depth))
    switch json {
    case .object(let members) where !members.isEmpty:
      let lines = members.map { member in
        let key = JSON.string(member.key).text()
        return "\(inner)\(key): \(laidOut(member.value, depth + 1, inner.utf8.count + key.utf8.count + 3))"
      }
      return "{\n\(lines.joined(separator: ",\n"))\n\(outer)}"
    case .array(let elements) where !elements.isEmpty:
      let lines = elements.map { "\(inner)\(laidOut($0, depth + 1, inner.utf8.count + 1))" }
      return "[\n\(lines.joined(separator: ",\n"))\n\(outer)]"
    default: return whole
    }
  }

  /// Returns a value as JSON text on one line, with blanks as separators.
  static func line(_ json: JSON) -> String {
    switch json {
    case .object(let members) where !members.isEmpty:
      "{ \(members.map { "\(JSON.string($0.key).text()): \(line($0.value))" }.joined(separator: ", ")) }"
    case .array(let items): "[\(items.map(line).joined(separator: ", "))]"
    default: json.text()
    }
  }
}
