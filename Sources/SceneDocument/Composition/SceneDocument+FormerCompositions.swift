import JSONText

// Functions that undo edits made before a template changed. The change in the scene's own file is undone, and the
// composed text is derived again from the result.
extension SceneDocument {
  /// Undoes a change to attributes or to the palette that was made in a former composition, or before the scene was
  /// composed. Returns the record that redoes the change.
  func restore(_ restore: SpliceRestore, by composition: Composition) -> SpliceRestore {
    let record = restore.written?.restore ?? restore
    let back = composition.written.restore(record)
    var made = record.key == Self.paletteKey ? followPalette(composition) : follow(record, composition)
    made.written = SpliceRestore.Written(back, of: indexed)
    view.edited = overlay.bits
    return made
  }

  /// Updates the attributes of the object that a restored record concerns, from the written document and the template.
  private func follow(_ record: SpliceRestore, _ composition: Composition) -> SpliceRestore {
    let override = record.written?.override
    let written = override == nil ? record.node : Self.placeholder(ofKey: record.key)
    var node = composition.composed(written)
    if let override, let template = composition.template(of: written), let inner = template.inner(at: override.address)
    {
      node = node + (inner - template.node)
    }
    let entry = composedEntry(node, composition.place(of: node), composition)
    return indexed.set(entry, of: Self.key(node), isChange: true)
  }

  /// Updates the palette from the written document and the templates.
  private func followPalette(_ composition: Composition) -> SpliceRestore {
    var wanted = composition.plan.colors
    for color in composition.written.editedPalette() { wanted[ExactText(color.name)] = color.value }
    var changes: [AttributeChange] = []
    for (name, value) in editedPalette() {
      guard let new = wanted.removeValue(forKey: ExactText(name)) else {
        changes.append(.remove(key: name))
        continue
      }
      if new != value { changes.append(.set(key: name, value: new)) }
    }
    for (name, value) in wanted.sorted(by: { $0.key.text < $1.key.text }) {
      changes.append(.set(key: name.text, value: value))
    }
    do throws(SceneError) {
      return try writeToPalette(changes)
    } catch {
      // This cannot happen, since all colours come from texts that were already validated.
      return indexed.set(overlay[Self.paletteKey], of: Self.paletteKey, isChange: false)
    }
  }

  /// Undoes a structural edit that was made in a former composition, or before the scene was composed. Returns the
  /// record that redoes the edit.
  func restore(_ restore: StructureRestore, by composition: Composition) throws(SceneError) -> StructureRestore {
    var backs: [StructureRestore] = []
    var changed = NodeMap.identity(composition.written.objectCount)
    for record in (restore.written?.restores ?? [restore]).reversed() {
      let back = try composition.written.restore(record)
      backs.append(back)
      changed = changed.followed(by: back.map)
    }
    let (map, former, _) = try follow(backs, composition, changed: changed, isUndo: true)
    return StructureRestore(
      map: map, nodes: [], replacesText: restore.replacesText,
      written: StructureRestore.Written(backs, composition, of: indexed), former: former)
  }
}
