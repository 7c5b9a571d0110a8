internal import JSONText

extension Selector {
  /// The objects that have these ids, of which a scene need not have all: for what a program found before.
  ///
  /// ```swift
  /// Selector(ids: ["card", "my badge"]).text  // #card, #"my badge"
  /// ```
  public init(ids: [String]) {
    let path = Path(steps: [Step(combinator: .descendant, compound: Compound(ids: ids))])
    self.init([path], text: ids.map(Self.text(ofID:)).joined(separator: ", "))
  }

  /// An id as a selector has it: in quotes where it holds what would end it.
  package static func text(ofID id: String) -> String {
    let isPlain =
      !id.holds("/*") && id.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && !">,[:+~\"'\\()".utf8.contains($0) }
    guard !isPlain || id.isEmpty else { return "#\(id)" }
    var bytes: [UInt8] = []
    JSONString.append(id, quotedTo: &bytes)
    return "#" + String(decoding: bytes, as: UTF8.self)
  }
}

extension Selector {
  /// The id of `#badge`, `#"a b"` or `#\31 a`; nil for a text without `#` before it.
  package static func id(written text: String) -> String? {
    guard text.utf8.first == UInt8(ascii: "#") else { return nil }
    if let selector = try? Selector(parsing: text), selector.alternatives.count == 1, let only = selector.onlyID {
      return only
    }
    return String(Substring(text.utf8.dropFirst()))
  }

  /// The id, where nothing else is written.
  private var onlyID: String? {
    guard alternatives[0].steps.count == 1 else { return nil }
    let subject = alternatives[0].subject
    return subject.typeName == nil && subject.predicates.isEmpty && subject.pseudoClasses.isEmpty ? subject.id : nil
  }
}
