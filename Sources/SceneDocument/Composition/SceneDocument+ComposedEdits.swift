import JSONText

// Edits of a composed scene. They change the written document, and the composed text is updated afterwards.
extension SceneDocument {
  /// Edits an object's attributes in the written document or, for an inner object, in the overrides of its placeholder.
  func compose(
    _ changes: [AttributeChange], to node: NodeIndex, _ composition: Composition
  ) throws(SceneError) -> SpliceRestore {
    let place = composition.place(of: node)
    let written = composition.written
    let back: SpliceRestore
    if let address = composition.address(of: place) {
      let stored = written.overrides(of: address, in: place.written)
      let changes = try self.changes(changes, of: node) { key in
        stored.flatMap { $0.has(key) } ?? false
      }
      back = try written.write(changes, overriding: address, of: place.written)
    } else if composition.template(of: place.written) != nil {
      let changes = try self.changes(changes, of: node) { written.attribute($0, of: place.written) != nil }
      back = try written.write(changes, to: place.written)
    } else {
      back = try written.write(changes, to: place.written)
    }
    let former = overlay[Self.key(node)]
    let entry = composedEntry(node, place, composition)
    var restore = indexed.set(entry, of: Self.key(node), isChange: back.isChange || !Self.areSame(entry, former))
    restore.written = SpliceRestore.Written(back, of: indexed)
    view.edited = overlay.bits
    return restore
  }

  /// Returns the equivalent changes to the written document. A change to one part of an inherited value sets the whole
  /// value; removals and renames of inherited attributes are dropped.
  ///
  /// - Parameter isStored: returns true if the written document itself stores the attribute.
  private func changes(
    _ changes: [AttributeChange], of node: NodeIndex, isStored: (String) -> Bool
  ) throws(SceneError) -> [AttributeChange] {
    var made: [AttributeChange] = []
    for change in changes {
      switch change {
      case .set: made.append(change)
      case .remove(let key), .rename(let key, _): if isStored(key) { made.append(change) }
      case .setMember(let key, let member, let value):
        let isMade = made.contains { if case .set(key, _) = $0 { true } else { false } }
        guard !isStored(key), !isMade else {
          made.append(change)
          continue
        }
        guard let whole = attribute(key, of: node), whole.first == UInt8(ascii: "{") else {
          throw refused(.noParts(key, member: member, object: id(node), isStored: attribute(key, of: node) != nil))
        }
        made.append(.set(key: key, value: Self.object(whole, setting: member, to: value)))
      }
    }
    return made
  }

  /// Returns the overlay entry for the attributes of an object, merged from the written document and the template; nil
  /// if they equal the original text.
  func composedEntry(
    _ node: NodeIndex, _ place: Composition.Place, _ composition: Composition
  ) -> Overlay.Entry? {
    let written = composition.written
    let merged: [UInt8]?
    if let (document, inner) = composition.source(of: place) {
      if place.inner == 0 {
        merged = SceneComposer.attributes(of: place.written, in: written, over: (document, inner))
      } else {
        let own = composition.address(of: place).flatMap { written.overrides(of: $0, in: place.written) }
        merged = SceneComposer.merged(document.originalAttributes(inner), own?.text)
      }
    } else {
      merged = written.attributesText(of: place.written).map { Array($0) }
    }
    let span = load(scratch, node, nil)
    guard let merged else {
      // The written document had no attributes originally, and has none now.
      return span.isEmpty ? nil : AttributeText.braces.withUnsafeBytes { difference(from: text(span), to: $0) }
    }
    if span.isEmpty {
      // An inserted member consists of its separator, its key and its value.
      let whole = Array(scratch.text[..<scratch.attributes]) + merged
      return merged.count == 2
        ? nil : whole.withUnsafeBytes { overlay.keep($0, start: span.lowerBound, end: span.upperBound) }
    }
    return merged.withUnsafeBytes { difference(from: text(span), to: $0) }
  }

  /// Edits the palette of the written document. After the removal of a colour, a template's colour of the same name
  /// takes effect again.
  func compose(
    _ changes: [AttributeChange], toPaletteOf composition: Composition
  ) throws(SceneError) -> SpliceRestore {
    let back = try composition.written.applyToPalette(changes)
    let colors = composition.plan.colors
    var own: [AttributeChange] = []
    for change in changes {
      switch change {
      case .remove(let name):
        own.append(colors[ExactText(name)].map { .set(key: name, value: $0) } ?? change)
      case .rename(let name, let new) where name.isExactly(new): continue
      case .rename(let name, let new):
        if colors[ExactText(new)] != nil { own.append(.remove(key: new)) }
        own.append(change)
        if let text = colors[ExactText(name)] { own.append(.set(key: name, value: text)) }
      case .set, .setMember: own.append(change)
      }
    }
    do throws(SceneError) {
      var restore = try writeToPalette(own)
      restore.written = SpliceRestore.Written(back, of: indexed)
      return restore
    } catch {
      _ = composition.written.restore(back)
      throw error
    }
  }

  /// Makes structural changes in the written document. Changes to objects of a template are refused.
  func compose(_ changes: [StructureChange], _ composition: Composition) throws(SceneError) -> StructureRestore {
    var written: [StructureChange] = []
    for change in changes { written.append(try self.written(change, composition)) }
    // Splices of whole members may touch those of the structural edit, so they are first merged into the original text.
    var backs: [StructureRestore] = []
    if composition.written.hasEditedOverrides {
      backs.append(try composition.written.writeText(composition.written.bytes()))
    }
    let back: StructureRestore
    do throws(SceneError) {
      back = try composition.written.writeStructure(written)
    } catch {
      for restore in backs { _ = try composition.written.restore(restore) }
      throw error
    }
    guard back.isChange else {
      for restore in backs { _ = try composition.written.restore(restore) }
      return StructureRestore(map: .identity(objectCount), nodes: changes.map { $0.node }, former: nil)
    }
    backs.append(back)
    let (map, former, next) = try follow(backs, composition, changed: back.map)
    return StructureRestore(
      map: map, nodes: back.nodes.map { $0.map(next.composed) },
      written: StructureRestore.Written(backs, composition, of: indexed), former: former)
  }

  /// Replaces the whole text of the written document.
  func compose(text: [UInt8], _ composition: Composition) throws(SceneError) -> StructureRestore {
    let back = try composition.written.writeText(text)
    let (map, former, _) = try follow([back], composition, changed: back.map)
    return StructureRestore(
      map: map, nodes: [], replacesText: true, written: StructureRestore.Written([back], composition, of: indexed),
      former: former)
  }

  /// Undoes a structural edit of the written document, and restores the former composition. Returns the record that
  /// redoes both.
  func undo(_ edit: StructureRestore.Written) throws(SceneError) -> StructureRestore.Written? {
    guard let present = composition else { return nil }
    var backs: [StructureRestore] = []
    for restore in edit.restores.reversed() { backs.append(try present.written.restore(restore)) }
    composition = Composition(
      written: present.written, templates: edit.composition.templates.readers(), plan: edit.composition.plan,
      finder: present.finder)
    return StructureRestore.Written(backs, present, of: indexed)
  }

  // MARK: Structural changes in terms of the written document

  private func written(
    _ change: StructureChange, _ composition: Composition
  ) throws(SceneError) -> StructureChange {
    func own(_ node: NodeIndex, _ work: CompositionRefusal.Work) throws(SceneError) -> NodeIndex {
      try self.own(node, work, composition)
    }
    switch change {
    case .insert(let text, let place, let filling):
      return .insert(object: text, at: try self.written(place, .insert, composition), filling: filling)
    case .remove(let node): return .remove(try own(node, .remove))
    case .duplicate(let node, let id, let place):
      let place = try place.map { place throws(SceneError) in try self.written(place, .insert, composition) }
      return .duplicate(try own(node, .duplicate), id: id, at: place)
    case .move(let node, let place):
      return .move(try own(node, .move), to: try self.written(place, .insert, composition))
    case .setID(let id, let node): return .setID(id, of: try own(node, .rename))
    case .setClass(let name, let node):
      let own = try own(node, .setClass)
      guard composition.template(of: own) == nil else {
        throw SceneError(CompositionRefusal.hasTemplateClass(id(node), className: className(node)), file: self.name)
      }
      return .setClass(name, of: own)
    case .setName(let name, let node): return .setName(name, of: try own(node, .setName))
    case .setConstraints(let text, let node): return .setConstraints(text, of: try own(node, .constrain))
    case .setMember(let key, let text, let node):
      return .setMember(key, text, of: try node.map { node throws(SceneError) in try own(node, .constrain) })
    }
  }

  /// Converts an object of the composed scene to the object of the written document. Throws an error if a template
  /// supplies the object.
  private func own(
    _ node: NodeIndex, _ work: CompositionRefusal.Work, _ composition: Composition
  ) throws(SceneError) -> NodeIndex {
    let place = composition.place(of: node)
    guard place.inner == 0 else {
      let placeholder = composition.written.id(place.written)
      throw SceneError(CompositionRefusal.isInner(id(node), placeholder: placeholder, work), file: name)
    }
    return place.written
  }

  private func written(
    _ place: ObjectPlace, _ work: CompositionRefusal.Work, _ composition: Composition
  ) throws(SceneError) -> ObjectPlace {
    func own(_ parent: NodeIndex?) throws(SceneError) -> NodeIndex? {
      try parent.map { parent throws(SceneError) in try self.own(parent, work, composition) }
    }
    switch place {
    case .first(let parent): return .first(in: try own(parent))
    case .last(let parent): return .last(in: try own(parent))
    case .at(let index, let parent):
      let written = try own(parent)
      let count =
        written.flatMap { composition.template(of: $0) }.map { Array($0.document.children($0.node)).count } ?? 0
      guard index >= count else {
        let id = written.map(composition.written.id) ?? ""
        throw SceneError(CompositionRefusal.beforeTemplate(placeholder: id, count: count), file: name)
      }
      return .at(index - count, in: written)
    case .before(let sibling): return .before(try self.own(sibling, .neighbour, composition))
    case .after(let sibling): return .after(try self.own(sibling, .neighbour, composition))
    }
  }
}
