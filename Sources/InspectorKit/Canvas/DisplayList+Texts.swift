extension DisplayList {
  /// All texts that are drawn, those in groups included, the lowest first: what a test of a drawing looks at.
  ///
  /// ```swift
  /// var canvas = Canvas()
  /// canvas.text("12", in: Rect(x: 0, y: 0, width: 40, height: 20))
  /// canvas.group(opacity: 0.5) { $0.text("km/h", in: Rect(x: 0, y: 20, width: 40, height: 20)) }
  /// canvas.displayList.texts  // ["12", "km/h"]
  /// ```
  ///
  /// They are whole, also where the picture has no room for all of a text.
  public var texts: [String] { Self.texts(of: entries) }

  private static func texts(of entries: [DrawingEntry]) -> [String] {
    entries.flatMap { entry -> [String] in
      switch entry {
      case .text(let text, _, _): [text]
      case .group(let group): texts(of: group.entries)
      case .fill, .stroke, .image: []
      }
    }
  }
}
