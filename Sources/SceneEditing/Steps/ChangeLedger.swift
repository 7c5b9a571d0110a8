internal import JSONText
package import SceneDocument

/// Gathers the changes of attributes that the steps of an edit make, each property of an object once: from what it was
/// before the first step to what it is after the last.
package struct ChangeLedger {
  package let spool = ChangeSpool()

  /// Remarks about the values that steps gave.
  package var remarks: RemarkLedger

  init(hasSeveralSteps: Bool) { remarks = RemarkLedger(hasLaterSteps: hasSeveralSteps) }

  /// The objects whose attributes were changed, by their numbers now.
  package private(set) var changed = NodeSet()

  /// The objects that steps meant, by their numbers now.
  package private(set) var matched = NodeSet()

  mutating func match(_ nodes: some Sequence<NodeIndex>) {
    for node in nodes { matched.insert(node) }
  }

  /// The changed objects that were changed more than once, and may store again what they did at first.
  private var repeated = NodeSet()

  /// The changed objects that count as changed whatever comes, since what they stored at first is not kept.
  private var decided = NodeSet()

  /// What objects stored at first, as a hash, where that was before a structural step: what undoes a change is read in the
  /// text that it was made in.
  private var hashes: [NodeIndex: Int] = [:]

  /// What undoes the first change of each object since the last structural step; made when it is asked for.
  private var firsts: [NodeIndex: ObjectRestore]?

  /// Notes a change of an object's attributes.
  package mutating func change(_ restore: ObjectRestore) {
    if !changed.insert(restore.node), !decided.contains(restore.node) { repeated.insert(restore.node) }
  }

  /// Notes a change of an object's attributes that is undone right after: decides now whether the object counts as
  /// changed.
  ///
  /// - Parameter edit: the changes before it.
  mutating func look(_ restore: ObjectRestore, after edit: InverseEdit, in document: SceneDocument) {
    let node = restore.node
    guard !changed.insert(node), !decided.contains(node) else { return }
    let before = hashes[node] ?? first(of: node, edit).map { Self.hash(before: $0, in: document) }
    if before == Self.hash(of: node, in: document) { changed.remove(node) }
    repeated.remove(node)
  }

  /// What undoes the first change of an object; nil where there was none since the last structural step.
  private mutating func first(of node: NodeIndex, _ edit: InverseEdit) -> ObjectRestore? {
    if let firsts { return firsts[node] }
    var firsts: [NodeIndex: ObjectRestore] = [:]
    edit.forEachFirstRestore(among: changed) { firsts[$0.node] = $0 }
    self.firsts = firsts
    return firsts[node]
  }

  /// Looks at what was changed before a structural step, after which it cannot be read any more.
  ///
  /// - Parameters:
  ///   - edit: the changes so far.
  ///   - mayChange: whether what objects store may be changed after the step.
  mutating func prepare(for edit: InverseEdit, in document: SceneDocument, mayChange: Bool) {
    if mayChange {
      edit.forEachFirstRestore(among: changed) { restore in
        guard hashes[restore.node] == nil, !decided.contains(restore.node) else { return }
        hashes[restore.node] = Self.hash(before: restore, in: document)
      }
    } else {
      for node in unchanged(after: edit, in: document) { changed.remove(node) }
      (decided, repeated, hashes) = (changed, NodeSet(), [:])
    }
  }

  /// How many objects store something else than before the first step, of those that were there then.
  ///
  /// - Parameter edit: all changes.
  func changedCount(after edit: InverseEdit, in document: SceneDocument, isNew: (NodeIndex) -> Bool) -> Int {
    changed.count { !isNew($0) } - unchanged(after: edit, in: document).count { !isNew($0) }
  }

  /// The objects that were changed and changed back.
  private func unchanged(after edit: InverseEdit, in document: SceneDocument) -> [NodeIndex] {
    guard !repeated.isEmpty else { return [] }
    var unchanged: [NodeIndex] = []
    for node in repeated {
      if let hash = hashes[node], hash == Self.hash(of: node, in: document) { unchanged.append(node) }
    }
    edit.forEachFirstRestore(among: repeated) { restore in
      let node = restore.node
      if hashes[node] == nil, Self.hash(before: restore, in: document) == Self.hash(of: node, in: document) {
        unchanged.append(node)
      }
    }
    return unchanged
  }

  private static func hash(of node: NodeIndex, in document: SceneDocument) -> Int {
    var hash = StoredHash()
    document.forEachAttribute(of: node) { hash.add($0, $1) }
    return hash.value
  }

  private static func hash(before restore: ObjectRestore, in document: SceneDocument) -> Int {
    var hash = StoredHash()
    document.forEachAttribute(before: restore) { hash.add($0, $1) }
    return hash.value
  }

  /// Follows a structural step; changes of removed objects are dropped.
  package mutating func follow(_ map: NodeMap) {
    (changed, repeated) = (changed.moved(by: map), repeated.moved(by: map))
    (decided, matched) = (decided.moved(by: map), matched.moved(by: map))
    if !map.isIdentity {
      hashes = hashes.reduce(into: [:]) { moved, entry in
        if let node = map.new(entry.key) { moved[node] = entry.value }
      }
    }
    firsts = nil
    remarks.follow(map)
    spool.follow(map)
  }

  /// The changes in the order of the document, under the names that the objects have now; false where they cannot be
  /// read any more.
  ///
  /// - Parameter job: ends it on the way.
  package func read(
    in document: SceneDocument, under job: InspectorJob, _ body: (NodeIndex, ObjectChange) -> Void
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
    let isWhole = spool.read(under: job) { node, changes in
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
    combine(key)
    // The lines of what is moved are indented as those beside it.
    if value.contains(0x0A) {
      Array(ColumnReader.inOneLine(Array(value)).utf8).withUnsafeBytes { combine($0) }
    } else {
      combine(value)
    }
    return true
  }

  private mutating func combine(_ part: UnsafeRawBufferPointer) {
    hasher.combine(part.count)
    hasher.combine(bytes: part)
  }

  var value: Int { hasher.finalize() }
}
