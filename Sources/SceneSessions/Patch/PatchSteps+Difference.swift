internal import InspectorKit
internal import JSONText
internal import SceneDocument

extension PatchSteps {
  /// Adds the steps that make of the scene another one, by what differs.
  ///
  /// First comes what is new, as objects may move there; then they move; then goes what is no more, which they may have
  /// moved out of. A colour is there before anything uses it, and goes when nothing does.
  func lead(to last: SceneDocument) throws(EditError) {
    let difference = SceneDifference(from: document, to: last)
    if let member = difference.members.first { throw Self.member(member) }
    try setColors(difference.colors)
    try insert(of: last)
    try move(as: last)
    let gone = ObjectMatching(document, last).departures.map { document.id($0) }
    if !gone.isEmpty { try add(.remove(Selector(ids: gone))) }
    try call(as: last)
    let attributes = SceneDifference(from: document, to: last).attributes
    let nodes = Set(attributes.compactMap { last.node(id: $0.object) })
    try takeValues(of: last, nodes.sorted())
    let removed = difference.colors.filter { $0.new == nil }.map { PaletteEdit.remove(name: $0.name) }
    if !removed.isEmpty { try add(.palette(removed)) }
  }

  private static func member(_ member: SceneDifference.Member) -> EditError {
    EditError(.cannotBeScripted(key: member.key, object: member.object))
  }

  private func setColors(_ colors: [SceneDifference.Color]) throws(EditError) {
    let changes = colors.compactMap { color in
      color.new.map { PaletteEdit.set(name: color.name, to: PlacedJSON.typed($0)) }
    }
    if !changes.isEmpty { try add(.palette(changes)) }
  }

  // MARK: structure

  private func insert(of last: SceneDocument) throws(EditError) {
    let matching = ObjectMatching(document, last)
    guard !matching.arrivals.isEmpty else { return }
    let moving = Set(matching.moved.map { ExactText(last.id($0)) })
    let texts = try arrivalTexts(matching, last)
    for (node, text) in zip(matching.arrivals, texts) {
      try add(.insert(objects: [text], at: place(of: node, in: last, without: moving)))
    }
  }

  /// The texts of objects that are new, without those that only move into them.
  private func arrivalTexts(_ matching: ObjectMatching, _ last: SceneDocument) throws(EditError) -> [String] {
    return try EditError.wrapping { () throws(SceneError) in
      let copy = try last.copy()
      let known = matching.arrivals.flatMap { top in
        (top..<last.afterSubtree(top)).filter { !matching.isNew($0) }
      }
      _ = try copy.restructure(known.map { .remove($0) })
      return matching.arrivals.compactMap { node in
        copy.node(id: last.id(node)).map { PlacedJSON.withoutBlanks(Array(copy.objectText(of: $0))) }
      }
    }
  }

  private func move(as last: SceneDocument) throws(EditError) {
    let moved = ObjectMatching(document, last).moved.sorted()
    var later = Set(moved.map { ExactText(last.id($0)) })
    for node in moved {
      let place = place(of: node, in: last, without: later)
      later.remove(ExactText(last.id(node)))
      try add(.move(Selector(ids: [last.id(node)]), to: place))
    }
  }

  /// Where an object of the other scene stands here: after the nearest of its siblings that stands there already.
  private func place(of node: NodeIndex, in last: SceneDocument, without moving: Set<ExactText>) -> StepPlace {
    let parent = last.parent(node).map { last.id($0) }
    var former: String?
    for sibling in last.siblings(of: node) {
      if sibling == node { break }
      let id = last.id(sibling)
      guard !moving.contains(ExactText(id)), let own = document.node(id: id) else { continue }
      if document.parent(own).map({ document.id($0) }) == parent { former = id }
    }
    if let former { return StepPlace(.after(Selector(ids: [former]))) }
    return StepPlace(in: parent.map { Selector(ids: [$0]) }, .first)
  }

  private func call(as last: SceneDocument) throws(EditError) {
    for difference in StructureComparison(ObjectMatching(document, last)).differences {
      let selector = Selector(ids: [difference.object])
      switch difference.kind {
      case .className: try add(.setClass(selector, to: difference.className))
      case .name(_, let name): try add(.setName(selector, to: name))
      case .inserted, .removed, .moved, .id: break
      }
    }
  }
}
