internal import JSONText
package import SceneDocument

/// The steps that make one scene what another is, in an order in which each of them can be made.
///
/// ```swift
/// let difference = SceneDifference(from: scene, to: other)
/// let reconciliation = try Reconciliation(of: scene, with: other, in: difference)
/// reconciliation.steps              // for a patch
/// _ = try reconciliation.apply()    // or made: `scene` is what `other` is
/// ```
///
/// A colour is there before anything uses it, and goes when nothing does. New objects come before others move, as these
/// may move into them; what is no more goes after that, as others may have moved out of it.
package struct Reconciliation {
  package enum Step {
    /// Sets the colours that have a new value and takes out the others.
    case palette([SceneDifference.Color])

    /// Changes that may be made at once, where they do not move one object into another.
    case structure([Change])

    case values([SceneDifference.Attribute])
  }

  /// A change of structure, by ids.
  package enum Change {
    case insert(text: [UInt8], at: Place)
    case move(to: Place)
    case remove([String])
    case setClass(String, of: String)
    case setName(String?, of: String)
  }

  /// Where an object is put.
  package struct Place {
    package let object: String

    /// The object that holds it; nil for the scene.
    package let parent: String?

    /// The sibling that it follows; nil where it comes first.
    package let former: String?
  }

  /// In the order in which they are made.
  package private(set) var steps: [Step] = []

  let current: SceneDocument
  private let wanted: SceneDocument

  /// Finds the steps.
  ///
  /// - Parameters:
  ///   - difference: what becomes as it is in the wanted scene: all or some of what differs between `base` and that.
  ///   - base: the scene that the difference starts from; nil for the current one.
  package init(
    of current: SceneDocument, with wanted: SceneDocument, in difference: SceneDifference,
    since base: SceneDocument? = nil
  ) throws(SceneError) {
    (self.current, self.wanted) = (current, wanted)
    var (arrivals, moves): ([NodeIndex], [NodeIndex]) = ([], [])
    var (departures, called): ([String], [Change]) = ([], [])
    for change in difference.structure {
      switch (change.kind, wanted.node(id: change.object)) {
      case (.inserted, let node?): arrivals.append(node)
      case (.moved, let node?): moves.append(node)
      case (.removed, _): departures.append(change.object)
      case (.className, _): called.append(.setClass(change.className, of: change.object))
      case (.name(_, let name), _): called.append(.setName(name, of: change.object))
      case (.id, _), (.constraints, _), (_, nil): break
      }
    }
    let moving = NodeSet(moves)
    var new = NodeSet(arrivals)
    for node in 0..<wanted.objectCount where isHeld(node, by: new) {
      if (base ?? current).node(id: wanted.id(node)) == nil { new.insert(node) }
    }
    let sites = places(of: arrivals) { new.contains($0) || !moving.contains($0) && isInPlace($0) }
    let targets = places(of: moves) { new.contains($0) || moving.contains($0) || isInPlace($0) }
    steps = [
      .palette(difference.colors.filter { $0.new != nil }), .structure(try insertions(at: sites, of: new)),
      .structure(targets.map { .move(to: $0) }), .structure(departures.isEmpty ? [] : [.remove(departures)]),
      .structure(called), .values(difference.attributes), .palette(difference.colors.filter { $0.new == nil }),
    ]
  }

  private func isHeld(_ node: NodeIndex, by holders: NodeSet) -> Bool {
    wanted.parent(node).map { holders.contains($0) } ?? false
  }

  /// Whether an object of the wanted scene is held by the same object in the current one.
  private func isInPlace(_ node: NodeIndex) -> Bool {
    guard let own = current.node(id: wanted.id(node)) else { return false }
    return current.parent(own).map { ExactText(current.id($0)) } == wanted.parent(node).map { ExactText(wanted.id($0)) }
  }

  /// Where objects go: after the nearest sibling that is there by then.
  private func places(of nodes: [NodeIndex], among isThere: (NodeIndex) -> Bool) -> [Place] {
    let placed = NodeSet(nodes)
    var places: [NodeIndex: Place] = [:]
    for node in nodes where places[node] == nil {
      let parent = wanted.parent(node).map { wanted.id($0) }
      var former: NodeIndex?
      for sibling in wanted.siblings(of: node) {
        if placed.contains(sibling) {
          places[sibling] = Place(object: wanted.id(sibling), parent: parent, former: former.map { wanted.id($0) })
        }
        if isThere(sibling) { former = sibling }
      }
    }
    return nodes.compactMap { places[$0] }
  }

  /// Puts in new objects, without those in them that are known and come by moving.
  private func insertions(at places: [Place], of new: NodeSet) throws(SceneError) -> [Change] {
    guard !places.isEmpty else { return [] }
    let copy = try wanted.copy()
    // Put aside, as a known object may hold another new one.
    let known = (0..<wanted.objectCount).filter { !new.contains($0) && isHeld($0, by: new) }
    _ = try copy.restructure(known.map { .move($0, to: .last(in: nil)) })
    return places.compactMap { place in
      copy.node(id: place.object).map { .insert(text: Array(copy.objectText(of: $0)), at: place) }
    }
  }
}
