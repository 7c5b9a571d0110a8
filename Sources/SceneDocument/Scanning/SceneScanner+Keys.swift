// Keys: those that match the sequence of the previous object, and all others.
extension SceneScanner {
  /// Moves `shape` over the key at `p`, from after its opening quote to after the closing one.
  @inline(__always)
  mutating func key(_ p: Cursor, _ shape: inout UInt32) -> Cursor? {
    let child = shapes.nodes[Int(shape)].firstChild
    if shapes.matches(child, p, TrustedText.load(p), TrustedText.load(p + 8)) {
      shape = child
      return p + Int(shapes.nodes[Int(child)].length) + 1
    }
    return otherKey(p, &shape)
  }

  /// Takes a key that differs from the predicted one.
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

  /// Hands the current object over to `KeyLists`, with the keys it had so far.
  private mutating func list(_ shape: inout UInt32) {
    lists.open(shapes.nodes[Int(shape)].kind)
    // They are known to be unique, so the results do not matter.
    shapes.forEachKey(upFrom: shape) { key, length in _ = lists.add(key, count: length) }
    shape = KeyShapes.listed
  }

  @inline(__always)
  func role(_ shape: UInt32) -> KeyShapes.Role {
    shape == KeyShapes.listed ? listedRole : shapes.nodes[Int(shape)].role
  }
}
