internal import JSONText
package import SceneDocument

/// What an edit changes of each object, kept in a file until all of it is decided: any number of changes costs a megabyte
/// or two.
///
/// The runs that an edit consists of add to one list.
package final class ChangeSpool {
  private var records = SpooledRecords()

  /// What became known of an object's changes afterwards, and where the changes of that run are.
  private var effects: [NodeIndex: [Late]] = [:]
  private var start = 0

  /// Where the changes are that were taken back, in order and apart from each other.
  private var dropped: [Range<Int>] = []

  fileprivate struct Late {
    var run: Range<Int>
    var effects: [ObjectChange.Effect]
    var read: Set<String>
  }

  /// Begins a run of the edit.
  package func begin() { start = records.end }

  /// Where the next changes will be.
  var end: Int { records.end }

  /// Leaves out the changes from a place on.
  func drop(from start: Int) {
    guard start < end else { return }
    while let last = dropped.last, last.lowerBound >= start { dropped.removeLast() }
    dropped.append(start..<end)
  }

  package func add(_ changes: [ObjectChange], of node: NodeIndex) {
    guard !changes.isEmpty else { return }
    var bytes = ChangeBytes()
    for change in changes { bytes.append(change) }
    records.append(bytes.bytes, of: node)
  }

  /// Adds to the change in the present run, if the object has any, that causes effects on descendants: its only one, or the
  /// only one that makes a property different which they read. Else they are effects of the object.
  ///
  /// - Parameter read: the properties of the object that the descendants read.
  package func add(effects more: [ObjectChange.Effect], of node: NodeIndex, reading read: [String] = []) {
    effects[node, default: []].append(Late(run: start..<records.end, effects: more, read: Set(read)))
  }

  /// Follows a structural edit; changes of removed objects are dropped.
  package func follow(_ map: NodeMap) {
    records.follow(map)
    effects = effects.reduce(into: [:]) { moved, entry in
      if let node = map.new(entry.key) { moved[node] = entry.value }
    }
  }

  /// All changes in the order of the document, those of an object in the order in which they were added; false where they
  /// cannot be read any more.
  ///
  /// Classes are edited one after another, and people read in the order of the document.
  package func read(under job: InspectorJob? = nil, _ body: (NodeIndex, [ObjectChange]) -> Void) -> Bool {
    var last: NodeIndex?
    var late: ArraySlice<Late> = []
    var number = 0
    return records.read { record, bytes in
      if job?.isCancelled(at: number) == true { return false }
      number += 1
      let drop = dropped.partitioningIndex { $0.upperBound > record.offset }
      if drop < dropped.count, dropped[drop].contains(record.offset) { return true }
      var reader = ChangeReader(bytes)
      var changes: [ObjectChange] = []
      while let change = reader.change() { changes.append(change) }
      if last != record.node { late = effects[record.node, default: []][...] }
      last = record.node
      // Both are in the order of the runs.
      while let more = late.first, more.run.lowerBound <= record.offset {
        late.removeFirst()
        if more.run.contains(record.offset) { more.add(to: &changes) }
      }
      body(record.node, changes)
      return true
    }
  }
}

extension ChangeSpool.Late {
  /// Adds the effects to the one change that causes them, or to those of the object.
  fileprivate func add(to changes: inout [ObjectChange]) {
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

extension Diagnostic {
  /// What ``ChangeSpool`` kept in a file cannot be read any more.
  static let changesLost = Diagnostic(EditRefusal.changesLost)
}
