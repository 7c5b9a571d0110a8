import JSONText

extension SceneDocument {
  /// Calls `body` with each current attribute of the object, in order, until `body` returns false.
  ///
  /// The key is the raw text between the quotes, whose escapes are not decoded; compare it with `JSONString.equals`.
  /// The value is JSON text. Neither is validated again, and reading an unedited object allocates no memory. The
  /// buffers are valid until the document is edited or released. The buffers of an edited object are valid only until
  /// 63 other edited objects have been read.
  @inlinable @inline(__always)
  public func forEachAttribute<E: Error>(
    of node: NodeIndex, _ body: (_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) throws(E) -> Bool
  ) throws(E) {
    guard let start = attributesStart(node) else { return }
    try TrustedText.forEachMember(start, body)
  }

  /// Calls `body` with each member of an attribute's value such as `{"x": 1, "y": 2}`, until `body` returns false.
  ///
  /// The value must come from `forEachAttribute`, since it is not validated again. A value that is not an object has no
  /// members.
  @inlinable @inline(__always)
  public static func forEachMember<E: Error>(
    ofValue value: UnsafeRawBufferPointer,
    _ body: (_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) throws(E) -> Bool
  ) throws(E) {
    guard value.first == 0x7B, let start = value.baseAddress else { return }
    try TrustedText.forEachMember(start.assumingMemoryBound(to: UInt8.self), body)
  }

  /// Returns the current JSON text of one attribute; nil if the object has no attribute of this name.
  public func attribute(_ key: String, of node: NodeIndex) -> [UInt8]? {
    attributesStart(node).flatMap { TrustedText.member(key, of: $0) }.map { Array($0.value) }
  }

  /// Returns the line and column of an attribute's value in the document as read; nil if the object had no such
  /// attribute.
  public func place(ofAttribute key: String, of node: NodeIndex) -> SourcePosition? {
    attributeOrigin(key, of: node).map { $0.source.position(ofOffset: $0.value) }
  }

  /// Returns the offsets of an attribute's key and value in the document as read; nil if the object had no such
  /// attribute.
  package func offsets(ofAttribute key: String, of node: NodeIndex) -> (key: Int, value: Int)? {
    if let projection { return projection.members(of: node).leaf(key).map { ($0.key, $0.value.lowerBound) } }
    return originalAttributes(node).flatMap { memberOffsets(key, in: $0) }
  }

  private func memberOffsets(_ name: String, in object: UnsafePointer<UInt8>) -> (key: Int, value: Int)? {
    // The key's offset is that of its quotation mark.
    TrustedText.member(name, of: object).map { (offset(of: $0.key) - 1, offset(of: $0.value)) }
  }

  /// Calls `body` with the unescaped name of each attribute, and with the offsets of its key and its value in the
  /// document as read.
  package func forEachOffset(of node: NodeIndex, _ body: (_ name: String, _ key: Int, _ value: Int) -> Void) {
    if let projection {
      for leaf in projection.members(of: node).leaves { body(leaf.name, leaf.key, leaf.value.lowerBound) }
      return
    }
    guard let start = originalAttributes(node) else { return }
    TrustedText.forEachMember(start) { raw, value in
      body(JSONString.decode(raw), offset(of: raw) - 1, offset(of: value))
      return true
    }
  }

  /// Returns the offset of the opening quote of the object's class name in the document as read.
  public func classOffset(_ node: NodeIndex) -> Int {
    objectMember("class", of: node).map { offset(of: $0) } ?? objectOffset(node)
  }

  /// Returns the position of the `{` of the object's current attributes; nil if the object has no attributes.
  @inlinable @inline(__always)
  func attributesStart(_ node: NodeIndex) -> UnsafePointer<UInt8>? {
    if view.edited.contains(node.number) { return editedAttributes(node) }
    let record = record(node)
    let offset = record.pointee.attributes
    if offset == 0 { return nil }
    if offset == NodeTable.long { return originalAttributes(node) }
    return base + record.pointee.start + Int(offset)
  }

  /// Returns the position of the `{` of the object's attributes in the original text; nil if they are missing there.
  @usableFromInline
  func originalAttributes(_ node: NodeIndex) -> UnsafePointer<UInt8>? {
    let offset = record(node).pointee.attributes
    if offset == 0 { return nil }
    if offset != NodeTable.long { return base + objectOffset(node) + Int(offset) }
    // The attributes begin more than 4 GiB after their object's `{`.
    return objectMember("attributes", of: node)?.baseAddress?.assumingMemoryBound(to: UInt8.self)
  }
}

extension TextDocument {
  /// Returns the offset, in the text as read, of a member of a JSON value, such as `width` of `frame`; nil if the value
  /// has no such member.
  ///
  /// - Parameters:
  ///   - isKey: true to return the offset of the member's key, false for that of its value.
  ///   - offset: the offset of the value, which is valid JSON.
  package func memberOffset(_ member: String, isKey: Bool, inValueAt offset: Int) -> Int? {
    let base = original.base
    guard base[offset] == UInt8(ascii: "{"), let found = TrustedText.member(member, of: base + offset) else {
      return nil
    }
    let start = UnsafeRawPointer(base)
    // The key's offset is that of its quotation mark.
    return isKey ? found.key.baseAddress.map { $0 - start - 1 } : found.value.baseAddress.map { $0 - start }
  }
}
