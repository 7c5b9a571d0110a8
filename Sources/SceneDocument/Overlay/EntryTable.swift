internal import JSONText

/// The entries of an overlay by the numbers of their objects.
///
/// A batch edits objects in the order of the document: then its entries lie in one row, 12 bytes each, which is sorted
/// as it stands and searched by halving. Those that come out of turn lie in a dictionary.
struct EntryTable {
  private var nodes: [UInt32] = []
  private var entries: [Overlay.Entry?] = []
  private var others: [UInt32: Overlay.Entry] = [:]

  /// How many entries there are.
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  subscript(node: UInt32) -> Overlay.Entry? {
    get {
      if let place = place(of: node) { return entries[place] }
      return others[node]
    }
    set {
      count += (newValue == nil ? 0 : 1) - (self[node] == nil ? 0 : 1)
      if let place = place(of: node) {
        entries[place] = newValue
        while let last = entries.last, last == nil {
          nodes.removeLast()
          entries.removeLast()
        }
      } else if newValue != nil, node > nodes.last ?? 0 || nodes.isEmpty, others[node] == nil {
        nodes.append(node)
        entries.append(newValue)
      } else {
        others[node] = newValue
      }
    }
  }

  /// All entries in the order of their objects.
  var sorted: [(node: UInt32, entry: Overlay.Entry)] {
    var row: [(node: UInt32, entry: Overlay.Entry)] = []
    row.reserveCapacity(count)
    for (node, entry) in zip(nodes, entries) {
      if let entry { row.append((node, entry)) }
    }
    if others.isEmpty { return row }
    for (node, entry) in others { row.append((node, entry)) }
    return row.sorted { $0.node < $1.node }
  }

  private func place(of node: UInt32) -> Int? {
    guard let last = nodes.last, node <= last else { return nil }
    let place = nodes.partitioningIndex { $0 >= node }
    return nodes[place] == node ? place : nil
  }
}
