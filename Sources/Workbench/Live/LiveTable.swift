internal import JSONText
internal import SceneDocument

/// The rows of a list in their order: by section first, then by the keys, and else in the order of the document.
struct LiveTable {
  typealias Change = (old: LiveEntry, new: LiveEntry)

  private(set) var entries: [LiveEntry] = []
  private var byNode: [NodeIndex: LiveEntry] = [:]

  /// For each key whether its order is turned around.
  private let directions: [Bool]

  init(directions: [Bool]) { self.directions = directions }

  /// The row of an object.
  subscript(node: NodeIndex) -> LiveEntry? { byNode[node] }

  /// Takes other rows, in any order.
  mutating func set(_ entries: [LiveEntry]) {
    self.entries = entries.sorted(by: precedes)
    byNode = Dictionary(uniqueKeysWithValues: entries.map { ($0.node, $0) })
  }

  /// Changes a few rows, each at the cost of finding its place, and returns how the list changed.
  ///
  /// - Parameters:
  ///   - stay: rows with the same keys.
  ///   - moving: a row with others. It has moved where it stands after or before others than it did.
  mutating func change(
    gone: [LiveEntry], came: [LiveEntry], stay: [Change], moving: Change?
  ) -> LiveDifference {
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
      let others = (
        before: from - difference.removed.count { $0.index < from },
        after: to - difference.inserted.count { $0.index < to }
      )
      if others.before != others.after { difference.moved = [.init(from: from, to: to, row: moving.new.row)] }
    }
    difference.changed = (stay + (moving.map { [$0] } ?? [])).filter { $0.old.row != $0.new.row }.map {
      LiveDifference.Change(index: index(of: $0.new), old: $0.old.row, new: $0.new.row)
    }.sorted { $0.index < $1.index }
    return difference
  }

  private func places(of entries: [LiveEntry]) -> [LiveDifference.Place] {
    entries.map { .init(index: index(of: $0), row: $0.row) }.sorted { $0.index < $1.index }
  }

  // MARK: one row

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

  /// Where a row stands, or would.
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

/// A row with what puts it in its place. Rows move about in large arrays, so that each is one reference.
final class LiveEntry {
  /// A number that stands for the object as long as it is in the list; its node and id may change.
  let token: Int
  let node: NodeIndex

  /// The section's value first, where there are sections, then the sort keys.
  let keys: [ColumnValue]
  let row: LiveRow

  init(token: Int, node: NodeIndex, keys: [ColumnValue], row: LiveRow) {
    (self.token, self.node, self.keys, self.row) = (token, node, keys, row)
  }

  /// The same row of an object that has another number now.
  func moved(to node: NodeIndex) -> LiveEntry {
    node == self.node ? self : LiveEntry(token: token, node: node, keys: keys, row: row)
  }
}
