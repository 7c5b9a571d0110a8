internal import JSONText
package import SceneDocument

/// A ledger of the structural steps of an edit. It computes the structural differences between the scene before the
/// first step and the scene after the last.
package struct StructureLedger {
  private let model: SceneModel

  /// An object that a step has touched.
  private struct Entry {
    /// The object's current number; nil if it was removed.
    var node: NodeIndex?
    /// The object's state before the edit; nil if it did not exist.
    var origin: Origin?
    /// The number of objects that were removed with this object, including itself; 1 if it was not removed.
    var count = 1
    var isMoved = false
    /// True if the object was removed together with an ancestor that existed before the edit. The ancestor's count then
    /// includes the object.
    var isCountedAbove = false
    var effects: [ObjectChange.Effect] = []
  }

  private struct Origin {
    var node: NodeIndex
    var id: String
    var className: String
    var name: String?
    var constraints: [UInt8]?
    var bindings: [UInt8]?
    var parent: String?
  }

  private var entries: [Entry] = []
  /// The indices of the entries, keyed by the current numbers of their objects.
  private var places: [NodeIndex: Int] = [:]

  /// The hierarchy of the scene before the first step; nil until a step touches an object.
  private var start: SceneOutline?

  /// The map from the object numbers before the edit to the current ones; nil while no number has changed.
  package private(set) var map: NodeMap?

  init(_ model: SceneModel) { self.model = model }

  /// Records the state of objects that the next step is going to change, unless an earlier step touched them.
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
      // An object that an earlier step inserted did not exist before the edit.
      if let former = map.map({ $0.old(node) }) ?? node {
        let parent = document.parent(node)
        let parentID =
          parent.flatMap { places[$0] }.flatMap { entries[$0].origin?.id } ?? parent.map { document.id($0) }
        entry.origin = Origin(
          node: former, id: document.id(node), className: document.className(node), name: document.objectName(node),
          constraints: document.constraintsText(of: node).map { Array($0.text) },
          bindings: document.ownBindings(of: node), parent: parentID)
      }
      places[node] = entries.count
      entries.append(entry)
    }
  }

  /// Updates the entries after a step.
  ///
  /// - Parameters:
  ///   - arrivals: the objects that the step inserted, by their numbers after it.
  ///   - removed: the objects that the step removed, by their numbers before it, each with the size of its subtree.
  ///   - effects: the changed effective values, by the edited object that caused them.
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

  /// Returns true if an object did not exist before the edit.
  package func isNew(_ node: NodeIndex) -> Bool { map.map { $0.old(node) == nil } ?? false }

  // MARK: the difference

  /// Returns the differences: removed objects in their former order, then the remaining differences in document order.
  package func differences() -> [StructureDifference] {
    guard let start else { return [] }
    // Only these objects need their index: a new index of an unmoved object is not reported.
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
    let present = entries.compactMap { entry in entry.node.map { (entry, $0) } }.sorted { $0.1 < $1.1 }
    return gone.sorted { $0.0 < $1.0 }.map(\.1)
      + present.flatMap { entry, node in differences(entry, node, index: now[node] ?? 0, before) }
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
      // Moved constraints are indented like their new neighbours, so line breaks do not count.
      if origin.constraints.map(ColumnReader.inOneLine) != constraints.map(ColumnReader.inOneLine) {
        kinds.append(.constraints(old: origin.constraints.map(Self.text), new: constraints.map(Self.text)))
      }
      let bindings = document.ownBindings(of: node)
      if origin.bindings.map(ColumnReader.inOneLine) != bindings.map(ColumnReader.inOneLine) {
        kinds.append(.bindings(old: origin.bindings.map(Self.text), new: bindings.map(Self.text)))
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

  /// Returns true if an ancestor of an inserted object was also inserted. Only the topmost such ancestor is reported.
  private func isWithinNew(_ node: NodeIndex) -> Bool {
    var parent = model.document.parent(node)
    while let current = parent {
      if let place = places[current], entries[place].origin == nil { return true }
      parent = model.document.parent(current)
    }
    return false
  }
}
