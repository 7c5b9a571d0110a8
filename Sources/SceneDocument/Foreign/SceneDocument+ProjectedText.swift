import JSONText

// Replacements of a foreign document's whole text, and structural changes.
extension SceneDocument {
  /// Replaces the whole text of the foreign document.
  ///
  /// - Parameter origins: the origins of the objects in the new text; nil to match objects by their ids.
  func project(
    text: [UInt8], _ projection: Projection, origins: [ForeignStructure.Origin]? = nil
  ) throws(SceneError) -> StructureRestore {
    let source = projection.source
    let former = try source.replace(with: text)
    do throws(SceneError) {
      guard let next = try Self.projecting(source, formats, limits: limits, { indexed.next($0) }) else {
        guard origins == nil else { throw refused(.unrecognized(format: projection.format.name)) }
        // No format matches the text, so the error is that of a scene.
        _ = try SceneDocument(bytes: text, name: name, limits: limits)
        throw refused(.hasNone(.members, format: projection.format.name))
      }
      return try adopt(next, former, projection, origins)
    } catch {
      _ = try source.restore(former)
      throw error
    }
  }

  /// Makes structural changes in the foreign document.
  func project(_ changes: [StructureChange], _ projection: Projection) throws(SceneError) -> StructureRestore {
    let source = projection.source
    if let text = try textWithRuntimeAttributes(of: changes) {
      let origins = (0..<objectCount).map { ForeignStructure.Origin.old(NodeIndex($0)) }
      let restore = try project(text: text, projection, origins: origins)
      var edit = StructureRestore(map: restore.map, nodes: changes.map(\.node), former: restore.former)
      edit.foreign = restore.foreign
      return edit
    }
    var structure: ForeignStructure
    let origins: [ForeignStructure.Origin]
    do throws(ForeignRefusal) {
      structure = try ForeignStructure(
        source.snapshot.bytes(), projection.format, objectCount, for: changes)
      try structure.remove(changes.compactMap { if case .remove(let node) = $0 { node } else { nil } })
      // Many copies are made at once, since each reads the whole text again.
      let copies = changes.enumerated().compactMap { number, change in
        if case .duplicate(let node, let id, nil) = change {
          ForeignStructure.Copy(node: node, id: id, change: number)
        } else {
          nil
        }
      }
      if copies.count == changes.count, structure.areApart(copies) {
        try structure.duplicate(copies, at: nil)
      } else {
        for (number, change) in changes.enumerated() {
          if case .remove = change { continue }
          try structure.make(change, number: number)
        }
      }
      origins = structure.origins
    } catch {
      throw refused(error)
    }
    guard !source.snapshot.bytes().elementsEqual(structure.text) else {
      let map = NodeMap.identity(objectCount)
      return StructureRestore(map: map, nodes: changes.map { $0.node }, former: nil)
    }
    let restore = try project(text: structure.text, projection, origins: origins)
    let nodes = changes.enumerated().map { number, change in
      change.node.map { restore.map.new($0) } ?? origins.firstIndex(of: .new(change: number)).map { NodeIndex($0) }
    }
    var edit = StructureRestore(map: restore.map, nodes: nodes, former: restore.former)
    edit.foreign = restore.foreign
    return edit
  }

  /// Returns the text of the foreign document with new runtime attributes stored as values of their objects; nil if any
  /// change is of a different kind.
  private func textWithRuntimeAttributes(of changes: [StructureChange]) throws(SceneError) -> [UInt8]? {
    var lists: [(node: NodeIndex, text: [UInt8])] = []
    guard !changes.isEmpty else { return nil }
    for change in changes {
      guard case .setMember(Self.runtimeAttributesKey, let text, let node?) = change else { return nil }
      if let text { lists.append((node, text)) }
    }
    let scratch = try SceneDocument(bytes: source.snapshot.bytes(), name: name, of: formats, limits: limits)
    for (node, text) in lists {
      guard case .array(let entries)? = try? JSON.parse(text) else { continue }
      var types: [String: String] = [:]
      var values: [AttributeChange] = []
      for entry in entries {
        guard case .string(let key)? = entry["keyPath"], case .string(let type)? = entry["type"],
          let value = entry["value"]
        else { continue }
        types[key] = type
        values.append(.set(key: key, value: Array(value.text().utf8)))
      }
      scratch.declaredType = { [types] _, key in types[key] }
      _ = try scratch.apply(values, to: node)
    }
    return scratch.bytes()
  }

  private func adopt(
    _ next: (index: SceneIndex, projection: Projection), _ former: FormerText, _ projection: Projection,
    _ origins: [ForeignStructure.Origin]?
  ) throws(SceneError) -> StructureRestore {
    let (old, oldCount) = (index, objectCount)
    var map = NodeMap()
    let ids =
      origins == nil
      ? Dictionary(objects.map { (ExactText(id($0)), $0) }, uniquingKeysWith: { first, _ in first }) : [:]
    index = next.index
    if let taken = firstDuplicateID() {
      index = old
      throw SceneError(SceneRefusal.takenID(taken), file: name)
    }
    for node in objects {
      let origin: NodeIndex? =
        if let origins {
          if case .old(let node) = origins[node.number] { node } else { nil }
        } else { ids[ExactText(id(node))] }
      map.append(old: origin, count: 1)
    }
    map.finish(oldCount: oldCount)
    let back = FormerText(from: indexed.state, to: next.index.text)
    indexed.adopt(next.index.text, undoneBy: back)
    self.projection = next.projection
    var restore = StructureRestore(map: map, nodes: [], replacesText: true, former: back)
    restore.foreign = StructureRestore.Foreign(former, projection)
    return restore
  }

  /// Undoes the replacement of the whole text of the foreign document. Returns the record that redoes it.
  func undo(_ edit: StructureRestore.Foreign) throws(SceneError) -> StructureRestore.Foreign? {
    guard let projection else { return nil }
    let back = try projection.source.restore(edit.former)
    self.projection = Projection(projection.source, edit.parts)
    return StructureRestore.Foreign(back, projection)
  }
}
