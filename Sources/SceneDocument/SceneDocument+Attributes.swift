import JSONText

extension SceneDocument {
  /// Calls `body` with each current attribute of the object, in order, until it returns false.
  ///
  /// The key is passed as written between its quotes (it may hold escapes: `JSONString.equals` compares), the value as
  /// JSON text. Nothing is allocated or checked again, so use this for work on many objects. The spans are valid until
  /// the document is edited or released; those of an edited object also only until 63 other edited objects were read.
  @inlinable @inline(__always)
  public func forEachAttribute<E: Error>(
    of node: NodeIndex, _ body: (_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) throws(E) -> Bool
  ) throws(E) {
    guard let start = attributesStart(node) else { return }
    try TrustedText.forEachMember(start, body)
  }

  /// Calls `body` with each member of an attribute's value that is an object, such as `{"x": 1, "y": 2}`.
  ///
  /// For values from `forEachAttribute`; here, too, nothing is checked again. Any other value has no members.
  @inlinable @inline(__always)
  public static func forEachMember<E: Error>(
    ofValue value: UnsafeRawBufferPointer,
    _ body: (_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) throws(E) -> Bool
  ) throws(E) {
    guard value.first == 0x7B, let start = value.baseAddress else { return }
    try TrustedText.forEachMember(start.assumingMemoryBound(to: UInt8.self), body)
  }

  /// Returns the current JSON text of one attribute, or nil if the object has none of this name.
  public func attribute(_ key: String, of node: NodeIndex) -> [UInt8]? {
    attributesStart(node).flatMap { TrustedText.member(key, of: $0) }.map { Array($0.value) }
  }

  /// Returns the line and column of an attribute's value in the document as read, or nil if it was not there.
  public func place(ofAttribute key: String, of node: NodeIndex) -> SourcePosition? {
    offsets(ofAttribute: key, of: node).map { source.position(ofOffset: $0.value) }
  }

  /// Returns the offsets of an attribute's key and value in the document as read, or nil if it was not there.
  package func offsets(ofAttribute key: String, of node: NodeIndex) -> (key: Int, value: Int)? {
    originalAttributes(node).flatMap { memberOffsets(key, in: $0) }
  }

  /// Returns the offset of a member of an attribute's value, such as `width` of a `frame`, in the document as read; nil
  /// if the value has no such member.
  ///
  /// - Parameters:
  ///   - isKey: true for the offset of the key, false for that of the value.
  ///   - offset: the offset of the attribute's value.
  package func memberOffset(_ member: String, isKey: Bool, inValueAt offset: Int) -> Int? {
    guard base[offset] == UInt8(ascii: "{") else { return nil }
    return memberOffsets(member, in: base + offset).map { isKey ? $0.key : $0.value }
  }

  private func memberOffsets(_ name: String, in object: UnsafePointer<UInt8>) -> (key: Int, value: Int)? {
    // The quotation mark precedes the key.
    TrustedText.member(name, of: object).map { (offset(of: $0.key) - 1, offset(of: $0.value)) }
  }

  /// Calls `body` with the unescaped key of each attribute, and the offsets of its key and of its value, in the
  /// document as read.
  package func forEachOffset(of node: NodeIndex, _ body: (_ name: String, _ key: Int, _ value: Int) -> Void) {
    guard let start = originalAttributes(node) else { return }
    TrustedText.forEachMember(start) { raw, value in
      body(JSONString.decode(raw), offset(of: raw) - 1, offset(of: value))
      return true
    }
  }

  /// Returns the offset of the object's class in the document as read; of its `{` for an object that was not read.
  public func classOffset(_ node: NodeIndex) -> Int {
    objectMember("class", of: node).map { offset(of: $0) } ?? objectOffset(node)
  }

  /// Returns the `{` of the object's current attributes.
  @inlinable @inline(__always)
  func attributesStart(_ node: NodeIndex) -> UnsafePointer<UInt8>? {
    if view.edited.contains(node.number) { return editedAttributes(node) }
    let record = record(node)
    let offset = record.pointee.attributes
    if offset == 0 { return nil }
    if offset == NodeTable.long { return originalAttributes(node) }
    return base + record.pointee.start + Int(offset)
  }

  /// Returns the `{` of the object's attributes as read.
  @usableFromInline
  func originalAttributes(_ node: NodeIndex) -> UnsafePointer<UInt8>? {
    let offset = record(node).pointee.attributes
    if offset == 0 { return nil }
    if offset != NodeTable.long { return base + objectOffset(node) + Int(offset) }
    // More than 4 GiB into its object.
    return objectMember("attributes", of: node)?.baseAddress?.assumingMemoryBound(to: UInt8.self)
  }
}
