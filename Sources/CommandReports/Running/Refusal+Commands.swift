package import JSONText

// Why a command refuses what is asked of a scene, besides what its session says.
extension Refusal {
  package static func severalSelected(_ count: Int, reference: String) -> Self {
    Self(.usage, "'--json' shows one object, and \(count) are selected; write ID.\(reference)")
  }
  package static func isThere(_ path: String) -> Self {
    Self(.ioExists, "'\(path)' is there already; name another file")
  }
  package static let nothingSelected = Self(.selectorEmpty, "nothing is selected")
  package static func noneHasWords(_ words: String, of owner: String?) -> Self {
    Self(.unknownProperty, "no property\(owner.map { " of '\($0)'" } ?? "") has '\(words)' in its label or identifier")
  }
  static func severalToDraw(_ count: Int, _ selector: String) -> Self {
    Self(
      .usage,
      "the selector '\(selector)' matches \(count) objects, and a picture is of one; 'render --only' draws several in their places"
    )
  }
}
