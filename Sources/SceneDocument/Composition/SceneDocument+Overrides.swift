import JSONText

// The member `overrides` of a placeholder: for each inner object, by its address, the attributes that replace those of
// the template.
extension SceneDocument {
  /// Calls `body` with the address and the JSON text of each entry of a placeholder's current overrides. The text is valid
  /// during the call.
  func forEachOverride(of node: NodeIndex, _ body: (_ address: String, _ value: UnsafeRawBufferPointer) -> Void) {
    let text = AttributeText()
    guard loadOverrides(of: node, into: text) else { return }
    TrustedText.forEachMember(text.start + text.attributes) { key, value in
      body(JSONString.decode(key), value)
      return true
    }
  }

  /// Returns the offset in the text as read of an entry of a placeholder's overrides, or of an attribute in it; that of the
  /// object if an edit inserted it.
  func overrideOffset(of address: String, key: String? = nil, in node: NodeIndex) -> Int {
    let attribute = key.flatMap { overrideOffsets($0, of: address, in: node)?.key }
    return attribute ?? overrideEntry(address, in: node).map { offset(of: $0.key) - 1 } ?? objectOffset(node)
  }

  /// Returns the offsets of an attribute in the overrides of a placeholder as read; nil if they do not have it.
  func overrideOffsets(_ key: String, of address: String, in node: NodeIndex) -> (key: Int, value: Int)? {
    guard let entry = overrideEntry(address, in: node)?.value, entry.first == 0x7B,
      let object = entry.baseAddress?.assumingMemoryBound(to: UInt8.self),
      let member = TrustedText.member(key, of: object)
    else { return nil }
    return (offset(of: member.key) - 1, offset(of: member.value))
  }

  /// Returns the raw key and the value of an entry of a placeholder's overrides as read; nil if they do not have it.
  private func overrideEntry(
    _ address: String, in node: NodeIndex
  ) -> (key: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer)? {
    guard let overrides = objectMember("overrides", of: node), overrides.first == 0x7B,
      let start = overrides.baseAddress?.assumingMemoryBound(to: UInt8.self)
    else { return nil }
    return TrustedText.member(address, of: start)
  }

  /// Returns the attributes that a placeholder stores for an inner object, in a text that holds only them; nil if there
  /// are none.
  func overrides(of address: String, in node: NodeIndex) -> AttributeText? {
    let whole = AttributeText()
    guard loadOverrides(of: node, into: whole),
      let value = TrustedText.member(address, of: whole.start + whole.attributes)?.value, value.first == 0x7B
    else { return nil }
    let text = AttributeText()
    text.load(value)
    return text
  }

  /// The current overrides of a placeholder if an edit changed them in this generation of the text; else nil.
  func editedOverrides(of node: NodeIndex) -> AttributeText? {
    guard isWritten, let entry = overlay[Self.overridesKey(node)] else { return nil }
    let text = AttributeText()
    _ = loadOverrides(text, objectMember("overrides", of: node), entry, node)
    return text
  }

  /// Calls `body` with each attribute that the scene's own file stores for an object, in the order of the text, until
  /// `body` returns false.
  ///
  /// - Parameter restore: the undo record of an edit, to read the attributes as they were before it; nil for the current
  ///   ones. The record must belong to the current ``generation``.
  package func forEachWrittenAttribute(
    of node: NodeIndex, before restore: SpliceRestore? = nil,
    _ body: (_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Bool
  ) {
    guard let composition else {
      return restore.map { forEachAttribute(before: $0, body) } ?? forEachAttribute(of: node, body)
    }
    let (written, place) = (composition.written, composition.place(of: node))
    let former = restore?.written?.restore
    guard let address = composition.address(of: place) else {
      return former.map { written.forEachAttribute(before: $0, body) }
        ?? written.forEachAttribute(of: place.written, body)
    }
    let text = AttributeText()
    if let written = former?.written, written.difference != nil {
      guard let attributes = written.attributes else { return }
      attributes.withUnsafeBytes { text.load($0) }
      return TrustedText.forEachMember(text.start + text.attributes, body)
    }
    let key = Self.overridesKey(place.written)
    let entry = former.map { $0.former } ?? written.overlay[key]
    let original = written.objectMember("overrides", of: place.written)
    guard original?.first ?? 0x7B == 0x7B else { return }
    _ = written.loadOverrides(text, original, entry, place.written)
    guard let member = text.isEmptyObject ? nil : TrustedText.member(address, of: text.start + text.attributes),
      member.value.first == 0x7B, let start = member.value.baseAddress
    else { return }
    TrustedText.forEachMember(start.assumingMemoryBound(to: UInt8.self), body)
  }

  /// True if an edit changed the overrides of any placeholder in this generation of the text.
  package var hasEditedOverrides: Bool { overlay.loose.keys.contains { $0 > Self.paletteKey } }

  /// Loads the current overrides of a placeholder; returns false if it has none, or if they are not an object.
  private func loadOverrides(of node: NodeIndex, into text: AttributeText) -> Bool {
    let entry = overlay[Self.overridesKey(node)]
    let original = objectMember("overrides", of: node)
    if entry == nil, original == nil { return false }
    if let original, original.first != 0x7B { return false }
    _ = loadOverrides(text, original, entry, node)
    return text.count > text.attributes && text.start[text.attributes] == 0x7B
  }

  /// Loads the overrides with a splice, or as read if `entry` is nil. Returns the span of the document that the text
  /// replaces.
  private func loadOverrides(
    _ whole: AttributeText, _ original: UnsafeRawBufferPointer?, _ entry: Overlay.Entry?, _ node: NodeIndex
  ) -> Range<Int> {
    let span = original.map { offset(of: $0)..<offset(of: $0) + $0.count }
    // A splice that removes the whole member reaches beyond its value.
    if let span, let entry, entry.start < span.lowerBound || entry.end > span.upperBound {
      AttributeText.braces.withUnsafeBytes { whole.load($0) }
      return span
    }
    return load(whole, span, entry, "overrides", overridesLayout(node))
  }

  /// Makes changes of the attributes that a placeholder stores for an inner object. An entry without attributes, and
  /// overrides without entries, are removed.
  ///
  /// - Parameter address: the id of the inner object in the template's document.
  func write(
    _ changes: [AttributeChange], overriding address: String, of node: NodeIndex
  ) throws(SceneError) -> SpliceRestore {
    let key = Self.overridesKey(node)
    let (former, original) = (overlay[key], objectMember("overrides", of: node))
    if changes.isEmpty { return indexed.set(former, of: key, isChange: false) }
    if let original, original.first != 0x7B {
      throw refused(.overridesNoObject(id(node), found: String(decoding: original.prefix(40), as: UTF8.self)))
    }
    let span = loadOverrides(scratch, original, former, node)
    let place = scratch.place(of: address, in: scratch.attributes).match
    let stored = overrides(of: address, in: node)
    let attributesBefore = stored.map { Array($0.text) }
    let attributes = stored ?? AttributeText.emptyObject
    if let place, scratch.start[place.value] != 0x7B {
      let text = String(decoding: scratch.text[place.value..<place.end].prefix(40), as: UTF8.self)
      throw refused(.overridesNoObject(address, found: text))
    }
    let style = overridesLayout(node).emptyStyle
    // An entry stands in one line.
    let pad: [UInt8] = style.colon.count > 1 ? [0x20] : []
    for change in changes {
      try make(change, in: attributes, of: "\(id(node))/\(address)") {
        AttributeText.EmptyStyle(before: pad, after: pad, colon: style.colon)
      }
    }
    if attributes.isEmptyObject {
      scratch.remove(address)
    } else {
      scratch.set(address, attributes.text) { style }
    }
    var splice = scratchSplice(span)
    if original != nil, scratch.isEmptyObject, let member = memberSpan("overrides", of: node) {
      splice = SpliceText(span: member, text: [])
    }
    guard let splice else { return indexed.set(nil, of: key, isChange: former != nil) }
    guard let former else {
      return indexed.set(splice.text.withUnsafeBytes { keep($0, splice.span) }, of: key, isChange: true)
    }
    if splice.isSame(as: former) { return indexed.set(former, of: key, isChange: false) }
    var restore = indexed.replace(former, under: key, with: splice)
    if let difference = restore.written?.difference {
      restore.written = SpliceRestore.Written(difference, attributes: attributesBefore)
    }
    return restore
  }

  private func keep(_ text: UnsafeRawBufferPointer, _ span: Range<Int>) -> Overlay.Entry {
    overlay.keep(text, start: span.lowerBound, end: span.upperBound)
  }

  /// Returns the shortest splice that turns a span of the document into the text in `scratch`; nil if the two are equal,
  /// or if the text is an empty object that is not inserted.
  private func scratchSplice(_ span: Range<Int>) -> SpliceText? {
    let (old, new) = (text(span), scratch.text)
    if span.isEmpty, new.count == scratch.attributes + 2 { return nil }
    let (start, end) = old.common(with: new)
    if start == old.count, start == new.count { return nil }
    return SpliceText(
      span: span.lowerBound + start..<span.upperBound - end, text: Array(new[start..<new.count - end]))
  }

  /// Returns the span of a member of an object with the comma beside it; nil if the object has no such member.
  func memberSpan(_ name: String, of node: NodeIndex) -> Range<Int>? {
    var span: Range<Int>?
    var before: Int?
    forEachMember(of: node) { key, value, _ in
      if let found = span {
        // Without a member before it, the comma after it is removed.
        if before == nil { span = found.lowerBound..<offset(of: key) - 1 }
        return false
      }
      let end = offset(of: value) + value.count
      if JSONString.equals(key, name) {
        span = (before ?? offset(of: key) - 1)..<end
        return before == nil
      }
      before = end
      return true
    }
    return span
  }

  /// The layout of the object around its `overrides`, around its `attributes` if it has no overrides, or around its `ref`
  /// if it has neither.
  private func overridesLayout(_ node: NodeIndex) -> ObjectLayout {
    var found: [(key: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer)] = []
    for name in ["overrides", "attributes", "ref"] {
      forEachObjectMember(node) { key, value in
        if JSONString.equals(key, name) { found.append((key, value)) }
        return true
      }
    }
    let none = UnsafeRawBufferPointer(start: base + objectOffset(node), count: 0)
    let member = found.first ?? (none, none)
    return ObjectLayout(
      base: base, start: objectOffset(node), end: objectEnd(node), key: member.key, value: member.value)
  }

  /// Returns the overlay's key for the overrides of a placeholder.
  static func overridesKey(_ node: NodeIndex) -> UInt32 {
    paletteKey + 1 + UInt32(truncatingIfNeeded: node.number)
  }
}

extension AttributeText {
  /// The bytes of an empty JSON object.
  static let braces: [UInt8] = [0x7B, 0x7D]

  /// A text that is an empty JSON object.
  static var emptyObject: AttributeText {
    let text = AttributeText()
    braces.withUnsafeBytes { text.load($0) }
    return text
  }

  /// True if the object that the text holds has no members.
  var isEmptyObject: Bool { TrustedText.blanks(start + attributes + 1).pointee == 0x7D }
}
