internal import SceneDocument

/// Which objects of two scenes are the same: those with one id.
struct ObjectMatching {
  let old: SceneDocument
  let new: SceneDocument

  /// By the numbers of the new scene: the number in the old one, or nil for an object that is new.
  let olds: [NodeIndex?]

  /// The other way round.
  let news: [NodeIndex?]

  init(_ old: SceneDocument, _ new: SceneDocument) {
    (self.old, self.new) = (old, new)
    var olds: [NodeIndex?] = []
    olds.reserveCapacity(new.objectCount)
    var news = [NodeIndex?](repeating: nil, count: old.objectCount)
    for node in 0..<new.objectCount {
      let id = new.id(node)
      // Mostly objects follow one another as they did.
      let next = (olds.last ?? nil).map { $0 + 1 } ?? node
      let found = next < old.objectCount && old.id(next).utf8.elementsEqual(id.utf8) ? next : old.node(id: id)
      olds.append(found)
      if let found { news[found] = node }
    }
    (self.olds, self.news) = (olds, news)
  }

  func isNew(_ node: NodeIndex) -> Bool { olds[node] == nil }
  func isGone(_ node: NodeIndex) -> Bool { news[node] == nil }

  /// The outermost objects that are new.
  var arrivals: [NodeIndex] {
    olds.indices.filter { isNew($0) && !(new.parent($0).map(isNew) ?? false) }
  }

  /// The outermost objects of the old scene that are no more.
  var departures: [NodeIndex] {
    news.indices.filter { isGone($0) && !(old.parent($0).map(isGone) ?? false) }
  }

  /// The objects, by their new numbers, that have another parent, or another place among those that stayed beside them; as
  /// few as can be.
  var moved: Set<NodeIndex> {
    var moved = Set<NodeIndex>()
    var parents: [NodeIndex?: [NodeIndex]] = [:]
    for (node, other) in olds.enumerated() {
      guard let other else { continue }
      let (parent, former) = (new.parent(node), old.parent(other))
      let isSameParent = parent.map { olds[$0] != nil && olds[$0] == former } ?? (former == nil)
      if isSameParent { parents[parent, default: []].append(node) } else { moved.insert(node) }
    }
    for siblings in parents.values {
      let order = siblings.map { olds[$0] ?? 0 }
      guard zip(order, order.dropFirst()).contains(where: { $0 > $1 }) else { continue }
      let kept = Self.longestRise(order)
      for (place, node) in siblings.enumerated() where !kept.contains(place) { moved.insert(node) }
    }
    return moved
  }

  /// The places of a longest rising subsequence (patience sorting).
  private static func longestRise(_ list: [Int]) -> Set<Int> {
    var tails: [Int] = []
    var former = [Int?](repeating: nil, count: list.count)
    for place in list.indices {
      var (low, high) = (0, tails.count)
      while low < high {
        let middle = (low + high) / 2
        if list[tails[middle]] < list[place] { low = middle + 1 } else { high = middle }
      }
      former[place] = low > 0 ? tails[low - 1] : nil
      if low == tails.count { tails.append(place) } else { tails[low] = place }
    }
    var places = Set<Int>()
    var next = tails.last
    while let place = next {
      places.insert(place)
      next = former[place]
    }
    return places
  }
}

/// The differences of structure between two scenes.
struct StructureComparison {
  private(set) var differences: [StructureDifference] = []

  init(_ matching: ObjectMatching) {
    let (old, new) = (matching.old, matching.new)
    let (oldSites, newSites) = (Self.sites(old), Self.sites(new))
    let arrivals = Set(matching.arrivals)
    let moved = matching.moved
    for (node, other) in matching.olds.enumerated() {
      guard let other else {
        guard arrivals.contains(node) else { continue }
        let count = (node..<new.afterSubtree(node)).count { matching.isNew($0) }
        add(.inserted(newSites[node]), node, new, count: count)
        continue
      }
      if moved.contains(node) { add(.moved(from: oldSites[other], to: newSites[node]), node, new) }
      let (className, name) = (old.className(other), old.objectName(other))
      if className != new.className(node) { add(.className(old: className), node, new) }
      if name != new.objectName(node) { add(.name(old: name, new: new.objectName(node)), node, new) }
    }
    for node in matching.departures {
      let count = (node..<old.afterSubtree(node)).count { matching.isGone($0) }
      add(.removed(oldSites[node]), node, old, count: count)
    }
  }

  private mutating func add(
    _ kind: StructureDifference.Kind, _ node: NodeIndex, _ document: SceneDocument, count: Int = 1
  ) {
    differences.append(
      StructureDifference(
        kind: kind, object: document.id(node), className: document.className(node), count: count))
  }

  /// Where each object stands.
  private static func sites(_ document: SceneDocument) -> [StructureDifference.Site] {
    var counts: [NodeIndex?: Int] = [:]
    return (0..<document.objectCount).map { node in
      let parent = document.parent(node)
      let index = counts[parent, default: 0]
      counts[parent] = index + 1
      return StructureDifference.Site(parent: parent.map { document.id($0) }, index: index)
    }
  }
}
