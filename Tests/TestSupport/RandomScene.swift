/// A random scene in a random layout, with its expected content. Equal seeds result in equal scenes.
package struct RandomScene {
  package struct Object {
    package var id: String
    package var className: String
    package var name: String?
    /// The attributes, with unescaped keys, and with values as written.
    package var attributes: [(key: String, value: String)]
    package var parent: Int?
  }

  package private(set) var text = ""
  package private(set) var objects: [Object] = []
  private var generator: SeededGenerator
  /// The style of blanks: 0 none, 1 single blanks, 2 lines, 3 anything, 4 lines that begin with commas.
  private let style: Int
  private let wanted: Int

  package init(seed: UInt64, objects count: Int) {
    generator = SeededGenerator(seed: seed)
    style = Int(seed % 5)
    wanted = count
    text = blanks()
    let members = [
      "\"format\"\(colon())\"inspector-scene/1\"", "\"name\"\(colon())\(string().written)",
      "\"extra\"\(colon())\(value(2))",
    ].shuffled(using: &generator)
    text += "{" + blanks()
    for member in members { text += member + comma() }
    text += "\"objects\"\(colon())["
    children(of: nil, depth: 0)
    text += blanks() + "]" + blanks() + "}" + blanks()
  }

  private mutating func roll(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }

  private mutating func blanks() -> String {
    switch style {
    case 0: return ""
    case 1: return " "
    case 2: return "\n  "
    case 4: return [" ", " ", "\n  "].randomElement(using: &generator) ?? " "
    default:
      return String(
        (0..<roll(0...3)).map { _ in [" ", "\t", "\n", "\r\n"].randomElement(using: &generator) ?? " " }.joined())
    }
  }

  private mutating func comma() -> String {
    style == 4 ? "\n    , " : (style == 3 ? blanks() : "") + "," + blanks()
  }

  private mutating func colon() -> String { (style == 3 ? blanks() : "") + ":" + (style == 0 ? "" : blanks()) }

  private mutating func children(of parent: Int?, depth: Int) {
    var isFirst = true
    repeat {
      text += isFirst ? blanks() : comma()
      isFirst = false
      object(parent, depth)
    } while objects.count < wanted && (depth == 0 || roll(0...3) > 0)
  }

  private mutating func object(_ parent: Int?, _ depth: Int) {
    let index = objects.count
    let id = string()
    let className =
      ["View", "StarView", "LabelView", "c\u{e9}", "AVeryLongClassNameIndeed"].randomElement(using: &generator)
      ?? "View"
    objects.append(Object(id: "\(index)\(id.plain)", className: className, attributes: [], parent: parent))
    var parts = ["id", "class"]
    if roll(0...3) > 0 { parts.append("attributes") }
    if roll(0...5) == 0 { parts.append("name") }
    if roll(0...9) == 0 { parts.append("custom") }
    if roll(0...2) > 0, objects.count < wanted, depth < 30 { parts.append("children") }
    if roll(0...3) == 0 { parts.shuffle(using: &generator) }
    text += "{" + blanks()
    for (place, part) in parts.enumerated() {
      if place > 0 { text += comma() }
      text += (roll(0...20) == 0 && part == "id" ? "\"\\u0069d\"" : "\"\(part)\"") + colon()
      switch part {
      case "id": text += "\"\(index)" + id.written.dropFirst()
      case "class": text += "\"\(className)\""
      case "attributes": attributes(index)
      case "name":
        let name = string()
        objects[index].name = name.plain
        text += name.written
      case "children":
        text += "["
        children(of: index, depth: depth + 1)
        text += blanks() + "]"
      default: text += value(2)
      }
    }
    text += blanks() + "}"
  }

  private mutating func attributes(_ index: Int) {
    text += "{" + blanks()
    for place in 0..<roll(0...6) {
      if place > 0 { text += comma() }
      let key = string()
      let written = value(2)
      let plain = "k\(place)\(key.plain)"
      objects[index].attributes.append((plain, written))
      text += "\"k\(place)" + key.written.dropFirst() + colon() + written
    }
    text += blanks() + "}"
  }

  /// Returns a string, and its JSON notation with quotes.
  private mutating func string() -> (plain: String, written: String) {
    let parts = [
      ("a", "a"), ("B7", "B7"), ("é", "é"), ("日本", "日本"), ("😀", "\\ud83d\\ude00"), ("\"", "\\\""), ("\\", "\\\\"),
      ("\n", "\\n"), ("/", "\\/"),
      ("\0", "\\u0000"), ("long plain text", "long plain text"), ("x", "\\u0078"),
    ]
    var plain = ""
    var written = ""
    for _ in 0..<roll(0...3) {
      let part = parts.randomElement(using: &generator) ?? ("", "")
      plain += part.0
      written += part.1
    }
    return (plain, "\"\(written)\"")
  }

  package mutating func value(_ depth: Int) -> String {
    switch roll(0...(depth > 0 ? 9 : 7)) {
    case 0: return "\(roll(-1000...1000))"
    case 1:
      return ["1e2", "-0", "0.10", "12345678901234567890123", "1E-7", "-1.5e+10"].randomElement(using: &generator)
        ?? "0"
    case 2: return "true"
    case 3: return "null"
    case 4, 5: return string().written
    case 6: return "{}"
    case 7: return "[]"
    case 8:
      let elements = (0..<roll(1...3)).map { _ in value(depth - 1) }
      return "[" + elements.joined(separator: comma()) + "]"
    default:
      var members: [String] = []
      for place in 0..<roll(1...3) { members.append("\"m\(place)\"" + colon() + value(depth - 1)) }
      return "{" + blanks() + members.joined(separator: comma()) + "}"
    }
  }
}
