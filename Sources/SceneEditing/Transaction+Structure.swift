internal import JSONText
internal import SceneDocument

/// Steps that change the set of objects, their places and their names.
extension Transaction {
  /// Changes ids, classes, names or constraints of objects, after a check for conflicts with other edits. Throws an
  /// error if there is a conflict, or if a change is refused.
  ///
  /// - Parameter values: the values to set on the objects that get a new class.
  func call(_ changes: [StructureChange], _ values: [Assignment] = []) throws(Diagnostic) {
    try check(changes.compactMap(\.touch))
    try restructure(changes, values)
  }

  /// Returns a place with its selectors replaced by objects. Throws an error if one of them does not match exactly one
  /// object.
  func target(_ place: StepPlace) throws(Diagnostic) -> ObjectPlace {
    switch place.position {
    case .before(let sibling): return .before(try one(sibling, .sibling, for: "'before'"))
    case .after(let sibling): return .after(try one(sibling, .sibling, for: "'after'"))
    case .first: return .first(in: try parent(place))
    case .last: return .last(in: try parent(place))
    case .index(let index): return .at(index, in: try parent(place))
    }
  }

  /// Sets the members in ``members`` after all steps. On an error, the whole edit is rolled back.
  func giveMembers() throws(Diagnostic) {
    do throws(Diagnostic) {
      var rest = members
      while !rest.isEmpty {
        var owners: Set<ExactText?> = []
        var (round, later): ([MemberChange], [MemberChange]) = ([], [])
        for member in rest {
          if owners.insert(member.object.map { ExactText($0) }).inserted {
            round.append(member)
          } else {
            later.append(member)
          }
        }
        let changes = round.compactMap { member -> StructureChange? in
          guard let object = member.object else { return .setMember(member.key, member.text, of: nil) }
          guard let node = model.document.node(id: object) else { return nil }
          return member.key == "constraints" && model.document.reservedKeys(node).isEmpty
            ? .setConstraints(member.text, of: node) : .setMember(member.key, member.text, of: node)
        }
        try restructure(changes)
        rest = later
      }
    } catch {
      rollBack()
      throw error
    }
  }

  /// Applies the edits that update references to changed ids. Throws an error if a component refuses one of them.
  func follow(_ edits: [ObjectEdit]) throws(Diagnostic) {
    guard !edits.isEmpty else { return }
    guard judgesSteps else {
      for edit in edits { try store(edit.changes, in: [edit.node]) }
      return
    }
    try make(edits)
  }

  private func parent(_ place: StepPlace) throws(Diagnostic) -> NodeIndex? {
    guard let parent = place.parent else { return nil }
    return try one(parent, .parent, for: "'into'")
  }

  /// Applies structural changes in one pass, and records their effects, differences and warnings. Properties that refer
  /// to renamed objects are updated. Throws an error, and applies none of the changes, if one is refused.
  ///
  /// - Parameters:
  ///   - values: the values to set on the objects that get a new class.
  ///   - group: the steps to which the changes belong; nil if all of them belong to the current step.
  ///   - judges: false if components need not judge the changes, since the objects stay as they are.
  func restructure(
    _ steps: [StructureChange], _ values: [Assignment] = [], of group: StepGroup? = nil, judges: Bool = true
  ) throws(Diagnostic) {
    let following = ReferenceFollowing(steps, in: model)
    if following.isEmpty { return try make(steps, values, of: group, judges: judges) }
    let former = (structure, changes, references, warnings, edit.structure, edit.rewritten, edit.properties)
    do throws(Diagnostic) {
      try attempt { () throws(Diagnostic) in
        var edits: [ObjectEdit] = []
        var captured: (property: String, id: String, meant: String)?
        try make(steps, values, of: group) {
          edits = following.edits(after: $0, in: self.model)
          captured = following.captured(after: $0, in: self.model)
        }
        if let (property, id, meant) = captured {
          throw Diagnostic(EditRefusal.idIsTaken(id, for: property, by: meant), part: .name)
        }
        try follow(edits)
      }
    } catch {
      (structure, changes, references, warnings, edit.structure, edit.rewritten, edit.properties) = former
      throw error
    }
  }

  /// Applies structural changes without updating the properties that refer to renamed objects; see
  /// ``restructure(_:_:of:)``.
  ///
  /// - Parameter follow: receives the record that can undo the changes, if they change anything.
  private func make(
    _ steps: [StructureChange], _ values: [Assignment], of group: StepGroup?, judges: Bool = true,
    follow: ((StructureRestore) -> Void)? = nil
  ) throws(Diagnostic) {
    guard !steps.isEmpty else { return }
    try storeRuntimeAttributes()
    var removed: [(node: NodeIndex, count: Int)] = []
    var touched: [NodeIndex] = []
    var gone = NodeSet()
    for step in steps {
      switch step {
      case .insert, .duplicate: break
      case .remove(let node):
        removed.append((node, gone.insert(subtreeOf: node, in: model.document).count))
        touched.append(node)
      case .move(let node, _), .setID(_, let node), .setClass(_, let node), .setName(_, let node),
        .setConstraints(_, let node):
        touched.append(node)
      case .setMember(_, _, let node): if let node { touched.append(node) }
      }
    }
    let followers = model.document.referrers(to: Set(steps.compactMap { $0.formerID(in: model.document) }))
    structure.touch(touched, isMove: steps[0].aspect == .place)
    structure.touch(followers)
    changes.prepare(for: edit, in: model.document, mayChange: mayChange)
    var references = references
    references.prepare(for: steps, in: model) { group?.numbers[$0] ?? number }
    let layout = layoutEffects(of: steps)
    let outcome = try attempt { () throws(Diagnostic) in try StructureRun(self, steps, values, judges: judges).perform()
    }
    let restore = outcome.restore
    if let group {
      warnings += restore.numbered(outcome.warnings, of: group, in: model.document)
    } else {
      warn(outcome.warnings)
    }
    guard restore.isChange else { return }
    edit.structure = edit.structure.moved(by: restore.map)
    edit.rewritten = edit.rewritten.compactMap(restore.map.new)
    var arrivals: [NodeIndex] = []
    for (place, step) in steps.enumerated() {
      guard let node = restore.nodes[place] else { continue }
      switch step {
      case .insert, .duplicate: arrivals.append(node)
      default: if let aspect = step.aspect { edit.structure[node, default: []].insert(aspect) }
      }
    }
    for node in followers {
      if let node = restore.map.new(node) { edit.structure[node, default: []].insert(.constraints) }
    }
    references.follow(steps, restore, in: model) { id, place in
      group.map { $0.arriving.step(bringing: id) ?? $0.numbers[place] } ?? number
    }
    self.references = references
    changes.follow(restore.map)
    var effects = outcome.effects
    if let layout = layout?.moved(by: restore.map) { effects += layout.effects(changed: layout.restructured) }
    structure.follow(restore, arrivals: arrivals, removed: removed, effects: effects)
    follow?(restore)
    guard !outcome.given.isEmpty else { return }
    for given in outcome.given {
      edit.properties.formUnion(given.changes.map(\.property))
      changes.change(given.restore)
      if request.wantsChanges { changes.spool.add(given.changes, of: given.restore.node) }
    }
  }
}

extension StructureChange {
  /// Returns the id that the change replaces; nil if it replaces none.
  fileprivate func formerID(in document: SceneDocument) -> ExactText? {
    guard case .setID(let id, let node) = self else { return nil }
    let old = document.id(node)
    return old.isExactly(id) ? nil : ExactText(old)
  }
}

extension StructureRestore {
  /// Returns the warnings about a group of steps, each with the number of the step that inserted or changed the object
  /// of the warning. A warning about any other object gets the number of the last step.
  ///
  /// - Parameters:
  ///   - group: the steps whose changes this record can undo.
  ///   - document: the scene after them.
  func numbered(
    _ warnings: [Diagnostic], of group: StepGroup, in document: SceneDocument
  ) -> [(step: Int, warning: Diagnostic)] {
    guard !warnings.isEmpty else { return [] }
    var places: [NodeIndex: Int] = [:]
    for (place, change) in group.changes.enumerated() {
      guard let node = nodes[place] else { continue }
      switch change {
      case .insert, .duplicate:
        for member in node..<document.afterSubtree(node) { places[member] = group.numbers[place] }
      default: places[node] = group.numbers[place]
      }
    }
    return warnings.map { warning in
      let node = warning.object.flatMap { document.node(id: $0) }
      let step = warning.object.flatMap { group.arriving.step(bringing: $0) }
      return (step ?? node.flatMap { places[$0] } ?? group.numbers.last ?? 0, warning)
    }
  }
}

extension [(step: Int, warning: Diagnostic)] {
  /// The warnings in the order of the steps; warnings of one step keep their order.
  var inOrder: [Diagnostic] {
    enumerated().sorted { ($0.element.step, $0.offset) < ($1.element.step, $1.offset) }.map(\.element.warning)
  }
}
