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
    let span = originalAttributes(node).map { $0 - base..<TrustedText.skipValue($0) - base }
    return load(whole, span, entry, "attributes", layout(node))
  }

  /// Loads the text of the attributes or the palette with an edit; returns the span of the document that it replaces.
  ///
  /// - Parameters:
  ///   - span: the span of the text in the document; nil if it is missing there.
  ///   - layout: the layout for inserting a missing one under `key`.
  private func load(
    _ whole: AttributeText, _ span: Range<Int>?, _ entry: Overlay.Entry?, _ key: StaticString,
    _ layout: @autoclosure () -> ObjectLayout
  ) -> Range<Int> {
    if let span {
      if let entry {
        whole.load(text(span.lowerBound..<entry.start), entry.text, text(entry.end..<span.upperBound))
      } else {
        whole.load(text(span))
      }
      return span
    }
    // A missing object is inserted with its key; then the text has nothing in common with the original.
    if let entry {
      whole.load(entry.text)
      return entry.start..<entry.end
    }
    let layout = layout()
    (layout.prefix(key) + [0x7B, 0x7D]).withUnsafeBytes { whole.load($0) }
    return layout.insertion..<layout.insertion
  }

  func text(_ span: Range<Int>) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: base + span.lowerBound, count: span.count)
  }

  /// Returns the layout around the object's attributes, or if it has none, around its class.
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
    var list: [(name: String, value: [UInt8])] = []
    TrustedText.forEachMember(scratch.start + scratch.attributes) { key, value in
      list.append((JSONString.decode(key), Array(value)))
      return true
    }
    return list
  }

  /// Loads the text of the palette with an edit; returns the span of the document that it replaces.
  func loadPalette(with entry: Overlay.Entry?) -> Range<Int> {
    load(scratch, headerMember(.palette).map { $0.value..<$0.end }, entry, "palette", paletteLayout)
  }

  /// The layout around the palette, or around the member that will precede it.
  var paletteLayout: ObjectLayout { sceneLayout(around: [.palette, .plugins, .name, .format]) }

  /// Returns the layout of the scene's own object around the first of these members that it has.
  func sceneLayout(around roles: [KeyShapes.Role]) -> ObjectLayout {
    // The scanner accepts no scene without its format and its objects.
    let member =
      roles.lazy.compactMap { self.headerMember($0) }.first ?? SceneMember(role: .format, key: 0, value: 0, end: 0)
    return ObjectLayout(
      base: base, start: TrustedText.blanks(base) - base, end: (original.buffer.lastIndex(of: 0x7D) ?? member.end) + 1,
      key: contents(member.key), value: text(member.value..<member.end))
  }
}
