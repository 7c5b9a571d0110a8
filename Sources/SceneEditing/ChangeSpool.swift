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

  /// Where the changes are that were taken back.
  private var dropped: [Range<Int>] = []

  private struct Late {
    var run: Range<Int>
    var effects: [ObjectChange.Effect]
  }

  /// Begins a run of the edit.
  package func begin() { start = records.end }

  /// Where the next changes will be.
  var end: Int { records.end }

  /// Leaves out the changes from a place on.
  func drop(from start: Int) {
    if start < end { dropped.append(start..<end) }
  }

  package func add(_ changes: [ObjectChange], of node: NodeIndex) {
    guard !changes.isEmpty else { return }
    var bytes = ChangeBytes()
    for change in changes { bytes.append(change) }
    records.append(bytes.bytes, of: node)
  }

  /// Adds to an object's first change in the present run, if it has any.
  package func add(effects more: [ObjectChange.Effect], of node: NodeIndex) {
    effects[node, default: []].append(Late(run: start..<records.end, effects: more))
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
  package func read(until cancellation: Cancellation? = nil, _ body: (NodeIndex, [ObjectChange]) -> Void) -> Bool {
    var (last, late, number): (NodeIndex?, [Late], Int) = (nil, [], 0)
    return records.read { record, bytes in
      if cancellation?.isCancelled(at: number) == true { return false }
      number += 1
      if dropped.contains(where: { $0.contains(record.offset) }) { return true }
      var reader = ChangeReader(bytes)
      var changes: [ObjectChange] = []
      while let change = reader.change() { changes.append(change) }
      if last != record.node { late = effects[record.node, default: []] }
      last = record.node
      late.removeAll { more in
        guard more.run.contains(record.offset) else { return false }
        changes[0].effects += more.effects
        return true
      }
      body(record.node, changes)
      return true
    }
  }
}

extension EditError {
  /// What ``ChangeSpool`` kept in a file cannot be read any more.
  static let changesLost = EditError(.changesLost)
}
