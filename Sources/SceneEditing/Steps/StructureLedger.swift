internal import JSONText
package import SceneDocument

/// Records what the structural steps of an edit do, for the difference between before the first and after the last.
package struct StructureLedger {
  private let model: SceneModel

  /// An object that a step has touched.
  private struct Entry {
    /// The object's number now; nil where it was removed.
    var node: NodeIndex?
    /// The object before the edit; nil where it was not there.
    var origin: Origin?
    /// How many objects were removed with it, itself included.
    var count = 1
    var isMoved = false
    /// True if it was removed inside an object of before the edit, which counts it.
    var isCountedAbove = false
    var effects: [ObjectChange.Effect] = []
  }

  private struct Origin {
    var node: NodeIndex
    var id: String
    var className: String
    var name: String?
    var constraints: [UInt8]?
    var parent: String?
  }

  private var entries: [Entry] = []
  /// The entries by the numbers that their objects have now.
  private var places: [NodeIndex: Int] = [:]

  /// Which objects held which before the first step.
  private var start: SceneOutline?

  /// Which number each object had before the edit; nil while no number has changed.
  package private(set) var map: NodeMap?

  init(_ model: SceneModel) { self.model = model }

  /// Notes objects that the next step is going to change, as they are now.
  package mutating func touch(_ nodes: [NodeIndex], isMove: Bool = false) {
    let document = model.document
    start = start ?? document.outline
    for node in nodes {
      if let place = places[node] {
        entries[place].isMoved = entries[place].isMoved || isMove
        continue
      }
      var entry = Entry(node: node)
      entry.isMoved = isMove
      // What an earlier step has put in was not there before the edit.
      if let former = map.map({ $0.old(node) }) ?? node {
        let parent = document.parent(node)
        let parentID =
          parent.flatMap { places[$0] }.flatMap { entries[$0].origin?.id } ?? parent.map { document.id($0) }
        entry.origin = Origin(
          node: former, id: document.id(node), className: document.className(node), name: document.objectName(node),
          constraints: document.constraintsText(of: node).map { Array($0.text) }, parent: parentID)
      }
      places[node] = entries.count
      entries.append(entry)
    }
  }

  /// Follows a step that was made.
  ///
  /// - Parameter arrivals: the objects that it put in, by their numbers after it.
  /// - Parameter removed: the objects that it took out, by their numbers before it, and how many each was.
  package mutating func follow(
    _ restore: StructureRestore, arrivals: [NodeIndex], removed: [(node: NodeIndex, count: Int)],
    effects: [(node: NodeIndex, effects: [ObjectChange.Effect])]
  ) {
    for (node, count) in removed {
      guard let place = places[node] else { continue }
      entries[place].count = count
      guard count > 1, entries[place].origin != nil else { continue }
      for inner in node + 1..<node + count {
        if let place = places[inner] { entries[place].isCountedAbove = true }
      }
    }
    places = [:]
    for place in entries.indices {
      entries[place].node = entries[place].node.flatMap(restore.map.new)
      if let node = entries[place].node { places[node] = place }
    }
    map = map?.followed(by: restore.map) ?? restore.map
    for node in arrivals where places[node] == nil {
      places[node] = entries.count
      entries.append(Entry(node: node))
    }
    for (node, effects) in effects {
      if let place = places[node] {
        entries[place].effects = MergedChanges.merged(entries[place].effects, effects)
      }
    }
  }

  /// Whether an object was not there before the edit.
  package func isNew(_ node: NodeIndex) -> Bool { map.map { $0.old(node) == nil } ?? false }

  // MARK: the difference

  /// What is different, in the order of the document; what is no more comes first.
  package func differences() -> [StructureDifference] {
    guard let start else { return [] }
    // Where the others stand is no difference.
    let sited = entries.filter { $0.node == nil || $0.origin == nil || $0.isMoved }
    let before = start.indexes(of: Set(sited.compactMap { $0.origin?.node }))
    let now = model.document.outline.indexes(of: Set(sited.compactMap(\.node)))
    let gone = entries.filter { $0.node == nil && !$0.isCountedAbove }.compactMap { entry in
      entry.origin.map { origin in
        (
          origin.node,
          StructureDifference(
            kind: .removed(.init(parent: origin.parent, index: before[origin.node] ?? 0)), object: origin.id,
            className: origin.className, count: entry.count)
        )
      }
    }
    let present = entries.filter { $0.node != nil }.sorted { ($0.node ?? 0) < ($1.node ?? 0) }
    return gone.sorted { $0.0 < $1.0 }.map(\.1)
      + present.flatMap { entry in
        entry.node.map { differences(entry, $0, index: now[$0] ?? 0, before) } ?? []
      }
  }

  private func differences(
    _ entry: Entry, _ node: NodeIndex, index: Int, _ before: [NodeIndex: Int]
  ) -> [StructureDifference] {
    let document = model.document
    func site() -> StructureDifference.Site {
      StructureDifference.Site(parent: document.parent(node).map { document.id($0) }, index: index)
    }
    let (id, className, name) = (document.id(node), document.className(node), document.objectName(node))
    var kinds: [StructureDifference.Kind] = []
    if let origin = entry.origin {
      if entry.isMoved {
        let (former, site) = (StructureDifference.Site(parent: origin.parent, index: before[origin.node] ?? 0), site())
        if former != site { kinds.append(.moved(from: former, to: site)) }
      }
      if !origin.id.isExactly(id) { kinds.append(.id(old: origin.id)) }
      if !origin.className.isExactly(className) { kinds.append(.className(old: origin.className)) }
      if origin.name.map(ExactText.init) != name.map(ExactText.init) {
        kinds.append(.name(old: origin.name, new: name))
      }
      let constraints = document.constraintsText(of: node).map { Array($0.text) }
      // What is moved is indented as its new neighbours are.
      if origin.constraints.map(ColumnReader.inOneLine) != constraints.map(ColumnReader.inOneLine) {
        kinds.append(.constraints(old: origin.constraints.map(Self.text), new: constraints.map(Self.text)))
      }
    } else if !isWithinNew(node) {
      kinds.append(.inserted(site()))
    }
    return kinds.enumerated().map { place, kind in
      let count = if case .inserted = kind { document.afterSubtree(node) - node } else { 1 }
      return StructureDifference(
        kind: kind, object: id, className: className, count: count, effects: place == 0 ? entry.effects : [])
    }
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  /// Whether an object was inserted inside another, and is reported with it.
  private func isWithinNew(_ node: NodeIndex) -> Bool {
    var parent = model.document.parent(node)
    while let current = parent {
      if let place = places[current], entries[place].origin == nil { return true }
      parent = model.document.parent(current)
    }
    return false
  }
}
