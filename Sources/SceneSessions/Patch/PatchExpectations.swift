internal import InspectorKit
internal import JSONText
internal import SceneDocument

/// Says what a step of a patch expects of the objects and colours that it touches: that they are what they are now.
struct PatchExpectations {
  private let session: SceneSession
  private var document: SceneDocument { session.document }

  init(_ session: SceneSession) { self.session = session }

  package func of(_ step: EditStep) throws(EditError) -> [EditStep] {
    switch step {
    case .insert(let objects, let place):
      return try at(place) + [.free(objects.flatMap { PlacedJSON.ids(ofObject: $0) })]
    case .remove(let selector):
      return try session.select(selector).flatMap { all(of: $0) }
    case .duplicate(let selector, let id, let place):
      let sources = try session.select(selector).flatMap { all(of: $0) }
      return try sources + (place.map { place throws(EditError) in try at(place) } ?? [])
        + (id.map { [.free([$0])] } ?? [])
    case .move(let selector, let place):
      return try session.select(selector).map { .expect(site($0)) } + at(place)
    case .rename(let selector, let id):
      return try session.select(selector).map { .expect(object($0)) } + [.free([id])]
    case .setClass(let selector, _): return try session.select(selector).map { .expect(object($0)) }
    case .setName(let selector, _): return try session.select(selector).map { .expect(named($0)) }
    case .palette(let changes): return palette(changes)
    case .set, .renameProperty, .expect, .expectPalette: return []
    }
  }

  // MARK: objects

  private func object(_ node: NodeIndex) -> ObjectExpectation {
    var expectation = ObjectExpectation(Selector(ids: [document.id(node)]))
    expectation.className = document.className(node)
    return expectation
  }

  private func named(_ node: NodeIndex) -> ObjectExpectation {
    var expectation = object(node)
    expectation.objectName = document.objectName(node).map { .text($0) } ?? ObjectExpectation.Name.none
    return expectation
  }

  private func parent(of node: NodeIndex) -> ObjectExpectation.Parent {
    document.parent(node).map { .object(document.id($0)) } ?? .scene
  }

  /// Where an object stands.
  private func site(_ node: NodeIndex) -> ObjectExpectation {
    var expectation = object(node)
    expectation.parent = parent(of: node)
    expectation.index = document.siblings(of: node).firstIndex(of: node)
    return expectation
  }

  /// An object with all that it has and holds.
  private func all(of top: NodeIndex) -> [EditStep] {
    (top..<document.afterSubtree(top)).map { node in
      var expectation = named(node)
      expectation.parent = parent(of: node)
      expectation.children = document.children(node).map { document.id($0) }
      expectation.attributes = []
      document.forEachAttribute(of: node) { key, value in
        expectation.attributes?.append(.init(JSONString.decode(key), String(decoding: value, as: UTF8.self)))
        return true
      }
      return .expect(expectation)
    }
  }

  /// A place for objects.
  private func at(_ place: StepPlace) throws(EditError) -> [EditStep] {
    switch place.position {
    case .before(let sibling), .after(let sibling):
      return try session.select(sibling).map { node in
        var expectation = object(node)
        expectation.parent = parent(of: node)
        return .expect(expectation)
      }
    case .first, .last, .index:
      guard let parent = place.parent else { return [] }
      return try session.select(parent).map { node in
        var expectation = object(node)
        if case .index = place.position { expectation.children = document.children(node).map { document.id($0) } }
        return .expect(expectation)
      }
    }
  }

  // MARK: the palette

  private func palette(_ changes: [PaletteRequest.Change]) -> [EditStep] {
    let known = Dictionary(
      document.palette.map { (ExactText($0.name), $0.value) }, uniquingKeysWith: { first, _ in first })
    var (names, renamed): ([String], [String]) = ([], [])
    for change in changes {
      switch change {
      case .set(let name, _), .remove(let name): names.append(name)
      case .rename(let name, let new):
        names += [name, new]
        renamed.append(name)
      }
    }
    var seen: Set<ExactText> = []
    let colors = names.filter { seen.insert(ExactText($0)).inserted }.map { name in
      ColorExpectation(name, known[ExactText(name)].map { String(decoding: $0, as: UTF8.self) })
    }
    return [.expectPalette(colors)] + uses(of: renamed)
  }

  /// The attributes that name colours which get another name, and so change with them.
  private func uses(of names: [String]) -> [EditStep] {
    guard !names.isEmpty else { return [] }
    let found = session.withModel { $0.colorUses(of: Set(names.map { ExactText($0) })) }
    return names.flatMap { name -> [EditStep] in
      guard let uses = found[ExactText(name)] else { return [] }
      return uses.known.map { use in
        var expectation = object(use.node)
        let raw = document.attribute(uses.key(of: use), of: use.node) ?? []
        expectation.stored = [.init(uses.key(of: use), String(decoding: raw, as: UTF8.self))]
        return .expect(expectation)
      }
    }
  }
}
