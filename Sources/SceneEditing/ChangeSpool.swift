internal import JSONText
package import SceneDocument

/// A temporary file with the changes of each object, kept until the whole edit is decided. Any number of changes costs
/// only a megabyte or two of memory.
///
/// All runs of an edit append to the same spool.
package final class ChangeSpool {
  private var records = SpooledRecords()

  /// The effects that became known after an object's own changes were added, by object.
  private var effects: [NodeIndex: [Late]] = [:]
  private var start = 0

  /// The ranges of discarded changes, sorted and disjoint.
  private var dropped: [Range<Int>] = []

  fileprivate struct Late {
    /// The range of the run's changes in the spool.
    var run: Range<Int>
    var effects: [ObjectChange.Effect]
    var read: Set<String>

    /// Adds the effects to the one change that causes them, or to the change of the object as a whole.
    func add(to changes: inout [ObjectChange]) {
      guard let first = changes.first else { return }
      let causing = changes.indices.filter { number in
        let change = changes[number]
        return read.contains(change.property)
          || change.effects.contains { $0.object.isExactly(change.object) && read.contains($0.property) }
      }
      if changes.count == 1 {
        changes[0].effects += effects
      } else if causing.count == 1 {
        changes[causing[0]].effects += effects
      } else if let place = changes.firstIndex(where: \.isOfObject) {
        changes[place].effects += effects
      } else {
        changes.append(ObjectChange(ofObject: first.object, className: first.className, effects: effects))
      }
    }
  }

  /// Begins a run of the edit. Effects that are added during a run belong to its changes.
  package func begin() { start = records.end }

  /// The offset at which the next changes will be written.
  var end: Int { records.end }

  /// Discards the changes that were written at an offset or after it.
  func drop(from start: Int) {
    guard start < end else { return }
    while let last = dropped.last, last.lowerBound >= start { dropped.removeLast() }
    dropped.append(start..<end)
  }

  package func add(_ changes: [ObjectChange], of node: NodeIndex) {
    guard !changes.isEmpty else { return }
    var writer = ByteWriter()
    for change in changes { writer.add(change) }
    records.append(writer.bytes, of: node)
  }

  /// Adds effects to the change of an object that causes them; they are dropped if the object has no change in the
  /// current run. The cause is the object's only change, or the only one that affects a property in `read`. If neither
  /// exists, the effects are added to a change of the object as a whole.
  ///
  /// - Parameter read: the properties of the object on which the affected values depend.
  package func add(effects more: [ObjectChange.Effect], of node: NodeIndex, reading read: [String] = []) {
    effects[node, default: []].append(Late(run: start..<records.end, effects: more, read: Set(read)))
  }

  /// Renumbers the objects after a structural edit, and drops the changes of removed objects.
  package func follow(_ map: NodeMap) {
    records.follow(map)
    effects = effects.moved(by: map)
  }

  /// Calls `body` with the changes of each object, in document order. The changes of one object keep the order in which
  /// they were added. Returns false if the file cannot be read any more.
  ///
  /// Classes are edited one after another, but people read a report in document order.
  package func read(under job: InspectorJob? = nil, _ body: (NodeIndex, [ObjectChange]) -> Void) -> Bool {
    var last: NodeIndex?
    var late: ArraySlice<Late> = []
    var number = 0
    return records.read { record, bytes in
      if job?.isCancelled(at: number) == true { return false }
      number += 1
      let drop = dropped.partitioningIndex { $0.upperBound > record.offset }
      if drop < dropped.count, dropped[drop].contains(record.offset) { return true }
      var reader = ByteReader(bytes[...])
      var changes: [ObjectChange] = []
      while !reader.isAtEnd, let change = try? reader.change() { changes.append(change) }
      if last != record.node { late = effects[record.node, default: []][...] }
      last = record.node
      // The effects and the records are both in the order of the runs.
      while let more = late.first, more.run.lowerBound <= record.offset {
        late.removeFirst()
        if more.run.contains(record.offset) { more.add(to: &changes) }
      }
      body(record.node, changes)
      return true
    }
  }
}
