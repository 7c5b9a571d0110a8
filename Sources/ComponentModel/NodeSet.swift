package import SceneDocument

/// A set of objects, stored as one bit for each object number.
package struct NodeSet: Sequence {
  private var words: [UInt64] = []

  /// The number of objects in the set.
  package private(set) var count = 0

  package var isEmpty: Bool { count == 0 }

  package init() {}

  package init(_ nodes: some Sequence<NodeIndex>) { formUnion(nodes) }

  /// Inserts an object. Returns false if it was already present.
  @discardableResult
  package mutating func insert(_ node: NodeIndex) -> Bool {
    let (word, bit) = Self.place(of: node)
    if word >= words.count { words += repeatElement(0, count: word + 1 - words.count) }
    guard words[word] & bit == 0 else { return false }
    words[word] |= bit
    count += 1
    return true
  }

  package mutating func remove(_ node: NodeIndex) {
    guard contains(node) else { return }
    let (word, bit) = Self.place(of: node)
    words[word] &= ~bit
    count -= 1
  }

  package mutating func formUnion(_ nodes: some Sequence<NodeIndex>) {
    for node in nodes { insert(node) }
  }

  /// Returns the set of the same objects after a structural edit, by their new numbers and without removed objects.
  package func moved(by map: NodeMap) -> NodeSet {
    if map.isIdentity { return self }
    var moved = NodeSet()
    for node in self {
      if let node = map.new(node) { moved.insert(node) }
    }
    return moved
  }

  /// Inserts an object with its descendants, and returns the newly inserted objects. If an object is already in the
  /// set, all its descendants must be in it, too.
  package mutating func insert(subtreeOf node: NodeIndex, in document: SceneDocument) -> [NodeIndex] {
    var new: [NodeIndex] = []
    var next = node
    while next < document.afterSubtree(node) {
      if insert(next) {
        new.append(next)
        next += 1
      } else {
        next = document.afterSubtree(next)
      }
    }
    return new
  }

  package func contains(_ node: NodeIndex) -> Bool {
    let (word, bit) = Self.place(of: node)
    return word < words.count && words[word] & bit != 0
  }

  private static func place(of node: NodeIndex) -> (word: Int, bit: UInt64) {
    (node.number >> 6, 1 << UInt64(node.number & 63))
  }

  /// Returns an iterator in ascending order of the numbers.
  package func makeIterator() -> Iterator { Iterator(words: words) }

  package struct Iterator: IteratorProtocol {
    fileprivate let words: [UInt64]
    private var place = -1
    private var word: UInt64 = 0

    fileprivate init(words: [UInt64]) { self.words = words }

    package mutating func next() -> NodeIndex? {
      while word == 0 {
        guard place + 1 < words.count else { return nil }
        place += 1
        word = words[place]
      }
      defer { word &= word - 1 }
      return NodeIndex(place << 6 + word.trailingZeroBitCount)
    }
  }
}
