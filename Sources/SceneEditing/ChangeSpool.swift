internal import JSONText
package import SceneDocument

/// A temporary file with the reported changes of each object, kept until the edit is accepted or refused. At most a
/// megabyte or two of the changes is in memory at any time.
///
/// All runs of an edit append to the same spool.
package final class ChangeSpool {
  private var records = SpooledRecords()

  /// The side effects that were added after the changes that caused them, keyed by object.
  private var effects: [NodeIndex: [Late]] = [:]
  private var start = 0

  /// The ranges of discarded changes, sorted and disjoint.
  private var dropped: [Range<Int>] = []

  fileprivate struct Late {
    /// The byte range, in the spool, of the changes that may have caused the effects.
    var run: Range<Int>
    var effects: [ObjectChange.Effect]
    var read: Set<String>

    /// Adds the effects to the only change that can have caused them, or else to the change of the object as a whole,
    /// which is appended if it is missing. Does nothing if `changes` is empty.
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

  /// Starts a new run of the edit. Effects that are added during a run belong only to changes of the same run.
  package func begin() { start = records.end }

  /// The offset at which the next changes will be written.
  var end: Int { records.end }

  /// Discards the changes that were written at the offset `start` or after it.
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

  /// Records side effects of a change to an object. The effects are added to the object's only change in the current
  /// run, or to its only change of a property in `read`; otherwise, to a change of the object as a whole. Without a
  /// change of the object in the run, the effects are dropped.
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

  /// Calls `body` with the changes of each object, in document order. Changes that were added separately to one object
  /// are passed separately, in the order in which they were added. Stops early if `job` is cancelled. Returns false if
  /// the file can no longer be read.
  ///
  /// Classes are edited one after another, but users read a report in document order.
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
