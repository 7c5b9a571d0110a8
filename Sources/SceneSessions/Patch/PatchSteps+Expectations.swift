internal import InspectorKit
internal import JSONText
internal import SceneDocument

extension PatchSteps {
  /// Returns the expectations that precede a step in the patch: the objects and colours that the step touches must be
  /// unchanged.
  func expectations(of step: EditStep) throws(Diagnostic) -> [EditStep] {
    var steps: [EditStep] = []
    for need in step.needs {
      switch need {
      case .objects(let selector, let extent): steps += try session.select(selector).flatMap { expected($0, extent) }
      case .place(let place): steps += try at(place)
      case .freeIDs(let ids): steps.append(.free(ids))
      case .freeCopies: steps.append(.free(try copies(by: step)))
      case .colors(let changes): steps += palette(changes)
      }
    }
    return steps
  }

  // MARK: objects

  /// Returns the ids of the copies that a step makes. To find them, runs the step and undoes it.
  private func copies(by step: EditStep) throws(Diagnostic) -> [String] {
    let result = try session.perform(EditRequest([step]))
    let ids = result.structure.flatMap { difference -> [String] in
      guard case .inserted = difference.kind, let node = document.node(id: difference.object) else { return [] }
      return (node..<document.afterSubtree(node)).map { document.id($0) }
    }
    try session.undo()
    return ids
  }

  private func expected(_ node: NodeIndex, _ extent: StepNeed.Extent) -> [EditStep] {
    switch extent {
    case .className: [.expect(object(node))]
    case .name: [.expect(named(node))]
    case .site: [.expect(site(node))]
    case .binding(let property): [.expect(bound(node, property))]
    case .everything: all(of: node)
    }
  }

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

  private func bound(_ node: NodeIndex, _ property: String) -> ObjectExpectation {
    var expectation = object(node)
    expectation.bindings = [.init(property, session.withModel { $0.ownBinding(property, of: node)?.setting })]
    return expectation
  }

  private func parent(of node: NodeIndex) -> ObjectExpectation.Parent {
    document.parent(node).map { .object(document.id($0)) } ?? .scene
  }

  /// Returns an expectation of an object's position.
  private func site(_ node: NodeIndex) -> ObjectExpectation {
    var expectation = object(node)
    expectation.parent = parent(of: node)
    expectation.index = document.siblings(of: node).firstIndex(of: node)
    return expectation
  }

  /// Returns expectations of an object with all its contents and descendants.
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
      let bindings = document.ownBindings(of: node).map { BindingList($0).entries } ?? []
      expectation.bindings = bindings.filter { $0.problem == nil && $0.transformer == nil }.map {
        .init($0.property, $0.setting)
      }
      return .expect(expectation)
    }
  }

  /// Returns the expectations of the object that defines a place: the sibling or the parent; empty for the top of the
  /// scene.
  private func at(_ place: StepPlace) throws(Diagnostic) -> [EditStep] {
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

  private func palette(_ changes: [PaletteEdit]) -> [EditStep] {
    let known = Dictionary(
      document.written.palette.map { (ExactText($0.name), $0.value) }, uniquingKeysWith: { first, _ in first })
    var (names, renamed): ([String], [String]) = ([], [])
    for change in changes {
      switch change {
      case .set(let name, _), .extract(let name, _), .remove(let name): names.append(name)
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

  /// Returns expectations of the attributes that use colours whose names a step changes.
  private func uses(of names: [String]) -> [EditStep] {
    guard !names.isEmpty else { return [] }
    let found = session.withModel { $0.colorUses(of: Set(names.map { ExactText($0) })) }
    return names.flatMap { name -> [EditStep] in
      guard let uses = found[ExactText(name)] else { return [] }
      let attributes = uses.known.map { use in
        let raw = document.attribute(uses.key(of: use), of: use.node) ?? []
        return (use.node, uses.key(of: use), String(decoding: raw, as: UTF8.self))
      }
      let runtime = uses.runtime.map { ($0.node, $0.key, JSON.string(name).text()) }
      return (attributes + runtime).map { node, key, raw in
        var expectation = object(node)
        expectation.stored = [.init(key, raw)]
        return .expect(expectation)
      }
    }
  }
}
