import JSONText

// The text of an object's attributes, and of the palette, with the edits made so far.
extension SceneDocument {
  /// Returns the attributes of an edited object; nil for an unedited one.
  @usableFromInline
  func editedAttributes(_ node: NodeIndex) -> UnsafePointer<UInt8>? {
    overlay[Self.key(node)].map { attributes(of: node, in: $0) }
  }

  /// Returns the attributes of an object after an edit, which may have been replaced since.
  func attributes(of node: NodeIndex, in entry: Overlay.Entry) -> UnsafePointer<UInt8> {
    let whole = index.recent.text(of: entry) { _ = load($0, node, entry) }
    return whole.start + whole.attributes
  }

  /// Loads the text of an object's attributes with an edit; returns the span of the document that it replaces.
  func load(_ whole: AttributeText, _ node: NodeIndex, _ entry: Overlay.Entry?) -> Range<Int> {
    let none = UnsafeRawBufferPointer(start: base, count: 0)
    if let start = originalAttributes(node) {
      let span = start - base..<TrustedText.skipValue(start) - base
      if let entry {
        whole.load(text(span.lowerBound..<entry.start), entry.text, text(entry.end..<span.upperBound))
      } else {
        whole.load(text(span), none, none)
      }
      return span
    }
    // New attributes are inserted with their key; then the text has nothing in common with the original.
    if let entry {
      whole.load(entry.text, none, none)
      return entry.start..<entry.end
    }
    let layout = layout(node)
    (layout.prefix() + [0x7B, 0x7D]).withUnsafeBytes { whole.load($0, none, none) }
    return layout.insertion..<layout.insertion
  }

  func text(_ span: Range<Int>) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: base + span.lowerBound, count: span.count)
  }

  /// Returns the layout around the object's attributes, or where it has none, around its class.
  func layout(_ node: NodeIndex) -> ObjectLayout {
    var found: (key: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer)?
    forEachObjectMember(node) { key, value in
      let role = KeyShapes.role(of: key, in: .object)
      if role == .attributes || role == .class { found = (key, value) }
      return role != .attributes
    }
    let none = UnsafeRawBufferPointer(start: base + objectOffset(node), count: 0)
    let member = found ?? (none, none)
    return ObjectLayout(
      base: base, start: objectOffset(node), end: objectEnd(node), key: member.key, value: member.value)
  }

  // MARK: The palette

  /// The offset of the palette in the document as read, or of its insertion point.
  var paletteOffset: Int { headerMember(.palette)?.value ?? paletteLayout.insertion }

  /// The palette with its edits.
  func editedPalette() -> [(name: String, value: [UInt8])] { editedPalette(with: overlay[Self.paletteKey]) }

  /// Returns the palette with a splice in place of the present one.
  func editedPalette(with entry: Overlay.Entry?) -> [(name: String, value: [UInt8])] {
    _ = loadPalette(with: entry)
    let offset = scratch.attributes
    var list: [(name: String, value: [UInt8])] = []
    guard let start = scratch.text.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return list }
    TrustedText.forEachMember(start + offset) { key, value in
      list.append((JSONString.decode(key), Array(value)))
      return true
    }
    return list
  }

  /// Loads the current text of the palette; returns the span of the document that it replaces.
  func loadPalette() -> Range<Int> { loadPalette(with: overlay[Self.paletteKey]) }

  private func loadPalette(with entry: Overlay.Entry?) -> Range<Int> {
    let none = UnsafeRawBufferPointer(start: base, count: 0)
    if let member = headerMember(.palette) {
      let span = member.value..<member.end
      if let entry {
        scratch.load(text(span.lowerBound..<entry.start), entry.text, text(entry.end..<span.upperBound))
      } else {
        scratch.load(text(span), none, none)
      }
      return span
    }
    if let entry {
      scratch.load(entry.text, none, none)
      return entry.start..<entry.end
    }
    let layout = paletteLayout
    (layout.prefix("palette") + [0x7B, 0x7D]).withUnsafeBytes { scratch.load($0, none, none) }
    return layout.insertion..<layout.insertion
  }

  /// The layout around the palette, or around the member that will precede it.
  var paletteLayout: ObjectLayout {
    let roles: [KeyShapes.Role] = [.palette, .plugins, .name, .format]
    let member = roles.lazy.compactMap { self.headerMember($0) }.first
    let start = TrustedText.blanks(base) - base
    var end = original.count
    while end > start + 1, base[end - 1] != 0x7D { end -= 1 }
    guard let member else {
      // The scanner accepts no scene without a format.
      let none = UnsafeRawBufferPointer(start: base + start, count: 0)
      return ObjectLayout(base: base, start: start, end: end, key: none, value: none)
    }
    let key = base + member.key + 1
    return ObjectLayout(
      base: base, start: start, end: end,
      key: UnsafeRawBufferPointer(start: key, count: TrustedText.closingQuote(key) - key),
      value: text(member.value..<member.end))
  }
}
