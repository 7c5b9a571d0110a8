import JSONText

// The member `overrides` of a placeholder, which maps the addresses of inner objects to the attributes that override
// those of the template.
extension SceneDocument {
  /// Calls `body` with the address and the JSON text of each entry of a placeholder's current overrides. The text is
  /// valid during the call.
  func forEachOverride(of node: NodeIndex, _ body: (_ address: String, _ value: UnsafeRawBufferPointer) -> Void) {
    guard let text = overridesIndex(of: node)?.whole else { return }
    TrustedText.forEachMember(text.start + text.attributes) { key, value in
      body(JSONString.decode(key), value)
      return true
    }
  }

  /// Returns the offset of an entry of a placeholder's overrides, or of an attribute in the entry, in the text as read.
  /// Returns the placeholder's offset if an edit inserted the entry.
  func overrideOffset(of address: String, key: String? = nil, in node: NodeIndex) -> Int {
    let attribute = key.flatMap { overrideOffsets($0, of: address, in: node)?.key }
    return attribute ?? overridesIndex(of: node)?.offsets(of: address)?.key ?? objectOffset(node)
  }

  /// Returns the offsets of an overridden attribute's key and value in the text as read; nil if the overrides lack the
  /// attribute.
  func overrideOffsets(_ key: String, of address: String, in node: NodeIndex) -> (key: Int, value: Int)? {
    guard let start = overridesIndex(of: node)?.offsets(of: address)?.value, base[start] == 0x7B,
      let member = TrustedText.member(key, of: base + start)
    else { return nil }
    return (offset(of: member.key) - 1, offset(of: member.value))
  }

  /// Returns the attributes that a placeholder stores for an inner object, as a separate text; nil if there are none.
  func overrides(of address: String, in node: NodeIndex) -> AttributeText? {
    guard let value = overridesIndex(of: node)?.entries.value(of: address), value.first == 0x7B else { return nil }
    let text = AttributeText()
    value.withUnsafeBytes { text.load($0) }
    return text
  }

  /// Returns the current overrides of a placeholder if an edit changed them in this generation of the text; else nil.
  func editedOverrides(of node: NodeIndex) -> AttributeText? {
    guard isWritten, overlay[Self.overridesKey(node)] != nil else { return nil }
    return overridesIndex(of: node)?.whole
  }

  /// Calls `body` with each attribute that the scene's own file stores for an object, in the order of the text, until
  /// `body` returns false.
  ///
  /// - Parameter restore: the undo record of an edit, to read the attributes before this edit; nil for the current
  ///   attributes. The record must belong to the current ``generation``.
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
      // An override of a missing object is not an attribute of its placeholder.
      if let former, former.written?.override == nil { return written.forEachAttribute(before: former, body) }
      return written.forEachAttribute(of: place.written, body)
    }
    guard let former else {
      guard let text = written.overrides(of: address, in: place.written) else { return }
      return TrustedText.forEachMember(text.start + text.attributes, body)
    }
    guard let attributes = former.written?.override?.attributes, attributes.first == 0x7B else { return }
    let text = AttributeText()
    attributes.withUnsafeBytes { text.load($0) }
    TrustedText.forEachMember(text.start + text.attributes, body)
  }

  /// Returns the JSON text of the attributes that the scene's own file stores for an object; nil if it stores none.
  package func writtenAttributes(of node: NodeIndex) -> [UInt8]? {
    guard let composition else { return attributesText(of: node).map { Array($0) } }
    let (written, place) = (composition.written, composition.place(of: node))
    guard let address = composition.address(of: place) else {
      return written.attributesText(of: place.written).map { Array($0) }
    }
    return written.overrides(of: address, in: place.written).map { Array($0.text) }
  }

  /// True if an edit changed the overrides of any placeholder in this generation of the text.
  package var hasEditedOverrides: Bool { overlay.loose.keys.contains { $0 > Self.paletteKey } }

  /// Returns the current overrides of a placeholder; nil if they are not an object. Missing overrides also yield nil
  /// unless `toWrite` is true.
  private func overridesIndex(of node: NodeIndex, toWrite: Bool = false) -> OverridesText? {
    if let latest = latestOverrides, latest.isOf(node, overlay) { return latest }
    let original = objectMember("overrides", of: node)
    if let original, original.first != 0x7B { return nil }
    let entry = overlay[Self.overridesKey(node)]
    if entry == nil, original == nil, !toWrite { return nil }
    let whole = AttributeText()
    let span = loadOverrides(whole, original, entry, node)
    let member = original.flatMap { _ in memberSpan("overrides", of: node) }
    let text = OverridesText(whole, of: node, in: self, span: span, member: member)
    latestOverrides = text
    return text
  }

  /// Loads a placeholder's overrides into `whole`, with the splice `entry` or, if it is nil, as read. Returns the span
  /// of the document that the text replaces.
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

  /// Edits the attributes that a placeholder overrides in an inner object. Removes an entry without attributes, and
  /// overrides without entries.
  ///
  /// - Parameter address: the id of the inner object in the template's document.
  func write(
    _ changes: [AttributeChange], overriding address: String, of node: NodeIndex
  ) throws(SceneError) -> SpliceRestore {
    guard let overrides = overridesIndex(of: node, toWrite: true) else {
      let found = objectMember("overrides", of: node).map { String(decoding: $0.prefix(40), as: UTF8.self) } ?? ""
      throw refused(.overridesNoObject(id(node), found: found))
    }
    // An entry without attributes is kept if there are no changes.
    let former = changes.isEmpty ? nil : try make(changes, of: address, in: overrides, of: node)
    var restore = source.set(overrides, isChange: former != nil)
    restore.written = former.map { SpliceRestore.Written($0) }
    return restore
  }

  /// Edits the attributes in one entry of a placeholder's overrides. Returns the record that undoes the changes; nil if
  /// nothing changes.
  private func make(
    _ changes: [AttributeChange], of address: String, in overrides: OverridesText, of node: NodeIndex
  ) throws(SceneError) -> OverridesText.Former? {
    let stored = overrides.entries.value(of: address)
    if let stored, stored.first != 0x7B {
      throw refused(.overridesNoObject(address, found: String(decoding: stored.prefix(40), as: UTF8.self)))
    }
    let attributes = AttributeText.emptyObject
    stored?.withUnsafeBytes { attributes.load($0) }
    let style = overrides.style ?? overridesLayout(node).emptyStyle
    overrides.style = style
    // An entry is written on one line.
    let pad: [UInt8] = style.colon.count > 1 ? [0x20] : []
    for change in changes {
      try make(change, in: attributes, of: "\(id(node))/\(address)") {
        AttributeText.EmptyStyle(before: pad, after: pad, colon: style.colon)
      }
    }
    return overrides.set(address, attributes.isEmptyObject ? nil : attributes.text, style)
  }

  /// Returns the JSON text of a placeholder's current overrides; nil if it has none.
  package func overridesText(of node: NodeIndex) -> [UInt8]? {
    guard record(node).pointee.classAndFlags & NodeTable.hasReservedKeys != 0 else { return nil }
    guard let text = overridesIndex(of: node) else {
      return objectMember("overrides", of: node).map { Array($0) }
    }
    return text.entries.isEmpty ? nil : text.json
  }

  /// Returns the JSON text of a placeholder's overrides as it would be after the given changes; nil if no entry is
  /// left.
  ///
  /// - Parameter changes: the changes to inner objects, by their ids in the template.
  package func overridesText(
    of node: NodeIndex, after changes: [(address: String, change: AttributeChange)]
  ) throws(SceneError) -> [UInt8]? {
    // The changes are made in a temporary text.
    latestOverrides = nil
    guard let overrides = overridesIndex(of: node, toWrite: true) else { return overridesText(of: node) }
    latestOverrides = nil
    for (address, change) in changes { _ = try make([change], of: address, in: overrides, of: node) }
    return overrides.entries.isEmpty ? nil : overrides.json
  }

  /// Undoes a change to an entry of a placeholder's overrides, and returns the record that redoes the change.
  func restore(_ former: OverridesText.Former, _ record: SpliceRestore) -> SpliceRestore {
    let node = Self.placeholder(ofKey: record.key)
    guard let overrides = overridesIndex(of: node, toWrite: true) else { return record }
    var restore = source.set(overrides, isChange: record.isChange)
    restore.written = SpliceRestore.Written(overrides.restore(former))
    return restore
  }

  /// Returns the span of an object's member, including a comma beside it; nil if the object has no such member.
  func memberSpan(_ name: String, of node: NodeIndex) -> Range<Int>? {
    var span: Range<Int>?
    var before: Int?
    forEachMember(of: node) { key, value, _ in
      if let found = span {
        // The first member is removed with the comma after it.
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

  /// Returns the layout of a placeholder around its `overrides`, else around its `attributes`, else around its `ref`.
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

  /// Returns the placeholder for an overlay key; the inverse of ``overridesKey(_:)``.
  static func placeholder(ofKey key: UInt32) -> NodeIndex { NodeIndex(key - paletteKey - 1) }
}

extension AttributeText {
  /// The bytes of an empty JSON object.
  static let braces: [UInt8] = [0x7B, 0x7D]

  /// A new text that contains an empty JSON object.
  static var emptyObject: AttributeText {
    let text = AttributeText()
    braces.withUnsafeBytes { text.load($0) }
    return text
  }

  /// True if the JSON object in the text has no members.
  var isEmptyObject: Bool { TrustedText.blanks(start + attributes + 1).pointee == 0x7D }
}
