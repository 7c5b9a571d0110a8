internal import JSONText
package import SceneDocument

extension Reconciliation {
  /// Makes all steps in the current scene, or none, and returns what undoes them.
  package func apply() throws(SceneError) -> InverseEdit {
    var edit = InverseEdit()
    do throws(SceneError) {
      for step in steps { try make(step, &edit) }
    } catch {
      edit.undo(on: current)
      throw error
    }
    return edit
  }

  private func make(_ step: Step, _ edit: inout InverseEdit) throws(SceneError) {
    switch step {
    case .palette(let colors):
      guard !colors.isEmpty else { return }
      let changes = colors.map { color -> PaletteChange in
        color.new.map { .set(name: color.name, value: Array($0.utf8)) } ?? .remove(name: color.name)
      }
      edit.add(.palette(try current.applyToPalette(changes)))
      edit.colors.formUnion(colors.map(\.name))
    case .structure(let changes):
      do throws(SceneError) {
        try restructure(changes, &edit)
      } catch  where error.code == .editStructure {
        // In the order of their scene what holds an object is in its place before that.
        for change in changes { try restructure([change], &edit) }
      }
    case .values(let attributes):
      for change in attributes {
        guard let node = current.node(id: change.object) else { continue }
        let key = change.property
        let value: AttributeChange = change.new.map { .set(key: key, value: Array($0.utf8)) } ?? .remove(key: key)
        edit.add(try current.apply([value], to: node))
        edit.properties.insert(key)
      }
    }
  }

  /// Makes changes at once.
  private func restructure(_ changes: [Change], _ edit: inout InverseEdit) throws(SceneError) {
    // What follows another of them goes to the same place: there they stand in their order.
    var targets: [ExactText: ObjectPlace] = [:]
    func target(_ place: Place) -> ObjectPlace? {
      let parent = place.parent.flatMap { current.node(id: $0) }
      guard place.parent == nil || parent != nil else { return nil }
      let beside = place.former.flatMap { id in targets[ExactText(id)] ?? current.node(id: id).map { .after($0) } }
      targets[ExactText(place.object)] = beside ?? .first(in: parent)
      return targets[ExactText(place.object)]
    }
    var list: [StructureChange] = []
    for change in changes {
      switch change {
      case .insert(let text, let place): list += target(place).map { [.insert(object: text, at: $0)] } ?? []
      case .move(let place):
        guard let node = current.node(id: place.object), let target = target(place) else { continue }
        list.append(.move(node, to: target))
      case .remove(let ids): list += ids.compactMap { current.node(id: $0).map { .remove($0) } }
      case .setClass(let name, let id): list += current.node(id: id).map { [.setClass(name, of: $0)] } ?? []
      case .setName(let name, let id): list += current.node(id: id).map { [.setName(name, of: $0)] } ?? []
      }
    }
    // Which is refused first does not depend on where names stand.
    list = list.filter { $0.aspect != .name } + list.filter { $0.aspect == .name }
    guard !list.isEmpty else { return }
    let restore = try current.restructure(list)
    guard restore.isChange else { return }
    var made = InverseEdit()
    made.add(.structure(restore))
    for case (let node?, let aspect?) in zip(restore.nodes, list.map(\.aspect)) {
      made.structure[node, default: []].insert(aspect)
    }
    edit.append(made)
  }
}
