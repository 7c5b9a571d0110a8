internal import JSONText
package import SceneDocument

/// The edit steps that turn one scene into another, in an order that makes each of them applicable.
///
/// ```swift
/// let difference = SceneDifference(from: scene, to: other)
/// let steps = try Reconciliation(of: scene, with: other, in: difference).steps
/// try Transaction(model, EditRequest(steps), judging: .nothing).perform()    // `scene` now equals `other`
/// ```
///
/// Colours are added before anything uses them, and removed when nothing uses them any longer. New objects are inserted
/// before the moves, since objects may move into them. Removals follow the moves, since objects may move out of the
/// removed ones.
package struct Reconciliation {
  /// The steps, in the order in which they are applied.
  package private(set) var steps: [EditStep] = []

  private let current: SceneDocument
  private let wanted: SceneDocument

  /// True if the steps are for a patch: each new object is written on one line, and colours have the notation of user
  /// input.
  private let isPatch: Bool

  /// Computes the steps that apply a difference to the current scene.
  ///
  /// - Parameters:
  ///   - difference: the changes to apply: all or some of the differences between `base` and the wanted scene.
  ///   - base: the scene from which the difference starts; nil for the current scene.
  ///   - isPatch: true if users will read the steps; false to copy new texts verbatim from the wanted scene.
  /// - Throws: an error if there is not enough memory for a copy of the wanted scene.
  package init(
    of current: SceneDocument, with wanted: SceneDocument, in difference: SceneDifference,
    since base: SceneDocument? = nil, isPatch: Bool = false
  ) throws(SceneError) {
    let (current, wanted, base) = (current.written, wanted.written, base?.written)
    (self.current, self.wanted, self.isPatch) = (current, wanted, isPatch)
    var (arrivals, moves): ([NodeIndex], [NodeIndex]) = ([], [])
    var (departures, classes, names): ([String], [EditStep], [EditStep]) = ([], [], [])
    for change in difference.structure {
      let selector = Selector(ids: [change.object])
      switch (change.kind, wanted.node(id: change.object)) {
      case (.inserted, let node?): arrivals.append(node)
      case (.moved, let node?): moves.append(node)
      case (.removed, _): departures.append(change.object)
      case (.className, _): classes.append(.setClass(selector, to: change.className))
      case (.name(_, let name), _): names.append(.setName(selector, to: name))
      case (.id, _), (.constraints, _), (.bindings, _), (_, nil): break
      }
    }
    var new = NodeSet(arrivals)
    for node in wanted.objects where isHeld(node, by: new) {
      if (base ?? current).node(id: wanted.id(node)) == nil { new.insert(node) }
    }
    // An object cannot be moved if its parent in the wanted scene is neither in the current scene nor inserted by the
    // steps.
    moves = moves.filter {
      wanted.parent($0).map { new.contains($0) || current.node(id: wanted.id($0)) != nil } ?? true
    }
    let moving = NodeSet(moves)
    let sites = places(of: arrivals) { new.contains($0) || !moving.contains($0) && isInPlace($0) }
    let targets = places(of: moves) { new.contains($0) || moving.contains($0) || isInPlace($0) }
    steps = palette(difference.colors.filter { $0.new != nil })
    steps += try insertions(at: sites, of: new)
    steps += targets.map { .move(Selector(ids: [$0.object]), to: $0.place) }
    steps += departures.isEmpty ? [] : [.remove(Selector(ids: departures))]
    steps += classes + names + values(difference.attributes) + palette(difference.colors.filter { $0.new == nil })
  }

  private func palette(_ colors: [ColorChange]) -> [EditStep] {
    let edits = colors.map { color -> PaletteEdit in
      guard let new = color.new else { return .remove(name: color.name) }
      let typed = isPatch ? (try? PlacedJSON(Array(new.utf8)))?.string : nil
      return .set(name: color.name, to: typed ?? new)
    }
    return edits.isEmpty ? [] : [.palette(edits)]
  }

  /// Returns one step for each object. The step sets the object's differing attributes to the values of the wanted
  /// scene, or resets them.
  private func values(_ attributes: [SceneDifference.Attribute]) -> [EditStep] {
    attributes.runs { run, next in !run[0].object.isExactly(next.object) }.map { run in
      .set(Selector(ids: [run[0].object]), run.map { Assignment($0.property, $0.new.map { .exact($0) } ?? .reset) })
    }
  }

  private func isHeld(_ node: NodeIndex, by holders: NodeSet) -> Bool {
    wanted.parent(node).map { holders.contains($0) } ?? false
  }

  /// Returns true if an object of the wanted scene also exists in the current scene, with the same parent.
  private func isInPlace(_ node: NodeIndex) -> Bool {
    guard let own = current.node(id: wanted.id(node)) else { return false }
    return current.parent(own).map { ExactText(current.id($0)) } == wanted.parent(node).map { ExactText(wanted.id($0)) }
  }

  /// Returns the destination of each object: after its nearest earlier sibling that is already in place by then, or
  /// first in its parent if there is no such sibling.
  ///
  /// - Parameter isThere: returns true if an object of the wanted scene is in place before the step is applied.
  private func places(
    of nodes: [NodeIndex], among isThere: (NodeIndex) -> Bool
  ) -> [(object: String, place: StepPlace)] {
    let placed = NodeSet(nodes)
    var places: [NodeIndex: StepPlace] = [:]
    for node in nodes where places[node] == nil {
      let parent = wanted.parent(node).map { Selector(ids: [wanted.id($0)]) }
      var former: NodeIndex?
      for sibling in wanted.siblings(of: node) {
        if placed.contains(sibling) {
          let beside = former.map { StepPlace(.after(Selector(ids: [wanted.id($0)]))) }
          places[sibling] = beside ?? StepPlace(in: parent, .first)
        }
        if isThere(sibling) { former = sibling }
      }
    }
    return nodes.compactMap { node in places[node].map { (wanted.id(node), $0) } }
  }

  /// Returns the steps that insert the new objects. Descendants that the current scene already has are left out of the
  /// inserted text; later steps move them in.
  private func insertions(
    at places: [(object: String, place: StepPlace)], of new: NodeSet
  ) throws(SceneError) -> [EditStep] {
    guard !places.isEmpty else { return [] }
    let copy = try wanted.copy()
    // Placeholders move like other objects.
    copy.isWritten = true
    // Objects that already exist in the current scene are moved aside instead of removed, since they may contain
    // further new objects.
    let known = wanted.objects.filter { !new.contains($0) && isHeld($0, by: new) }
    _ = try copy.restructure(known.map { .move($0, to: .last(in: nil)) })
    return places.compactMap { object, place in
      copy.node(id: object).map { node in
        let text = Array(copy.objectText(of: node))
        return .insert(
          objects: [isPatch ? ColumnReader.inOneLine(text) : String(decoding: text, as: UTF8.self)], at: place)
      }
    }
  }
}
