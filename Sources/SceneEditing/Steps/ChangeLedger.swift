internal import JSONText
package import SceneDocument

/// A ledger of the attribute changes that the steps of an edit make. It reports one change for each property of an
/// object, from its value before the first step to its value after the last.
package struct ChangeLedger {
  package let spool = ChangeSpool()

  /// The remarks about the values that steps set.
  package var remarks: RemarkLedger

  init(hasSeveralSteps: Bool) { remarks = RemarkLedger(hasLaterSteps: hasSeveralSteps) }

  /// The objects whose attributes were changed, by their current numbers.
  package private(set) var changed = NodeSet()

  /// The objects that the selectors of steps matched, by their current numbers.
  package private(set) var matched = NodeSet()

  mutating func match(_ nodes: some Sequence<NodeIndex>) {
    for node in nodes { matched.insert(node) }
  }

  /// The objects that were changed more than once and may therefore store their original attributes again.
  private var repeated = NodeSet()

  /// The objects that are known to differ from their original state, which is no longer kept for comparison.
  private var decided = NodeSet()

  /// The hashes of the original attributes of objects that were changed before a structural step. The hashes are needed
  /// because a restore record can be read only in the version of the text for which it was made.
  private var hashes: [NodeIndex: Int] = [:]

  /// The restore record of each object's first change since the last structural step; nil until one is requested.
  private var firsts: [NodeIndex: SpliceRestore]?

  /// The original texts of the runtime attributes that the edit changed, keyed by object; nil for an object that had
  /// none.
  private var runtimeTexts: [NodeIndex: [UInt8]?] = [:]

  /// Records a change of an object's attributes.
  ///
  /// - Parameter restore: the record that undoes the change.
  package mutating func change(_ restore: SpliceRestore) {
    if !changed.insert(restore.node), !decided.contains(restore.node) { repeated.insert(restore.node) }
  }

  /// Records that a placeholder lost an override without a target object. The placeholder's attributes do not show this
  /// change.
  mutating func loseOverride(_ placeholder: NodeIndex) {
    changed.insert(placeholder)
    decided.insert(placeholder)
    repeated.remove(placeholder)
  }

  /// Records a change of an object's runtime attributes.
  ///
  /// - Parameter former: the text before the change; nil if the object had none.
  mutating func changeRuntimeAttributes(of node: NodeIndex, from former: [UInt8]?) {
    if runtimeTexts[node] == nil { runtimeTexts[node] = .some(former) }
  }

  /// Records a change of an object's attributes that the caller undoes immediately afterwards. Whether the object
  /// counts as changed is decided now, since the change cannot be compared later.
  ///
  /// - Parameter edit: all earlier changes of the edit.
  mutating func look(_ restore: SpliceRestore, after edit: InverseEdit, in document: SceneDocument) {
    let node = restore.node
    guard !changed.insert(node), !decided.contains(node) else { return }
    let before = hashes[node] ?? first(of: node, edit).map { Self.hash(before: $0, in: document) }
    if before == Self.hash(of: node, in: document) { changed.remove(node) }
    repeated.remove(node)
  }

  /// Returns the restore record of an object's first change since the last structural step; nil if there is none.
  private mutating func first(of node: NodeIndex, _ edit: InverseEdit) -> SpliceRestore? {
    if let firsts { return firsts[node] }
    var firsts: [NodeIndex: SpliceRestore] = [:]
    edit.forEachFirstRestore(among: changed) { firsts[$0.node] = $0 }
    self.firsts = firsts
    return firsts[node]
  }

  /// Saves hashes of the original attributes before a structural step, after which restore records can no longer be
  /// read. If `mayChange` is false, decides instead which objects count as changed.
  ///
  /// - Parameters:
  ///   - edit: the changes so far.
  ///   - mayChange: true if stored values of objects may change after the step.
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

  /// Returns the number of objects whose attributes or runtime attributes differ from their state before the first
  /// step. Inserted objects are not counted.
  ///
  /// - Parameter edit: all changes.
  func changedCount(after edit: InverseEdit, in document: SceneDocument, isNew: (NodeIndex) -> Bool) -> Int {
    let unchanged = unchanged(after: edit, in: document)
    let others = runtimeTexts.count { node, former in
      let isCounted = changed.contains(node) && !unchanged.contains(node)
      // In a document of a different format, a new runtime attribute is one of the object's values.
      let isChanged =
        document.foreignFormat != nil || former != document.runtimeAttributesText(of: node).map { Array($0.text) }
      return !isCounted && !isNew(node) && isChanged
    }
    return changed.count { !isNew($0) } - unchanged.count { !isNew($0) } + others
  }

  /// Returns the objects that were changed, but now store their original attributes again.
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
    var hash = Hasher()
    document.forEachWrittenAttribute(of: node) { hash.add($0, $1) }
    return hash.finalize()
  }

  private static func hash(before restore: SpliceRestore, in document: SceneDocument) -> Int {
    var hash = Hasher()
    document.forEachWrittenAttribute(of: restore.node, before: restore) { hash.add($0, $1) }
    return hash.finalize()
  }

  /// Renumbers the objects after a structural step, and drops the changes of removed objects.
  package mutating func follow(_ map: NodeMap) {
    (changed, repeated) = (changed.moved(by: map), repeated.moved(by: map))
    (decided, matched) = (decided.moved(by: map), matched.moved(by: map))
    (hashes, firsts) = (hashes.moved(by: map), nil)
    runtimeTexts = runtimeTexts.moved(by: map)
    remarks.follow(map)
    spool.follow(map)
  }

  /// Calls `body` with the changes in document order, under the current ids and classes of the objects. Successive
  /// changes of the same property are merged. Returns false if the changes can no longer be read.
  ///
  /// - Parameter job: ends the reading early if it is cancelled.
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

extension Hasher {
  /// Adds the key and the value of an attribute. Always returns true, so that the caller's iteration continues.
  fileprivate mutating func add(_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Bool {
    combine(part: key)
    // A moved value is indented like its new neighbours, so the line breaks in it are not significant.
    if value.contains(0x0A) {
      Array(ColumnReader.inOneLine(Array(value)).utf8).withUnsafeBytes { combine(part: $0) }
    } else {
      combine(part: value)
    }
    return true
  }

  private mutating func combine(part: UnsafeRawBufferPointer) {
    combine(part.count)
    combine(bytes: part)
  }
}
