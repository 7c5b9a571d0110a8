internal import JSONText
package import SceneDocument

/// Gathers the changes of attributes that the steps of an edit make, each property of an object once: from what it was
/// before the first step to what it is after the last.
package struct ChangeLedger {
  package let spool = ChangeSpool()

  /// The objects whose attributes were changed, by their numbers now.
  package private(set) var changed = NodeSet()

  /// The objects that steps meant, by their numbers now.
  package private(set) var matched = NodeSet()

  mutating func match(_ nodes: some Sequence<NodeIndex>) { matched.formUnion(nodes) }

  /// What the objects stored before the first change, as a hash: a later step may set it again.
  private var firsts: [NodeIndex: Int] = [:]

  /// Notes a change of an object's attributes.
  ///
  /// - Parameter keepsFirst: whether later steps may take it back.
  package mutating func change(_ restore: ObjectRestore, in document: SceneDocument, keepsFirst: Bool) {
    guard changed.insert(restore.node), keepsFirst else { return }
    var hash = StoredHash()
    document.forEachAttribute(before: restore) { hash.add($0, $1) }
    firsts[restore.node] = hash.value
  }

  /// The same of a change that stands for this moment only, after which no other comes.
  mutating func look(_ restore: ObjectRestore, in document: SceneDocument, keepsFirst: Bool) {
    change(restore, in: document, keepsFirst: keepsFirst)
    if !isDifferent(restore.node, in: document) { changed.remove(restore.node) }
    firsts[restore.node] = nil
  }

  /// How many objects store something else than before the first step, of those that were there then.
  func changedCount(in document: SceneDocument, isNew: (NodeIndex) -> Bool) -> Int {
    changed.count { !isNew($0) && isDifferent($0, in: document) }
  }

  private func isDifferent(_ node: NodeIndex, in document: SceneDocument) -> Bool {
    guard let first = firsts[node] else { return true }
    var hash = StoredHash()
    document.forEachAttribute(of: node) { hash.add($0, $1) }
    return hash.value != first
  }

  /// Follows a structural step; changes of removed objects are dropped.
  package mutating func follow(_ map: NodeMap) {
    changed = NodeSet(changed.lazy.compactMap(map.new))
    matched = NodeSet(matched.lazy.compactMap(map.new))
    firsts = Dictionary(
      firsts.compactMap { node, hash in map.new(node).map { ($0, hash) } }, uniquingKeysWith: { first, _ in first })
    spool.follow(map)
  }

  /// The changes in the order of the document, under the names that the objects have now; false where they cannot be
  /// read any more.
  ///
  /// - Parameter cancellation: ends it on the way.
  package func read(
    in document: SceneDocument, until cancellation: Cancellation, _ body: (NodeIndex, ObjectChange) -> Void
  ) -> Bool {
    var last: NodeIndex?
    var merged = MergedChanges()
    func report() {
      guard let last else { return }
      let (id, className) = (document.id(last), document.className(last))
      for var change in merged.all {
        change.object = id
        change.className = className
        body(last, change)
      }
    }
    let isWhole = spool.read(until: cancellation) { node, changes in
      if node != last {
        report()
        last = node
        merged.removeAll()
      }
      for change in changes { merged.add(change) }
    }
    report()
    return isWhole
  }
}

/// The keys and values of an object, in a number.
private struct StoredHash {
  private var hasher = Hasher()

  mutating func add(_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Bool {
    for part in [key, value] {
      hasher.combine(part.count)
      hasher.combine(bytes: part)
    }
    return true
  }

  var value: Int { hasher.finalize() }
}
