import JSONText

// Documents of other programs' formats, which are read as scenes.
extension SceneDocument {
  /// The format of the document; nil for a scene.
  package var foreignFormat: (any ForeignFormat)? { projection?.format }

  /// Returns the scene that a text of a foreign format describes; nil if the text is of none of the formats.
  static func projecting(
    _ source: TextDocument, _ formats: ForeignFormats?, limits: SceneLimits, isCancelled: ScanWish? = nil,
    _ state: (TextBytes) -> TextState = { TextState($0) }
  ) throws(SceneError) -> (index: SceneIndex, projection: Projection)? {
    guard let formats, !formats.all.isEmpty else { return nil }
    let root: TextValue
    do throws(ForeignFault) {
      if let document = try formats.markup(source) {
        root = document
      } else {
        guard (try? JSONSyntax.validate(source.original.buffer, maximumDepth: limits.depth)) != nil else {
          // The error of a scene says the same fault, with its place.
          return nil
        }
        source.original.listMembers()
        root = TextValue(source.original)
        if root.member("format")?.string?.begins(with: "inspector-scene/") == true { return nil }
      }
    } catch {
      throw source.error(error)
    }
    let scene: ForeignScene
    let files = ForeignFiles(source.name, formats.finder)
    let format: any ForeignFormat
    do throws(ForeignFault) {
      guard let found = try formats.format(of: root, at: source.name) else { return nil }
      format = found
      guard source.original.count <= ForeignFormats.mostBytes else {
        throw ForeignFault(
          ForeignRefusal.tooLarge(size: source.original.count, limit: ForeignFormats.mostBytes), at: 0)
      }
      scene = try format.scene(of: root, files)
    } catch {
      throw source.error(error)
    }
    guard let bytes = TextBytes(scene.text), let index = SceneIndex(state(bytes), limits: limits) else {
      throw SceneError(FileRefusal.noMemory(size: scene.text.count), file: source.name)
    }
    if let fault = index.scan(limits: limits, isCancelled: isCancelled) {
      throw SceneError(ChangeRefusal.during(.composition, fault.reason), file: source.name)
    }
    return (index, Projection(source, format, scene, files))
  }

  // MARK: values

  /// Makes changes of an object's attributes in the scene, and writes the values to the foreign document.
  func project(
    _ changes: [AttributeChange], to node: NodeIndex, _ projection: Projection
  ) throws(SceneError) -> SpliceRestore {
    var spelled: [AttributeChange] = []
    // The values before they were spelled as the document spells them, of which later changes set parts; nil for those that
    // are removed.
    var wholes: [ExactText: [UInt8]?] = [:]
    for change in changes {
      guard let change = try self.spelled(change, of: node, projection, &wholes) else { continue }
      spelled.append(change)
      if case .rename(let key, let new) = change {
        wholes[ExactText(new)] = wholes[ExactText(key)] ?? attribute(key, of: node)
        wholes[ExactText(key)] = .some(nil)
      }
    }
    let restore = try write(spelled, to: node)
    follow(node, projection)
    return restore
  }

  /// Gives the foreign document the present attributes of an object.
  func follow(_ node: NodeIndex, _ projection: Projection) {
    var attributes: [(key: UnsafeRawBufferPointer, text: UnsafeRawBufferPointer)] = []
    forEachAttribute(of: node) { key, value in
      attributes.append((key, value))
      return true
    }
    let source = projection.source
    let splices = projection.splices(of: node, attributes)
    for key in splices.keys {
      let entry = splices.splices[key].map { splice in
        splice.text.withUnsafeBytes {
          source.overlay.keep($0, start: splice.span.lowerBound, end: splice.span.upperBound)
        }
      }
      let key = UInt32(truncatingIfNeeded: key)
      let former = source.overlay[key]
      if !Self.areSame(entry, former) { _ = source.set(entry, of: key, isChange: true) }
    }
  }

  /// Returns a change with the value in the spelling that the document has for it; nil if there is nothing to change.
  /// Throws an error if the document cannot have the value.
  private func spelled(
    _ change: AttributeChange, of node: NodeIndex, _ projection: Projection, _ wholes: inout [ExactText: [UInt8]?]
  ) throws(SceneError) -> AttributeChange? {
    let members = projection.members(of: node)
    let former = wholes
    let isPresent = { [former] (key: String) in (former[ExactText(key)] ?? self.attribute(key, of: node)) != nil }
    switch change {
    case .set(let key, let value):
      wholes[ExactText(key)] = value
      let leaf = projection.leaf(key, of: node, isPresent)
      return .set(key: key, value: try sceneText(of: value, key, node, projection, members, leaf))
    case .setMember(let key, let member, let value):
      let whole = wholes[ExactText(key)] ?? attribute(key, of: node)
      guard let whole, whole.first == UInt8(ascii: "{") else {
        throw refused(.noParts(key, member: member, object: id(node), isStored: whole != nil))
      }
      let value = Self.object(whole, setting: member, to: value)
      wholes[ExactText(key)] = value
      let leaf = projection.leaf(key, of: node, isPresent)
      return .set(key: key, value: try sceneText(of: value, key, node, projection, members, leaf))
    case .remove(let key):
      wholes[ExactText(key)] = .some(nil)
      if let other = members.obstacle(key), other.name.isExactly(key) {
        throw notEdited(other, of: node, projection, members)
      }
      guard let leaf = projection.leaf(key, of: node, isPresent) else {
        return attribute(key, of: node) == nil ? nil : change
      }
      guard leaf.container != nil || leaf.entry != nil else { throw refused(.partOfList(key, object: id(node))) }
      guard !leaf.isMark else {
        throw refused(.isMark(key, object: id(node), format: projection.format.name))
      }
      guard !leaf.isNamesake else { throw refused(.isNamesake(key, object: id(node))) }
      if leaf.parts.contains(where: \.isInherited) {
        // The object keeps the members that it alone has, such as the place of an instance.
        guard let present = attribute(key, of: node) else { return nil }
        let value = projection.inheritedText(of: leaf, present)
        return value == present ? nil : .set(key: key, value: value)
      }
      return change
    case .rename(let key, let new):
      if key.isExactly(new) { return nil }
      guard !isPresent(new) else { throw refused(.nameTaken(new, object: id(node))) }
      guard let leaf = projection.leaf(key, of: node, isPresent), !leaf.isNamesake,
        projection.rename(leaf, to: new, node)
      else { throw refused(.noRename(key, object: id(node))) }
      return change
    }
  }

  /// Returns the text that an attribute has in the scene after a value has been written to the document.
  private func sceneText(
    of value: [UInt8], _ key: String, _ node: NodeIndex, _ projection: Projection, _ members: ForeignMembers,
    _ leaf: ForeignLeaf?
  ) throws(SceneError) -> [UInt8] {
    let value = try withChecked(value, "'\(key)' of '\(id(node))'") { Array($0) }
    if let leaf, value == projection.sceneText(leaf) { return value }
    if let other = members.obstacle(key) {
      throw notEdited(other, of: node, projection, members)
    }
    // An entry with a new name leaves its former one to no other entry before the document is read again.
    let isNew = leaf == nil && members.leaf(key) == nil
    let site = isNew ? projection.newSite(of: key, as: declaredType?(node, key), node) : nil
    guard leaf != nil || site != nil else {
      throw noSite(of: key, node, projection)
    }
    do throws(ForeignRefusal) {
      // A composed value has no text of its own in the document.
      let old = leaf.flatMap { $0.parts.isEmpty ? projection.text($0.value) : nil }
      let type = leaf?.type ?? site?.type
      let value = (type == "Color" ? namedColor(value) : nil) ?? value
      let text = try projection.format.spelling(of: value, like: old, as: type, in: projection.root)
      let isWhole = leaf?.isWhole ?? site?.isWhole ?? false
      let numbers = isWhole ? projection.format.numbers(of: text, as: type) : []
      guard numbers.allSatisfy({ $0.withUnsafeBytes(JSONNumber.int) != nil }) else {
        throw .notWhole(String(decoding: value, as: UTF8.self))
      }
      return text
    } catch {
      throw refused(error)
    }
  }

  /// Returns the JSON text of the colour that a name stands for; nil for any other value.
  private func namedColor(_ value: [UInt8]) -> [UInt8]? {
    guard !namedColors.isEmpty, value.first == UInt8(ascii: "\""), value.count >= 2 else { return nil }
    return value.withUnsafeBytes { bytes in
      namedColors[ExactText(JSONString.decode(UnsafeRawBufferPointer(rebasing: bytes.dropFirst().dropLast())))]
    }
  }

  /// Returns the error for the edit of a value that is shown and not edited, with its place.
  private func notEdited(
    _ other: ForeignMembers.Other, of node: NodeIndex, _ projection: Projection, _ members: ForeignMembers
  ) -> SceneError {
    if other.isReadOnly {
      return projection.source.error(
        ForeignRefusal.readOnly(other.name, object: id(node)), at: other.value.lowerBound)
    }
    let parts = members.leaves.map(\.name).filter { $0.begins(with: other.name + ".") }
    let text = String(decoding: projection.text(other.value), as: UTF8.self)
    if let expected = other.expected {
      let found = String(decoding: projection.text(other.value).prefix(40), as: UTF8.self)
      return projection.source.error(
        ForeignRefusal.wrongMember(other.name, expected: expected, found: found), at: other.value.lowerBound)
    }
    return projection.source.error(
      ForeignRefusal.notEdited(other.name, object: id(node), text: text, parts: parts), at: other.value.lowerBound)
  }

  /// Returns the reason why a value of a foreign document is not edited; nil if there is none.
  ///
  /// - Parameter isNew: true if the object does not have the value.
  package func refusalToEdit(_ name: String, of node: NodeIndex, isNew: Bool = false) -> SceneError? {
    guard let projection else { return nil }
    let members = projection.members(of: node)
    if let other = members.obstacle(name) {
      return notEdited(other, of: node, projection, members)
    }
    return isNew ? noSite(of: name, node, projection) : nil
  }

  /// Returns the error for a value that an object does not have and cannot have without a type.
  private func noSite(of name: String, _ node: NodeIndex, _ projection: Projection) -> SceneError {
    projection.takesEntry(name, node)
      ? refused(.needsType(name, object: id(node)))
      : refused(.noSite(name, object: id(node), format: projection.format.name))
  }

  /// Returns the keys of the members of an object that the program of the foreign document computes from a value, and that
  /// an edit leaves as they are.
  package func computedMembers(from name: String, _ node: NodeIndex) -> [String] {
    guard let projection, let object = projection.object(node) else { return [] }
    return projection.format.computed(from: name, in: object, TextValue(projection.source.original))
  }

  /// Returns the objects outside of some objects that are removed with them since they refer to them, such as constraints; none
  /// in most formats.
  ///
  /// - Parameter nodes: the objects that are removed with their descendants.
  package func dependents(of nodes: [NodeIndex]) -> [NodeIndex] {
    guard let projection, projection.format.isMarkup else { return [] }
    let gone = nodes.flatMap { ($0..<afterSubtree($0)).map { $0 } }
    let removed = Set(gone)
    return projection.dependents(on: Set(gone.map(id))).filter { !removed.contains($0) }
  }

  /// The absolute paths of the palette documents whose colours a foreign document may be given by name; none for a scene,
  /// which names its palettes itself.
  package var foreignPalettes: [String] { projection?.parts.files.palettes ?? [] }

  /// The classes that the foreign document itself defines, as the description of a plugin without code; nil if it defines
  /// none.
  package var foreignDefinitions: [UInt8]? { projection?.parts.definitions }

  /// Returns the value that an object of a foreign document has from a different document or object.
  ///
  /// - Parameter place: the place of the value, which the object's bindings name.
  package func inherited(_ place: String) -> ForeignInherited? { projection?.parts.inherited[place] }

  /// The other documents that the foreign document names and that cannot be read, with the places of their names.
  package var unreadFiles: [SceneError] {
    guard let projection else { return [] }
    return projection.parts.files.problems.map { projection.source.error($0) }
  }

  /// Returns the values of an object that its document has twice, in two different ways, each with its name and place.
  package func foreignMirrors(of node: NodeIndex) -> [(name: String, error: SceneError)] {
    guard let projection else { return [] }
    return projection.members(of: node).leaves.compactMap { leaf in
      guard let mirror = leaf.mirror, mirror.isWritten else { return nil }
      let expected = projection.format.mirrored(projection.sceneText(leaf), as: mirror.spelling, type: leaf.type)
      let found = projection.text(mirror.span)
      let isSame = expected.withUnsafeBytes { TextValue.areSame($0, found) }
      if isSame { return nil }
      let texts = [Array(projection.text(leaf.value)), Array(found)].map {
        String(decoding: $0.prefix(40), as: UTF8.self)
      }
      let fault = ForeignRefusal.mirrorDiffers(leaf.name, value: texts[0], mirror: texts[1])
      return (leaf.name, projection.source.error(fault, at: mirror.span.lowerBound))
    }
  }

  /// Returns true if a value of an object of a foreign document has a different form than its format says, or is there twice.
  package func isDoubtful(_ node: NodeIndex) -> Bool { projection?.parts.doubtful.contains(node.number) ?? false }

  /// Returns the values of an object that have a different form than its format says, each with its name and place.
  package func foreignFaults(of node: NodeIndex) -> [(name: String, error: SceneError)] {
    guard let projection else { return [] }
    return projection.members(of: node).others.compactMap { other in
      guard let expected = other.expected else { return nil }
      let found = String(decoding: projection.text(other.value).prefix(40), as: UTF8.self)
      let fault = ForeignRefusal.wrongMember(other.name, expected: expected, found: found)
      return (other.name, projection.source.error(fault, at: other.value.lowerBound))
    }
  }

  /// Returns the offset of a member that is one number of a composed value of a foreign document, and the fault of a member
  /// that is no number; nil for a value that is not composed.
  ///
  /// - Parameter part: the name of the number in the scene, such as `width`.
  package func composedMember(
    _ part: String, of key: String, _ node: NodeIndex
  ) -> (offset: Int, fault: ForeignRefusal?)? {
    guard let projection, let leaf = projection.members(of: node).leaf(key), !leaf.parts.isEmpty else { return nil }
    var names: [String] = []
    projection.sceneText(leaf).withUnsafeBytes { text in
      Self.forEachMember(ofValue: text) { key, _ in
        names.append(JSONString.decode(key))
        return true
      }
    }
    guard let number = names.firstIndex(where: part.isExactly), leaf.parts.indices.contains(number),
      let member = leaf.parts[number].member
    else { return nil }
    let value = projection.root.value(atOffset: member.value.lowerBound)
    guard value.kind != .number else { return (value.offset, nil) }
    let found = String(decoding: value.text.prefix(40), as: UTF8.self)
    let path = leaf.parts[number].path.joined(separator: ".")
    return (value.offset, .wrongMember(path, expected: "a number", found: found))
  }

  /// Returns the error for a refused edit, without a position.
  func refused(_ reason: ForeignRefusal) -> SceneError { SceneError(reason, file: name) }

  /// Throws an error if the document is of a foreign format, which has nothing of this kind.
  func refuseForeign(_ work: ForeignRefusal.Work) throws(SceneError) {
    if let format = foreignFormat { throw refused(.hasNone(work, format: format.name)) }
  }

  /// True if the document is of a foreign format and has objects without ids, which are named by their places.
  package var hasObjectsWithoutIDs: Bool {
    projection?.objects.contains { $0.idPlace == nil && $0.list != nil } ?? false
  }

  /// The ids of the objects in each list of a foreign document that has objects without ids of their own, with their
  /// classes.
  package var listsWithoutIDs: [[String]] {
    guard let projection else { return [] }
    var lists: [Int: [NodeIndex]] = [:]
    for node in objects {
      if let list = projection.object(node)?.list { lists[list, default: []].append(node) }
    }
    let placed = lists.values.filter { $0.contains { projection.object($0)?.idPlace == nil } }
    return placed.map { nodes in
      (nodes.first.flatMap(parent).map { [id($0)] } ?? []) + nodes.flatMap { [id($0), className($0)] }
    }.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// Returns the name of the type that the document states for an attribute that no plugin declares; nil if its JSON text
  /// tells the type.
  package func statedType(of key: String, _ node: NodeIndex) -> String? {
    projection?.members(of: node).leaf(key)?.type
  }

  /// Returns true if the document itself gives a value its name, as entries of a list of properties do.
  package func isCustom(_ key: String, _ node: NodeIndex) -> Bool {
    projection?.members(of: node).leaf(key)?.isCustom ?? false
  }

  /// Returns true if null is a legal value of an attribute that no plugin declares.
  package func mayBeNull(_ key: String, _ node: NodeIndex) -> Bool {
    projection?.members(of: node).leaf(key)?.mirror != nil
  }

  /// Returns the name of the property whose rules an attribute has to keep as a part of a function; nil if there is none.
  package func rulingProperty(of key: String, _ node: NodeIndex) -> String? {
    projection?.members(of: node).leaf(key)?.ruledBy
  }

  /// The text of a value that an object has and that is not edited, such as an expression; nil if there is none under
  /// this name.
  package func unreadText(of name: String, _ node: NodeIndex) -> String? {
    guard let projection else { return nil }
    return projection.members(of: node).others.first { $0.name.isExactly(name) }.map {
      String(decoding: projection.text($0.value), as: UTF8.self)
    }
  }

  /// Returns the values at a key path of an object of a foreign document, also those that are hidden. `*` stands for each
  /// element of an array. Returns none if the object has no such member, or the document is not JSON.
  package func foreignMembers(at path: [String], of node: NodeIndex) -> [JSON] {
    guard let projection, !projection.format.isMarkup, let object = projection.object(node) else { return [] }
    var values = [projection.root.value(atOffset: object.offset)]
    for key in path {
      values = key == "*" ? values.flatMap(\.elements) : values.compactMap { $0.value(at: [key]) }
    }
    return values.map { $0.isScalar ? (try? JSON.parse($0.text)) ?? .null : .array([]) }
  }
}
