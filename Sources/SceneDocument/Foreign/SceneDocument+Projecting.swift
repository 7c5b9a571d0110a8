import JSONText

// Documents in formats of other programs, which are read as scenes.
extension SceneDocument {
  /// The foreign format of the document; nil for a scene.
  package var foreignFormat: (any ForeignFormat)? { projection?.format }

  /// Converts a text in a foreign format to a scene; returns nil if the text is a scene, is not valid, or matches no
  /// format. Throws an error if the text is too large, or if its format refuses it.
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
          // The scene's scanner reports the same fault with its position.
          return nil
        }
        source.original.listMembers()
        root = TextValue(source.original)
        if formats.name == nil, root.isScene { return nil }
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

  /// Edits an object's attributes in the scene, and writes the values to the foreign document.
  func project(
    _ changes: [AttributeChange], to node: NodeIndex, _ projection: Projection
  ) throws(SceneError) -> SpliceRestore {
    var spelled: [AttributeChange] = []
    // The values before their conversion to the document's spelling, since later changes may set parts of them; nil for
    // removed values.
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

  /// Updates the foreign document from the current attributes of an object.
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

  /// Converts the value in a change to the spelling of the document; returns nil if nothing would change. Throws an
  /// error if the document cannot store the value.
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
        // The object keeps the members that no base has, such as the position of an instance.
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

  /// Returns the text that an attribute will have in the scene after its value has been written to the document.
  private func sceneText(
    of value: [UInt8], _ key: String, _ node: NodeIndex, _ projection: Projection, _ members: ForeignMembers,
    _ leaf: ForeignLeaf?
  ) throws(SceneError) -> [UInt8] {
    let value = try withChecked(value, "'\(key)' of '\(id(node))'") { Array($0) }
    if let leaf, value == projection.sceneText(leaf) { return value }
    if let other = members.obstacle(key) {
      throw notEdited(other, of: node, projection, members)
    }
    // The former name of a renamed entry is not available until the document is read again.
    let isNew = leaf == nil && members.leaf(key) == nil
    let site = isNew ? projection.newSite(of: key, as: declaredType?(node, key), node) : nil
    guard leaf != nil || site != nil else {
      throw noSite(of: key, node, projection)
    }
    do throws(ForeignRefusal) {
      // A composed value has no single text in the document.
      let old = leaf.flatMap { $0.parts.isEmpty ? projection.text($0.value) : nil }
      let type = leaf?.type ?? site?.type
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

  /// Returns the error, with a position, for editing a value that cannot be edited.
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
        ForeignRefusal.inTheWay(other.name, expected: expected, found: found), at: other.value.lowerBound)
    }
    return projection.source.error(
      ForeignRefusal.notEdited(other.name, object: id(node), text: text, parts: parts), at: other.value.lowerBound)
  }

  /// Returns the reason why a value of a foreign document cannot be edited; nil if it can.
  ///
  /// - Parameter isNew: true if the object lacks the value.
  package func refusalToEdit(_ name: String, of node: NodeIndex, isNew: Bool = false) -> SceneError? {
    guard let projection else { return nil }
    let members = projection.members(of: node)
    if let other = members.obstacle(name) {
      return notEdited(other, of: node, projection, members)
    }
    return isNew ? noSite(of: name, node, projection) : nil
  }

  /// Returns the error for a new value that the format cannot store, or only with a given type.
  private func noSite(of name: String, _ node: NodeIndex, _ projection: Projection) -> SceneError {
    if let object = projection.object(node),
      let obstacle = projection.format.obstacle(to: name, in: object, projection.root)
    {
      let found = String(decoding: obstacle.value.text.prefix(40), as: UTF8.self)
      let path = obstacle.path.joined(separator: ".")
      return projection.source.error(
        ForeignRefusal.inTheWay(path, expected: obstacle.expected, found: found), at: obstacle.value.offset)
    }
    return projection.takesEntry(name, node)
      ? refused(.needsType(name, object: id(node)))
      : refused(.noSite(name, object: id(node), format: projection.format.name))
  }

  /// Returns the keys of the members that the foreign document's program derives from a value, and that edits leave
  /// unchanged.
  package func computedMembers(from name: String, _ node: NodeIndex) -> [String] {
    guard let projection, let object = projection.object(node) else { return [] }
    return projection.format.computed(from: name, in: object, TextValue(projection.source.original))
  }

  /// Returns the other objects that must be removed along with the given ones because of their references, such as
  /// constraints; empty for most formats.
  ///
  /// - Parameter nodes: the objects to remove along with their descendants.
  package func dependents(of nodes: [NodeIndex]) -> [NodeIndex] {
    guard let projection, projection.format.isMarkup else { return [] }
    let gone = nodes.flatMap { ($0..<afterSubtree($0)).map { $0 } }
    let removed = Set(gone)
    return projection.dependents(on: Set(gone.map(id))).filter { !removed.contains($0) }
  }

  /// The absolute paths of the palette documents whose colour names a foreign document may use; empty for a scene,
  /// which lists its own palettes.
  package var foreignPalettes: [(path: String, fault: SceneError?)] { projection?.parts.files.palettes ?? [] }

  /// The classes that the foreign document and related files define, in the form of a plugin without code; nil if they
  /// define none.
  package var foreignDefinitions: [UInt8]? { projection?.parts.definitions }

  /// Returns the value that an object of a foreign document inherits from a different document or object; nil if there
  /// is none.
  ///
  /// - Parameter place: the place of the value, as named in the object's bindings.
  package func inherited(_ place: String) -> ForeignInherited? { projection?.parts.inherited[place] }

  /// The errors for referenced documents that cannot be read, with the positions of the references.
  package var unreadFiles: [SceneError] {
    guard let projection else { return [] }
    return projection.parts.files.problems.map { projection.source.error($0) }
  }

  /// Returns errors for the values that a document stores in two places with different contents, each with the value's
  /// name.
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

  /// Returns true if an object of a foreign document has a value of an unexpected form, or one that occurs twice.
  package func isDoubtful(_ node: NodeIndex) -> Bool { projection?.parts.doubtful.contains(node.number) ?? false }

  /// Returns errors for the values of an object that have an unexpected form, each with the value's name.
  package func foreignFaults(of node: NodeIndex) -> [(name: String, error: SceneError)] {
    guard let projection else { return [] }
    return projection.members(of: node).others.compactMap { other in
      guard let expected = other.expected else { return nil }
      let found = String(decoding: projection.text(other.value).prefix(40), as: UTF8.self)
      let fault = ForeignRefusal.wrongMember(other.name, expected: expected, found: found)
      return (other.name, projection.source.error(fault, at: other.value.lowerBound))
    }
  }

  /// Returns the offset of the member with one number of a composed value, and a fault if the member is not a number;
  /// nil if there is no such member.
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

  /// Throws an error if the document has a foreign format, since such formats do not support the given kind of edit.
  func refuseForeign(_ work: ForeignRefusal.Work) throws(SceneError) {
    if let format = foreignFormat { throw refused(.hasNone(work, format: format.name)) }
  }

  /// True for a foreign document with objects that are identified only by their places.
  package var hasObjectsWithoutIDs: Bool {
    projection?.objects.contains { $0.idPlace == nil && $0.list != nil } ?? false
  }

  /// The lists of a foreign document that contain objects without ids of their own. Each has the parent's id, then the
  /// id and the class of each object.
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

  /// Returns the type that the document specifies for an attribute; nil if the JSON text determines the type.
  package func statedType(of key: String, _ node: NodeIndex) -> String? {
    projection?.members(of: node).leaf(key)?.type
  }

  /// Returns the name of the type that a foreign document stores with a value of its own; nil for any other value.
  package func typeOfEntry(_ key: String, _ node: NodeIndex) -> String? {
    guard attribute(key, of: node) != nil else { return nil }
    return isCustom(key, node) ? statedType(of: key, node) : projection?.parts.entrySites[node]?[key]?.type
  }

  /// Returns true if the document itself defines the name of a value, as in a list of custom properties.
  package func isCustom(_ key: String, _ node: NodeIndex) -> Bool {
    projection?.members(of: node).leaf(key)?.isCustom ?? false
  }

  /// Returns true if null is a legal value of an attribute that no plugin declares.
  package func mayBeNull(_ key: String, _ node: NodeIndex) -> Bool {
    projection?.members(of: node).leaf(key)?.mirror != nil
  }

  /// Returns the name of the property whose rules apply to an attribute as part of a function; nil if there is none.
  package func rulingProperty(of key: String, _ node: NodeIndex) -> String? {
    projection?.members(of: node).leaf(key)?.ruledBy
  }

  /// Returns the text of a value that cannot be edited, such as an expression; nil if the object has no such value.
  package func unreadText(of name: String, _ node: NodeIndex) -> String? {
    guard let projection else { return nil }
    return projection.members(of: node).others.first { $0.name.isExactly(name) }.map {
      String(decoding: projection.text($0.value), as: UTF8.self)
    }
  }

  /// Returns the values at a key path of an object, including hidden ones; `*` stands for each element of an array.
  /// Returns an empty array if there is no such member, or if the document is not JSON.
  package func foreignMembers(at path: [String], of node: NodeIndex) -> [JSON] {
    guard let projection, !projection.format.isMarkup, let object = projection.object(node) else { return [] }
    var values = [projection.root.value(atOffset: object.offset)]
    for key in path {
      values = key == "*" ? values.flatMap(\.elements) : values.compactMap { $0.value(at: [key]) }
    }
    return values.map { $0.isScalar ? (try? JSON.parse($0.text)) ?? .null : .array([]) }
  }
}
