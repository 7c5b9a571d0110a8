internal import JSONText
package import SceneDocument

/// A matching of the objects of two scenes by their ids.
package struct ObjectMatching {
  package let old: SceneDocument
  package let new: SceneDocument

  /// The number of each object's match in the other scene, or ``none`` for an object without a match. Nil if the scenes
  /// share an index; each object then has the same number in both.
  private let numbers: (old: [UInt32], new: [UInt32])?

  private static let none = UInt32.max

  /// Matches the objects of two scenes.
  ///
  /// - Parameter job: a job whose cancellation ends the matching early; the result is then incomplete.
  package init(_ old: SceneDocument, _ new: SceneDocument, under job: InspectorJob? = nil) {
    (self.old, self.new) = (old, new)
    guard !old.sharesIndex(with: new) else {
      numbers = nil
      return
    }
    var olds = [UInt32](repeating: Self.none, count: new.objectCount)
    var news = [UInt32](repeating: Self.none, count: old.objectCount)
    var next = NodeIndex(0)
    for node in new.objects {
      if job?.isCancelled(at: node.number) == true { break }
      // Most objects follow the same object as in the old scene, so their id need not be looked up.
      let isNext = next.number < old.objectCount && new.hasID(node, of: next, in: old)
      guard let found = isNext ? next : old.node(id: new.id(node)) else {
        next = node + 1
        continue
      }
      (olds[node.number], news[found.number]) = (UInt32(found.number), UInt32(node.number))
      next = found + 1
    }
    numbers = (olds, news)
  }

  /// True if the scenes share one index. Objects then have the same numbers, parents, classes and names in both.
  var isIdentity: Bool { numbers == nil }

  /// Returns the number that an object of the new scene has in the old scene; nil if the object is new.
  package func old(_ node: NodeIndex) -> NodeIndex? {
    guard let numbers else { return node }
    return numbers.old[node.number] == Self.none ? nil : NodeIndex(numbers.old[node.number])
  }

  /// Returns the number that an object of the old scene has in the new scene; nil if the object was removed.
  package func new(_ node: NodeIndex) -> NodeIndex? {
    guard let numbers else { return node }
    return numbers.new[node.number] == Self.none ? nil : NodeIndex(numbers.new[node.number])
  }

  package func isNew(_ node: NodeIndex) -> Bool { old(node) == nil }
  func isGone(_ node: NodeIndex) -> Bool { new(node) == nil }

  /// The inserted objects that have no inserted parent, by their numbers in the new scene.
  package var arrivals: [NodeIndex] {
    isIdentity ? [] : new.objects.filter { isNew($0) && !(new.parent($0).map(isNew) ?? false) }
  }

  /// The removed objects that had no removed parent, by their numbers in the old scene.
  package var departures: [NodeIndex] {
    isIdentity ? [] : old.objects.filter { isGone($0) && !(old.parent($0).map(isGone) ?? false) }
  }

  /// The moved objects, by their numbers in the new scene: all objects with a different parent, and of the objects
  /// whose order among their siblings changed, the smallest set whose moves explain the new order.
  package var moved: Set<NodeIndex> {
    guard !isIdentity else { return [] }
    var moved = Set<NodeIndex>()
    add(new.roots, of: nil, to: &moved)
    for node in new.objects where new.firstChild(node) != nil { add(new.children(node), of: node, to: &moved) }
    return moved
  }

  private func add(_ children: some Sequence<NodeIndex>, of parent: NodeIndex?, to moved: inout Set<NodeIndex>) {
    var stayed: [(node: NodeIndex, old: NodeIndex)] = []
    for node in children {
      guard let other = old(node) else { continue }
      let former = old.parent(other)
      let isSameParent = parent.map { old($0) != nil && old($0) == former } ?? (former == nil)
      if isSameParent { stayed.append((node, other)) } else { moved.insert(node) }
    }
    guard zip(stayed, stayed.dropFirst()).contains(where: { $0.old > $1.old }) else { return }
    let kept = Set(stayed.map(\.old).longestIncrease)
    for (place, child) in stayed.enumerated() where !kept.contains(place) { moved.insert(child.node) }
  }
}
