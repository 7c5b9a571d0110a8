/// The whole attributes of the edited objects that were asked for last.
///
/// A document of a million edited objects is read as a whole now and then: what was put together for each is not kept,
/// since together they are as large as the document. A text stays until a fixed number of others were read.
struct RecentAttributes {
  static let count = 64

  private var texts: [(entry: Overlay.Entry?, text: AttributeText)] = []
  private var last = 0

  mutating func text(of entry: Overlay.Entry, load: (AttributeText) -> Void) -> AttributeText {
    // One object is mostly asked for several times in a row.
    if last < texts.count, texts[last].entry == entry { return texts[last].text }
    last = texts.count < Self.count ? texts.count : (last + 1) % Self.count
    if last == texts.count { texts.append((entry, AttributeText())) }
    texts[last].entry = entry
    load(texts[last].text)
    return texts[last].text
  }

  /// The memory of the entry that was asked for last may become another's.
  mutating func forget() {
    if last < texts.count { texts[last].entry = nil }
  }
}
