internal import SceneDocument

/// Gathers the changes of attributes that the steps of an edit make, each property of an object once: from what it was
/// before the first step to what it is behind the last.
struct ChangeLedger {
  private struct Key: Hashable {
    var node: NodeIndex
    var property: String
  }

  private var told: [(node: NodeIndex, change: ObjectChange)] = []
  private var places: [Key: Int] = [:]

  /// The objects whose attributes were changed, by their numbers now.
  private(set) var changed = Set<NodeIndex>()

  /// The objects that steps meant, by their numbers now.
  private(set) var matched = Set<NodeIndex>()

  mutating func match(_ nodes: [NodeIndex]) { matched.formUnion(nodes) }

  /// What the objects stored before the first change, as a hash: a later step may set it again.
  private var firsts: [NodeIndex: Int] = [:]

  /// Notes changes of attributes.
  ///
  /// - Parameter keepsFirst: whether later steps may take them back.
  mutating func change(_ restores: [ObjectRestore], in document: SceneDocument, keepsFirst: Bool) {
    for restore in restores where changed.insert(restore.node).inserted && keepsFirst {
      var hash = StoredHash()
      document.forEachAttribute(before: restore) { hash.add($0, $1) }
      firsts[restore.node] = hash.value
    }
  }

  /// How many objects store something else than before the first step, of those that were there then.
  func changedCount(in document: SceneDocument, isNew: (NodeIndex) -> Bool) -> Int {
    changed.count { node in
      if isNew(node) { return false }
      guard let first = firsts[node] else { return true }
      var hash = StoredHash()
      document.forEachAttribute(of: node) { hash.add($0, $1) }
      return hash.value != first
    }
  }

  mutating func add(_ changes: [ObjectChange], of node: NodeIndex) {
    for change in changes {
      let key = Key(node: node, property: change.property)
      guard let place = places[key] else {
        places[key] = told.count
        told.append((node, change))
        continue
      }
      var merged = change
      let former = told[place].change
      merged.old = former.old
      merged.effectiveBefore = former.effectiveBefore
      merged.effects = Self.merged(former.effects, change.effects)
      told[place].change = merged
    }
  }

  private static func merged(
    _ first: [ObjectChange.Effect], _ second: [ObjectChange.Effect]
  ) -> [ObjectChange.Effect] {
    var effects = first
    for effect in second {
      if let place = effects.firstIndex(where: { $0.object == effect.object && $0.property == effect.property }) {
        effects[place].new = effect.new
      } else {
        effects.append(effect)
      }
    }
    return effects.filter { $0.old != $0.new }
  }

  /// Follows a structural step; of objects that are no more nothing is told.
  mutating func follow(_ map: NodeMap) {
    changed = Set(changed.compactMap(map.new))
    matched = Set(matched.compactMap(map.new))
    firsts = Dictionary(
      firsts.compactMap { node, hash in map.new(node).map { ($0, hash) } }, uniquingKeysWith: { first, _ in first })
    told = told.compactMap { node, change in map.new(node).map { ($0, change) } }
    places = [:]
    for (place, entry) in told.enumerated() { places[Key(node: entry.node, property: entry.change.property)] = place }
  }

  /// The changes in the order of the document, under the names that the objects have now.
  func changes(in document: SceneDocument) -> [ObjectChange] {
    let sorted = told.enumerated().sorted { ($0.element.node, $0.offset) < ($1.element.node, $1.offset) }
    return sorted.map { _, entry in
      var change = entry.change
      change.object = document.id(entry.node)
      change.className = document.className(entry.node)
      return change
    }
  }
}

/// The keys and values of an object, in a number.
private struct StoredHash {
  private var hasher = Hasher()

  mutating func add(_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Bool {
    for part in [key, value] {
      hasher.combine(part.count)
      hasher.combine(bytes: part)
    }
    return true
  }

  var value: Int { hasher.finalize() }
}
