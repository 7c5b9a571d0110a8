/// A cache of the complete attributes of edited objects that were read recently.
///
/// Sometimes a document with a million edited objects is read from beginning to end. Keeping the assembled texts of all
/// of them would take as much memory as the document. A text is therefore kept only until the texts of `count` more
/// objects have been read.
struct RecentAttributes {
  static let count = 64

  private var texts: [(entry: Overlay.Entry?, text: AttributeText)] = []
  private var last = 0

  mutating func text(of entry: Overlay.Entry, load: (AttributeText) -> Void) -> AttributeText {
    // Most objects are read several times in a row.
    if last < texts.count, texts[last].entry == entry { return texts[last].text }
    last = texts.count < Self.count ? texts.count : (last + 1) % Self.count
    if last == texts.count { texts.append((entry, AttributeText())) }
    texts[last].entry = entry
    load(texts[last].text)
    return texts[last].text
  }

  /// Invalidates the text that was read last, since the memory of its overlay entry may be reused for another entry.
  mutating func forget() {
    if last < texts.count { texts[last].entry = nil }
  }
}
