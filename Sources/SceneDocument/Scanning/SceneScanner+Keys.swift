extension SceneScanner {
  /// Scans the key that begins at `p`, after its opening quote, and sets `shape` to the key's node. Returns the
  /// position after the closing quote; nil if the key is invalid or a duplicate.
  @inline(__always)
  mutating func key(_ p: Cursor, _ shape: inout UInt32) -> Cursor? {
    let child = shapes.nodes[Int(shape)].firstChild
    if shapes.matches(child, p, TrustedText.load(p), TrustedText.load(p + 8)) {
      shape = child
      return p + Int(shapes.nodes[Int(child)].length) + 1
    }
    return otherKey(p, &shape)
  }

  /// Scans a key that differs from the key predicted by `shape`, and sets `shape` to the key's node. Returns the
  /// position after the closing quote; nil if the key is invalid or a duplicate.
  @inline(never)
  private mutating func otherKey(_ p: Cursor, _ shape: inout UInt32) -> Cursor? {
    let child = shapes.child(of: shape, at: p)
    if child != KeyShapes.nothing {
      shape = child
      return p + Int(shapes.nodes[Int(child)].length) + 1
    }
    guard let end = string(p) else { return nil }
    let length = end - p - 1
    if shape != KeyShapes.listed {
      switch shapes.add(p, length: length, below: shape) {
      case .duplicate: return nil
      case .node(let node):
        shape = node
        return end
      case .full: list(&shape)
      }
    }
    listedRole = KeyShapes.role(of: UnsafeRawBufferPointer(start: p, count: length), in: lists.kind)
    return lists.add(p, count: length) ? end : nil
  }

  /// Copies the keys of the current object to `KeyLists`; the later keys of the object are added there, too.
  private mutating func list(_ shape: inout UInt32) {
    lists.open(shapes.nodes[Int(shape)].kind)
    // These keys are known to be unique, so the results do not matter.
    shapes.forEachKey(upFrom: shape) { key, length in _ = lists.add(key, count: length) }
    shape = KeyShapes.listed
  }

  @inline(__always)
  func role(_ shape: UInt32) -> KeyShapes.Role {
    shape == KeyShapes.listed ? listedRole : shapes.nodes[Int(shape)].role
  }
}
