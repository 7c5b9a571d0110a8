/// A cache of the whole attributes of recently read edited objects.
///
/// A document of a million edited objects is sometimes read as a whole. Keeping every assembled text would cost as much
/// memory as the document, so a text stays only until a fixed number of others were read.
struct RecentAttributes {
  static let count = 64

  private var texts: [(entry: Overlay.Entry?, text: AttributeText)] = []
  private var last = 0

  mutating func text(of entry: Overlay.Entry, load: (AttributeText) -> Void) -> AttributeText {
    // One object is mostly read several times in a row.
    if last < texts.count, texts[last].entry == entry { return texts[last].text }
    last = texts.count < Self.count ? texts.count : (last + 1) % Self.count
    if last == texts.count { texts.append((entry, AttributeText())) }
    texts[last].entry = entry
    load(texts[last].text)
    return texts[last].text
  }

  /// Invalidates the last entry, whose memory may be reused for a different one.
  mutating func forget() {
    if last < texts.count { texts[last].entry = nil }
  }
}
