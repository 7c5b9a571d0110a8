import JSONText

extension SceneDocument {
  /// The number of objects in the scene, at all depths.
  @inlinable
  public var objectCount: Int { view.count }

  /// The objects of the scene, at all depths, in the order of the document.
  @inlinable
  public var objects: Range<NodeIndex> { NodeIndex(0)..<NodeIndex(view.count) }

  /// Returns the number of the object's class; the name of the class is `classNames[classID(node)]`.
  @inlinable
  public func classID(_ node: NodeIndex) -> Int {
    Int(record(node).pointee.classAndFlags & NodeTable.classMask)
  }

  /// Returns the name of the object's class.
  public func className(_ node: NodeIndex) -> String {
    classNames[classID(node)]
  }

  /// Returns the parent of an object; nil for a root object.
  @inlinable
  public func parent(_ node: NodeIndex) -> NodeIndex? {
    let parent = record(node).pointee.parent
    return parent == NodeTable.none ? nil : NodeIndex(parent)
  }

  /// Returns the index of the first object after the object and all its descendants; `objectCount` if none follows.
  @inlinable
  public func afterSubtree(_ node: NodeIndex) -> NodeIndex {
    NodeIndex(record(node).pointee.after)
  }

  /// Returns the object's first child; nil if it has none.
  @inlinable
  public func firstChild(_ node: NodeIndex) -> NodeIndex? {
    afterSubtree(node) > node + 1 ? node + 1 : nil
  }

  /// Returns the next object with the same parent; nil if this is the last one.
  @inlinable
  public func nextSibling(_ node: NodeIndex) -> NodeIndex? {
    let after = afterSubtree(node)
    guard after.number < objectCount, record(after).pointee.parent == record(node).pointee.parent else { return nil }
    return after
  }

  /// Returns the number of the object's ancestors; 0 for a root object. The cost is proportional to this number.
  public func depth(_ node: NodeIndex) -> Int {
    var depth = 0
    var ancestor = parent(node)
    while let current = ancestor {
      depth += 1
      ancestor = parent(current)
    }
    return depth
  }

  /// Returns the object's children in their order.
  public func children(_ node: NodeIndex) -> some Sequence<NodeIndex> { siblings(from: firstChild(node)) }

  /// The root objects of the scene, in their order.
  public var roots: some Sequence<NodeIndex> { siblings(from: objects.first) }

  private func siblings(from first: NodeIndex?) -> some Sequence<NodeIndex> {
    sequence(state: first) { [self] next in
      defer { next = next.flatMap { nextSibling($0) } }
      return next
    }
  }

  /// Returns the object's id.
  public func id(_ node: NodeIndex) -> String {
    idText(node).map(JSONString.decode) ?? ""
  }

  /// Returns the object's `name`; nil if it has none.
  public func objectName(_ node: NodeIndex) -> String? {
    string("name", of: node).map(JSONString.decode)
  }

  /// Returns the object with this id; nil if there is none.
  ///
  /// The first look-ups search the hashes of all ids, which takes some tenths of a millisecond for a million objects.
  /// The 16th look-up builds a table that takes 8 to 16 bytes per object.
  public func node(id wanted: String) -> NodeIndex? {
    var wanted = wanted
    let wantedHash = UInt32(truncatingIfNeeded: wanted.withUTF8 { indexed.state.hash(UnsafeRawBufferPointer($0)) })
    func isMeant(_ node: NodeIndex) -> Bool {
      guard view.records[node.number].idHash == wantedHash, let id = idText(node) else { return false }
      return JSONString.equals(id, wanted)
    }
    index.lookUps += 1
    if index.lookUps == Self.lookUpsBeforeTable { index.makeIDTable() }
    if let idTable = index.idTable { return idTable.node(hash: wantedHash, where: isMeant) }
    for node in objects where isMeant(node) { return node }
    return nil
  }

  private static var lookUpsBeforeTable: Int { 16 }

  /// Returns the keys `ref` and `overrides` of an object if the scene is not composed or the object's template is
  /// missing. An object with such a key cannot be edited.
  public func reservedKeys(_ node: NodeIndex) -> [String] {
    guard record(node).pointee.classAndFlags & NodeTable.hasReservedKeys != 0 else { return [] }
    var keys: [String] = []
    forEachObjectMember(node) { key, _ in
      if KeyShapes.role(of: key, in: .object) == .reserved, !isWritten || !Self.isOfInstance(key) {
        keys.append(JSONString.decode(key))
      }
      return true
    }
    return keys
  }

  /// Returns the offset of the object's `{` in the document as read, in bytes from its start.
  @inlinable
  public func objectOffset(_ node: NodeIndex) -> Int {
    record(node).pointee.start
  }

  /// Returns the line and column of an offset in the document as read.
  public func position(ofOffset offset: Int) -> SourcePosition {
    indexed.position(ofOffset: offset)
  }

  /// Returns true if a key is one of the keys of placeholders, `ref` and `overrides`.
  static func isOfInstance(_ key: UnsafeRawBufferPointer) -> Bool {
    JSONString.equals(key, "ref") || JSONString.equals(key, "overrides")
  }

  /// Returns the reason why the template of a placeholder, in the scene or in a template, is not available; nil if it
  /// is available, or if the object is not a placeholder.
  package func problemOfTemplate(_ node: NodeIndex) -> AnyRefusal? {
    guard let composition else { return nil }
    let place = composition.place(of: node)
    guard let (document, inner) = composition.source(of: place) else {
      return composition.plan.problems[place.written]
    }
    return document.problemOfTemplate(inner)
  }

  /// Returns the error for editing an object that has reserved keys.
  func reserved(_ node: NodeIndex) -> SceneError {
    if let problem = problemOfTemplate(node) {
      return refused(CompositionRefusal.unresolved(id(node), problem))
    }
    return plainlyReserved(node)
  }

  private func plainlyReserved(_ node: NodeIndex) -> SceneError {
    source.error(SceneRefusal.notEditable(id(node), keys: reservedKeys(node)), at: objectOffset(node))
  }

  /// Returns the error for a refused edit, without a position.
  func refused(_ reason: ChangeRefusal) -> SceneError { SceneError(reason, file: name) }

  func refused(_ reason: CompositionRefusal) -> SceneError { SceneError(reason, file: name) }

  // MARK: Members

  @inlinable @inline(__always)
  func record(_ node: NodeIndex) -> UnsafeMutablePointer<NodeRecord> {
    precondition(node.number >= 0 && node.number < view.count, "no such object")
    return view.records + node.number
  }

  /// Returns the offset after the object's `}` in the document as read.
  func objectEnd(_ node: NodeIndex) -> Int {
    let length = record(node).pointee.length
    let isLong = length == NodeTable.long
    return objectOffset(node) + (isLong ? nodes.longLengths[UInt32(truncatingIfNeeded: node.number)] ?? 0 : Int(length))
  }

  /// Returns the offset of the object's id in the document's file.
  func writtenIDOffset(_ node: NodeIndex) -> Int { projection?.object(node)?.idOffset ?? idOffset(node) }

  func idOffset(_ node: NodeIndex) -> Int {
    idText(node).map { offset(of: $0) - 1 } ?? objectOffset(node)
  }

  /// Returns the raw text of the object's id: without its quotes, but with its escapes.
  package func idText(_ node: NodeIndex) -> UnsafeRawBufferPointer? { string("id", of: node) }

  /// Returns the raw text, without the quotes, of a member of the object whose value is a string; nil if the member is
  /// missing.
  private func string(_ key: String, of node: NodeIndex) -> UnsafeRawBufferPointer? {
    objectMember(key, of: node).map { UnsafeRawBufferPointer(rebasing: $0.dropFirst().dropLast()) }
  }

  /// Returns the value of a member of the object as read; nil if it is missing. Never returns `children`.
  func objectMember(_ wanted: String, of node: NodeIndex) -> UnsafeRawBufferPointer? {
    var found: UnsafeRawBufferPointer?
    forEachObjectMember(node) { key, value in
      guard JSONString.equals(key, wanted) else { return true }
      found = value
      return false
    }
    return found
  }

  /// Calls `body` with each member of the object as read, except `children`, until `body` returns false.
  func forEachObjectMember(
    _ node: NodeIndex, _ body: (_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Bool
  ) {
    forEachMember(of: node) { key, value, isChildren in isChildren || body(key, value) }
  }

  /// Calls `body` with each member of the object as read, until `body` returns false. The argument `isChildren` is true
  /// for the member `children`.
  ///
  /// The index is used to skip the children, so that the cost does not depend on the number of descendants.
  func forEachMember(
    of node: NodeIndex,
    _ body: (_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer, _ isChildren: Bool) -> Bool
  ) {
    var p = TrustedText.blanks(base + objectOffset(node) + 1)
    while p.pointee == 0x22 {
      let keyEnd = TrustedText.closingQuote(p + 1)
      let key = UnsafeRawBufferPointer(start: p + 1, count: keyEnd - (p + 1))
      let value = TrustedText.blanks(TrustedText.blanks(keyEnd + 1) + 1)
      let isChildren = value.pointee == 0x5B && KeyShapes.role(of: key, in: .object) == .children
      let end = isChildren ? childrenEnd(node, value) : TrustedText.skipValue(value)
      guard body(key, UnsafeRawBufferPointer(start: value, count: end - value), isChildren) else { return }
      p = TrustedText.blanks(end)
      if p.pointee == 0x2C { p = TrustedText.blanks(p + 1) }
    }
  }

  /// Returns the position after the `]` of the object's array of children.
  ///
  /// - Parameter start: the position of the array's `[`.
  private func childrenEnd(_ node: NodeIndex, _ start: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
    guard var child = firstChild(node) else { return TrustedText.skipValue(start) }
    // There may be many children, and many levels between the last child and the last descendant. Two searches
    // alternate, one from the first child on and one up from the last descendant, so that the shorter one decides the
    // cost.
    let end = afterSubtree(node)
    var last = end - 1
    while let parent = parent(last), parent != node {
      let next = afterSubtree(child)
      if next == end {
        last = child
        break
      }
      (last, child) = (parent, next)
    }
    return TrustedText.blanks(base + objectEnd(last)) + 1
  }
}
