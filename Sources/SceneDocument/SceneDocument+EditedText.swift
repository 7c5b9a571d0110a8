import JSONText

// The current text of an object's attributes and of the palette.
extension SceneDocument {
  /// Returns the position of the `{` of an object's attributes if they are edited; nil if they are not.
  @usableFromInline
  func editedAttributes(_ node: NodeIndex) -> UnsafePointer<UInt8>? {
    overlay[Self.key(node)].map { attributes(of: node, in: $0) }
  }

  /// Returns the position of the `{` of an object's attributes with the given overlay entry, which may be the current
  /// or a former one.
  func attributes(of node: NodeIndex, in entry: Overlay.Entry) -> UnsafePointer<UInt8> {
    let whole = index.recent.text(of: entry) { _ = load($0, node, entry) }
    return whole.start + whole.attributes
  }

  /// Loads the text of an object's attributes into `whole`: the original text with the change of an overlay entry, or
  /// without a change if `entry` is nil. Returns the span of the document that the text replaces.
  func load(_ whole: AttributeText, _ node: NodeIndex, _ entry: Overlay.Entry?) -> Range<Int> {
    let span = originalAttributes(node).map { $0 - base..<TrustedText.skipValue($0) - base }
    return load(whole, span, entry, "attributes", layout(node))
  }

  /// Loads the text of attributes or of the palette into `whole`: the original text with the change of an overlay
  /// entry, or without a change if `entry` is nil. Returns the span of the document that the text replaces.
  ///
  /// - Parameters:
  ///   - span: the span of the original text in the document; nil if the document has no such object.
  ///   - layout: the layout for inserting an empty object with its key if both `span` and `entry` are nil.
  func load(
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
    // If the document has no such object, the entry contains the whole text with its key.
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

  /// Returns the layout around the object's `attributes`, or around its `class` if it has no attributes.
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

  /// The offset of the palette in the document as read; if the scene had none, the offset at which a palette is
  /// inserted.
  var paletteOffset: Int { headerMember(.palette)?.value ?? paletteLayout.insertion }

  /// Returns the names and the JSON values of the colours in the current palette, in order.
  func editedPalette() -> [(name: String, value: [UInt8])] { editedPalette(with: overlay[Self.paletteKey]) }

  /// Returns the names and the JSON values of the palette's colours, in order, with `entry` in place of the palette's
  /// current overlay entry. If `entry` is nil, returns the colours as read.
  func editedPalette(with entry: Overlay.Entry?) -> [(name: String, value: [UInt8])] {
    _ = loadPalette(with: entry)
    var list: [(name: String, value: [UInt8])] = []
    TrustedText.forEachMember(scratch.start + scratch.attributes) { key, value in
      list.append((JSONString.decode(key), Array(value)))
      return true
    }
    return list
  }

  /// Loads the text of the palette with an overlay entry into `scratch`, or the original text if `entry` is nil.
  /// Returns the span of the document that the text replaces.
  func loadPalette(with entry: Overlay.Entry?) -> Range<Int> {
    load(scratch, headerMember(.palette).map { $0.value..<$0.end }, entry, "palette", paletteLayout)
  }

  /// The layout around the palette; if the scene has no palette, the layout around the member after which a palette is
  /// inserted.
  var paletteLayout: ObjectLayout { sceneLayout(around: [.palette, .plugins, .name, .format]) }

  /// Returns the layout of the document's outermost object, around the first of the given members that it has.
  func sceneLayout(around roles: [KeyShapes.Role]) -> ObjectLayout {
    // The scanner accepts no scene without its format and its objects.
    let member =
      roles.lazy.compactMap { self.headerMember($0) }.first ?? SceneMember(role: .format, key: 0, value: 0, end: 0)
    return ObjectLayout(
      base: base, start: TrustedText.blanks(base) - base, end: (original.buffer.lastIndex(of: 0x7D) ?? member.end) + 1,
      key: contents(member.key), value: text(member.value..<member.end))
  }
}
