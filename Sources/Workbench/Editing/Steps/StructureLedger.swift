internal import SceneDocument

/// Keeps book of what the structural steps of an edit do, for the difference between before the first and behind the last.
struct StructureLedger {
  private let model: SceneModel

  /// An object that a step has touched.
  private struct Entry {
    /// Its number now; nil where it is no more.
    var node: NodeIndex?
    /// What it was before the edit; nil where it was not there.
    var origin: Facts?
    /// How many objects it was when it was taken out.
    var count = 1
    var effects: [ObjectChange.Effect] = []
  }

  private struct Facts {
    var id: String
    var className: String
    var name: String?
    var site: StructureDifference.Site
  }

  private var entries: [Entry] = []
  /// The entries by the numbers that their objects have now.
  private var places: [NodeIndex: Int] = [:]

  /// Which number each object had before the edit; nil while no number has changed.
  private(set) var map: NodeMap?

  init(_ model: SceneModel) { self.model = model }

  /// Notes objects that the next step is going to change, as they are now.
  mutating func touch(_ nodes: [NodeIndex]) {
    let new = nodes.filter { places[$0] == nil }
    for (node, facts) in zip(new, facts(of: new)) {
      // What an earlier step has put in was not there before the edit.
      let isNew = map.map { $0.old(node) == nil } ?? false
      places[node] = entries.count
      entries.append(Entry(node: node, origin: isNew ? nil : facts))
    }
  }

  /// Follows a step that was made.
  ///
  /// - Parameter arrivals: the objects that it put in, by their numbers after it.
  /// - Parameter removed: the objects that it took out, by their numbers before it, and how many each was.
  mutating func follow(
    _ restore: StructureRestore, arrivals: [NodeIndex], removed: [(node: NodeIndex, count: Int)],
    effects: [(node: NodeIndex, effects: [ObjectChange.Effect])]
  ) {
    for (node, count) in removed {
      if let place = places[node] { entries[place].count = count }
    }
    places = [:]
    for place in entries.indices {
      entries[place].node = entries[place].node.flatMap(restore.map.new)
      if let node = entries[place].node { places[node] = place }
    }
    map = map?.followed(by: restore.map) ?? restore.map
    for node in arrivals where places[node] == nil {
      places[node] = entries.count
      entries.append(Entry(node: node, origin: nil))
    }
    for (node, effects) in effects {
      if let place = places[node] { entries[place].effects += effects }
    }
  }

  // MARK: the difference

  /// What is different, in the order of the document; what is no more comes first.
  func differences() -> [StructureDifference] {
    var found: [StructureDifference] = []
    for entry in entries where entry.node == nil {
      guard let origin = entry.origin else { continue }
      found.append(
        StructureDifference(
          kind: .removed(origin.site), object: origin.id, className: origin.className, count: entry.count))
    }
    let present = entries.filter { $0.node != nil }.sorted { ($0.node ?? 0) < ($1.node ?? 0) }
    let nodes = present.compactMap(\.node)
    for (entry, (node, facts)) in zip(present, zip(nodes, facts(of: nodes))) {
      found += differences(entry, node, facts)
    }
    return found
  }

  private func differences(_ entry: Entry, _ node: NodeIndex, _ now: Facts) -> [StructureDifference] {
    var kinds: [StructureDifference.Kind] = []
    if let origin = entry.origin {
      if origin.site != now.site { kinds.append(.moved(from: origin.site, to: now.site)) }
      if origin.id != now.id { kinds.append(.id(old: origin.id)) }
      if origin.className != now.className { kinds.append(.className(old: origin.className)) }
      if origin.name != now.name { kinds.append(.name(old: origin.name, new: now.name)) }
    } else {
      // What came with an object is told with it.
      var parent = model.document.parent(node)
      while let current = parent {
        if let place = places[current], entries[place].origin == nil { return [] }
        parent = model.document.parent(current)
      }
      kinds.append(.inserted(now.site))
    }
    return kinds.enumerated().map { place, kind in
      let count = if case .inserted = kind { model.document.afterSubtree(node) - node } else { 1 }
      return StructureDifference(
        kind: kind, object: now.id, className: now.className, count: count, effects: place == 0 ? entry.effects : [])
    }
  }

  /// What objects are now. Siblings are counted once for all children of an object.
  private func facts(of nodes: [NodeIndex]) -> [Facts] {
    let document = model.document
    var indexes: [NodeIndex: Int] = [:]
    let wanted = Set(nodes)
    for parent in Set(nodes.map { document.parent($0) }) {
      var next = parent.map { document.firstChild($0) } ?? (document.objectCount > 0 ? 0 : nil)
      var index = 0
      while let child = next {
        if wanted.contains(child) { indexes[child] = index }
        index += 1
        next = document.nextSibling(child)
      }
    }
    return nodes.map { node in
      let parent = document.parent(node).map { document.id($0) }
      return Facts(
        id: document.id(node), className: document.className(node), name: document.objectName(node),
        site: .init(parent: parent, index: indexes[node] ?? 0))
    }
  }
}
