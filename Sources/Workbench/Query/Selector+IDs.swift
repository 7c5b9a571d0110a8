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
    let isPlain = id.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && !">,[:+~\"'\\()".utf8.contains($0) }
    guard !isPlain || id.isEmpty else { return "#\(id)" }
    var bytes: [UInt8] = []
    JSONString.append(id, quotedTo: &bytes)
    return "#" + String(decoding: bytes, as: UTF8.self)
  }
}
