/// A hash table of objects by their ids: an open-addressing table of object numbers, at most half full.
///
/// The table is built only after several look-ups, since a linear search of the hashes is cheaper for a few look-ups.
struct IDTable {
  private let slots: [UInt32]
  private let mask: Int
  private static let empty = UInt32.max

  /// Creates the table of the given objects.
  ///
  /// - Parameter hash: returns the hash of an object's id.
  init(_ nodes: Range<NodeIndex>, hash: (NodeIndex) -> UInt32) {
    var capacity = 16
    while capacity < 2 * nodes.count { capacity *= 2 }
    mask = capacity - 1
    var slots = [UInt32](repeating: Self.empty, count: capacity)
    for node in nodes {
      var slot = Int(hash(node)) & mask
      while slots[slot] != Self.empty { slot = (slot + 1) & mask }
      slots[slot] = UInt32(truncatingIfNeeded: node.number)
    }
    self.slots = slots
  }

  /// Returns the first object for which `isMeant` is true, among the candidates for a hash; nil if there is none.
  func node(hash: UInt32, where isMeant: (NodeIndex) -> Bool) -> NodeIndex? {
    var slot = Int(hash) & mask
    while slots[slot] != Self.empty {
      let node = NodeIndex(slots[slot])
      if isMeant(node) { return node }
      slot = (slot + 1) & mask
    }
    return nil
  }
}
