internal import JSONText
internal import SceneDocument

/// The rows of a list in order: by section, then by the keys, then by document order.
struct LiveTable {
  typealias Change = (old: LiveEntry, new: LiveEntry)

  private(set) var entries: [LiveEntry] = []
  private var byNode: [NodeIndex: LiveEntry] = [:]

  /// The direction for each key: true for descending order. A new order takes effect when all rows are replaced.
  var directions: [Bool]

  init(directions: [Bool]) { self.directions = directions }

  /// Returns the row of an object; nil if the table does not list it.
  subscript(node: NodeIndex) -> LiveEntry? { byNode[node] }

  /// Replaces all rows, given in any order.
  mutating func set(_ entries: [LiveEntry]) {
    self.entries = entries.sorted(by: precedes)
    byNode = Dictionary(uniqueKeysWithValues: entries.map { ($0.node, $0) })
  }

  /// Changes a few rows, each at the cost of a binary search for its index, and returns the difference.
  ///
  /// - Parameters:
  ///   - gone: the rows to remove.
  ///   - came: the rows to insert.
  ///   - stay: the changed rows with unchanged keys.
  ///   - moving: the row with changed keys; nil for none. It counts as moved only if its position among the other rows
  ///     changed.
  mutating func change(gone: [LiveEntry], came: [LiveEntry], stay: [Change], moving: Change?) -> LiveDifference {
    var difference = LiveDifference()
    difference.removed = places(of: gone)
    let from = moving.map { index(of: $0.old) }
    for change in stay { replace(change) }
    for entry in gone { remove(entry) }
    if let moving { remove(moving.old) }
    for entry in came + (moving.map { [$0.new] } ?? []) { insert(entry) }
    difference.inserted = places(of: came)
    if let moving, let from {
      let to = index(of: moving.new)
      let othersBefore = from - difference.removed.count { $0.index < from }
      let othersAfter = to - difference.inserted.count { $0.index < to }
      if othersBefore != othersAfter { difference.moved = [.init(from: from, to: to, row: moving.new.row)] }
    }
    difference.changed = (stay + (moving.map { [$0] } ?? [])).filter { $0.old.row != $0.new.row }.map {
      LiveDifference.Change(index: index(of: $0.new), old: $0.old.row, new: $0.new.row)
    }.sorted { $0.index < $1.index }
    return difference
  }

  private func places(of entries: [LiveEntry]) -> [LiveDifference.Place] {
    entries.map { .init(index: index(of: $0), row: $0.row) }.sorted { $0.index < $1.index }
  }

  // MARK: changes of single rows

  private mutating func replace(_ change: Change) {
    entries[index(of: change.old)] = change.new
    byNode[change.new.node] = change.new
  }

  private mutating func remove(_ entry: LiveEntry) {
    entries.remove(at: index(of: entry))
    byNode[entry.node] = nil
  }

  private mutating func insert(_ entry: LiveEntry) {
    entries.insert(entry, at: index(of: entry))
    byNode[entry.node] = entry
  }

  /// Returns the index of a row or, if the table does not contain the row, its insertion point.
  private func index(of entry: LiveEntry) -> Int {
    entries.partitioningIndex { !precedes($0, entry) }
  }

  private func precedes(_ first: LiveEntry, _ second: LiveEntry) -> Bool {
    for (place, isDescending) in directions.enumerated() {
      let (left, right) = (first.keys[place], second.keys[place])
      if let isBefore = ColumnOrder.precedes(left, right, isDescending: isDescending) { return isBefore }
    }
    return first.node < second.node
  }
}

/// A row with its sort keys. It is a class, so that moving rows within large arrays moves single references.
final class LiveEntry {
  /// A number that identifies the object while it is in the list, even if its node number or id changes.
  let token: Int
  let node: NodeIndex

  /// The values to sort by: the section's value if the list has sections, then the values of the sort keys.
  let keys: [ColumnValue]
  let row: LiveRow

  init(token: Int, node: NodeIndex, keys: [ColumnValue], row: LiveRow) {
    (self.token, self.node, self.keys, self.row) = (token, node, keys, row)
  }

  /// Returns the row with the object's new node number.
  func moved(to node: NodeIndex) -> LiveEntry {
    node == self.node ? self : LiveEntry(token: token, node: node, keys: keys, row: row)
  }
}
