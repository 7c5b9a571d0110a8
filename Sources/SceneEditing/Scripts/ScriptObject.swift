internal import JSONText

/// A JSON object of a script as text, its values being JSON text.
struct ScriptObject {
  private var members: [String] = []

  var isEmpty: Bool { members.isEmpty }
  var text: String { isEmpty ? "{}" : "{ \(members.joined(separator: ", ")) }" }

  init() {}

  /// An object with one member.
  init(_ key: String, raw: String) { add(key, raw: raw) }

  mutating func add(_ key: String, raw: String) { members.append("\(Self.quoted(key)): \(raw)") }
  mutating func add(_ key: String, _ text: String) { add(key, raw: Self.quoted(text)) }
  mutating func add(_ key: String, _ selector: Selector) { add(key, selector.text) }
  mutating func add(_ key: String, _ object: ScriptObject) { add(key, raw: object.text) }
  mutating func add(_ key: String, _ texts: [String]) { add(key, raw: Self.list(texts.map(Self.quoted))) }

  mutating func add(_ place: StepPlace) {
    switch place.position {
    case .before(let sibling): add("at", raw: ScriptObject("before", raw: Self.quoted(sibling.text)).text)
    case .after(let sibling): add("at", raw: ScriptObject("after", raw: Self.quoted(sibling.text)).text)
    case .first, .last, .index:
      add("into", raw: place.parent.map { Self.quoted($0.text) } ?? "null")
      if case .first = place.position { add("at", "first") }
      if case .index(let index) = place.position { add("at", raw: "\(index)") }
    }
  }

  static func quoted(_ text: String) -> String {
    var bytes: [UInt8] = []
    JSONString.append(text, quotedTo: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  static func list(_ elements: [String]) -> String { "[\(elements.joined(separator: ", "))]" }
}
