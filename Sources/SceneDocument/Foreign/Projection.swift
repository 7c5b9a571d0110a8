import JSONText

/// A foreign document, with the places of its scene's objects.
///
/// The document is authoritative: saves, journals, diffs and locks refer to its text, and the text of the scene is
/// derived from it. The splices of the document's text are computed from the current attributes of an object, so that
/// undoing an edit of the scene also undoes its splices.
final class Projection {
  /// The foreign document's text, with all edits.
  let source: TextDocument

  /// The parts of a projection that do not retain the text and can therefore be stored in undo records.
  struct Parts {
    let format: any ForeignFormat
    let objects: [ForeignObject]

    /// The values that objects inherit from other documents, keyed by the places that the scene's bindings name.
    let inherited: [String: ForeignInherited]

    /// The numbers of the objects with values that have an unexpected form, or that occur twice in the document.
    let doubtful: Set<Int>

    /// The classes that the document and related files define; nil if they define none.
    let definitions: [UInt8]?

    /// The referenced documents, which retain the texts of the objects' bases.
    let files: ForeignFiles

    /// The places of the values that edits added as list entries.
    fileprivate(set) var entrySites: EntrySites = [:]

    /// The new names of list entries with their original names in the document, the latest last. Undoing an edit does
    /// not remove its names, so a name is valid only while the object has an attribute of this name.
    fileprivate(set) var entryNames: [NodeIndex: [(name: String, original: String)]] = [:]
  }

  private(set) var parts: Parts

  var format: any ForeignFormat { parts.format }
  var objects: [ForeignObject] { parts.objects }

  /// The original text, to which all offsets refer.
  private let original: TextBytes

  typealias EntrySites = [NodeIndex: [String: ForeignSite]]

  /// The forms of the document's list entries; nil until they are needed.
  private var entryForms: [String: ForeignEntryForm]?

  /// The offsets of all objects in the document.
  private lazy var places = Set(objects.map(\.offset))

  /// The values of the first objects, cached when the scene was read.
  private let known: [ForeignMembers]

  /// The values that were read last, with their object.
  private var latest: (node: NodeIndex, members: ForeignMembers)?

  init(_ source: TextDocument, _ parts: Parts, _ known: [ForeignMembers] = []) {
    (self.source, self.parts, original, self.known) = (source, parts, source.original, known)
    // Undoing an edit restores a former text without its index.
    if parts.format.isMarkup, original.markup == nil { original.markup = try? MarkupIndex(original) }
  }

  convenience init(_ source: TextDocument, _ format: any ForeignFormat, _ scene: ForeignScene, _ files: ForeignFiles) {
    self.init(
      source,
      Parts(
        format: format, objects: scene.objects, inherited: scene.inherited, doubtful: scene.doubtful,
        definitions: scene.definitions, files: files),
      scene.members)
  }

  /// Returns the projection of a different document with the same original text.
  func with(_ source: TextDocument) -> Projection { Projection(source, parts, known) }

  /// Returns a copy of the projection for reading on a different thread.
  ///
  /// - Parameters:
  ///   - snapshot: the text of the document.
  ///   - state: the state of the document's text when the snapshot was taken; a different thread may have replaced it
  ///     since.
  func reader(_ snapshot: DocumentSnapshot, _ state: TextState) -> Projection {
    let state = TextState(sharing: state, Overlay(snapshot.entries, of: snapshot.overlay))
    return with(TextDocument(state, name: source.name, limit: source.limit))
  }

  var root: TextValue { TextValue(original) }

  /// Returns the values of an object in the original text.
  func members(of node: NodeIndex) -> ForeignMembers {
    if known.indices.contains(node.number) { return known[node.number] }
    if let latest, latest.node == node { return latest.members }
    guard let object = object(node) else { return ForeignMembers() }
    let members = format.members(of: object, in: root)
    latest = (node, members)
    return members
  }

  /// Returns the objects that must be removed along with objects of the given ids, because of their references.
  func dependents(on ids: Set<String>) -> [NodeIndex] {
    let spans = format.dependents(on: ids, root)
    return objects.indices.filter { spans.contains(objects[$0].offset) }.map { NodeIndex($0) }
  }

  /// Returns an object's place in the document; nil if the scene has no such object.
  func object(_ node: NodeIndex) -> ForeignObject? {
    objects.indices.contains(node.number) ? objects[node.number] : nil
  }

  /// Returns the original text of an object; nil if the scene has no such object.
  func text(of node: NodeIndex) -> [UInt8]? {
    object(node).map { Array(root.value(atOffset: $0.offset).text) }
  }

  /// Returns the place for a value that an object lacks in the original text; nil if the format has no such value.
  func site(of name: String, _ node: NodeIndex) -> ForeignSite? {
    if let known = parts.entrySites[node]?[name] { return known }
    return object(node).flatMap { format.site(of: name, in: $0, root) }
  }

  /// Returns the place for a new value of an object, perhaps as a list entry; nil if the format has no such value.
  ///
  /// - Parameter type: the name of the type that a plugin declares for the value; nil if none does.
  func newSite(of name: String, as type: String?, _ node: NodeIndex) -> ForeignSite? {
    if let site = site(of: name, node) { return site }
    guard let object = object(node) else { return nil }
    let forms = entryForms ?? format.entryForms(of: objects, root)
    entryForms = forms
    let site = format.entrySite(of: name, as: type, in: object, like: forms, root)
    // The place stays the same, whatever plugins declare later.
    if let site { parts.entrySites[node, default: [:]][name] = site }
    return site
  }

  /// Returns true if an object can store a value of this name and a known type as a list entry.
  func takesEntry(_ name: String, _ node: NodeIndex) -> Bool {
    guard let object = object(node) else { return false }
    return format.entrySite(of: name, as: "Double", in: object, like: [:], root) != nil
  }

  /// Returns the original value of an attribute, even if its list entry was renamed; nil if there was no value.
  ///
  /// - Parameter isPresent: returns true if the object has an attribute.
  func leaf(_ name: String, of node: NodeIndex, _ isPresent: (String) -> Bool) -> ForeignLeaf? {
    let members = members(of: node)
    if let leaf = members.leaf(name) { return self.name(of: leaf, node, isPresent) == nil ? leaf : nil }
    guard let leaf = owner(of: name, node, isPresent).flatMap(members.leaf) else { return nil }
    let present = self.name(of: leaf, node, isPresent)
    return present.map { $0.isExactly(name) } ?? !isPresent(name) ? leaf : nil
  }

  /// Renames a list entry; returns false if the value is not an entry, or if the name is not available.
  func rename(_ leaf: ForeignLeaf, to name: String, _ node: NodeIndex) -> Bool {
    if leaf.entry != nil, leaf.name.isExactly(name) { return true }
    guard leaf.entry != nil, let object = object(node), format.isEntryName(name, in: object, root),
      members(of: node).leaf(name) == nil
    else { return false }
    parts.entryNames[node, default: []].removeAll { $0.name.isExactly(name) && $0.original.isExactly(leaf.name) }
    parts.entryNames[node, default: []].append((name, leaf.name))
    return true
  }

  /// Returns the original name of the list entry with an attribute's current name; nil if no entry was renamed to this
  /// name.
  private func owner(of name: String, _ node: NodeIndex, _ isPresent: (String) -> Bool) -> String? {
    parts.entryNames[node]?.last { $0.name.isExactly(name) && !isPresent($0.original) }?.original
  }

  /// Returns the new name of a list entry; nil if the entry was not renamed, or was removed.
  private func name(of leaf: ForeignLeaf, _ node: NodeIndex, _ isPresent: (String) -> Bool) -> String? {
    guard let names = parts.entryNames[node], !isPresent(leaf.name) else { return nil }
    return names.last { name, original in
      original.isExactly(leaf.name) && isPresent(name)
        && owner(of: name, node, isPresent).map { $0.isExactly(original) } == true
    }?.name
  }

  /// Returns the text of an unedited attribute in the scene.
  func sceneText(_ leaf: ForeignLeaf) -> [UInt8] { leaf.text ?? Array(text(leaf.value)) }

  /// Returns true if a text equals the unedited attribute in the scene.
  private func isSceneText(_ present: UnsafeRawBufferPointer, _ leaf: ForeignLeaf) -> Bool {
    leaf.text.map(present.elementsEqual) ?? TextValue.isSame(present, text(leaf.value))
  }

  /// Returns a span of the original text.
  func text(_ span: Range<Int>) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: original.buffer[span])
  }

  /// Returns the splices that transfer the current attributes of an object from the scene to the document.
  ///
  /// - Parameter attributes: the raw keys and the JSON texts of the attributes, in order. Each text was returned by
  ///   ``ForeignFormat/spelling(of:like:as:in:)``, or was read from the document.
  func splices(
    of node: NodeIndex, _ attributes: [(key: UnsafeRawBufferPointer, text: UnsafeRawBufferPointer)]
  ) -> ForeignSplices {
    let members = members(of: node)
    var splices = ForeignSplices(root: root, members: members)
    if let object = object(node) { splices.begin(object) { [places] in places.contains($0) } }
    // Nearly always, the attributes have the order of the document, with new attributes at the end.
    let isInOrder =
      attributes.count >= members.leaves.count
      && zip(members.leaves.indices, attributes).allSatisfy { JSONString.equals($1.key, members.leaves[$0].name) }
    let texts =
      isInOrder
      ? [:]
      : Dictionary(
        attributes.map { (ExactText(JSONString.decode($0.key)), $0.text) }, uniquingKeysWith: { first, _ in first })
    var known = isInOrder ? [] : Set(members.leaves.map { ExactText($0.name) })
    for place in members.leaves.indices {
      if isInOrder, isSceneText(attributes[place].text, members.leaves[place]) { continue }
      let leaf = members.leaves[place]
      var present = isInOrder ? attributes[place].text : texts[ExactText(leaf.name)]
      if present == nil, let entry = leaf.entry, let name = name(of: leaf, node, { texts[ExactText($0)] != nil }) {
        present = texts[ExactText(name)]
        known.insert(ExactText(name))
        splices.replace(entry.name, key: entry.name.lowerBound, with: written(name, like: entry.name))
      }
      guard let present else {
        splices.remove(leaf)
        continue
      }
      if isSceneText(present, leaf) { continue }
      let text = Array(present)
      guard leaf.parts.isEmpty else {
        compose(text, leaf, of: node, &splices)
        continue
      }
      let new = format.written(text, like: self.text(leaf.value), as: leaf.type, in: root)
      splices.replace(leaf.value, key: leaf.key, with: new)
      guard let mirror = leaf.mirror else { continue }
      let value = format.mirrored(text, as: mirror.spelling, type: leaf.type)
      splices.replace(mirror.span, key: mirror.key, with: mirror.before + value + mirror.after)
    }
    for (key, text) in isInOrder ? attributes.dropFirst(members.leaves.count) : attributes[...] {
      let name = JSONString.decode(key)
      if isInOrder || !known.contains(ExactText(name)) { insert(Array(text), as: name, of: node, &splices) }
    }
    splices.finish()
    return splices
  }

  /// Inserts a value that the document lacks.
  private func insert(_ text: [UInt8], as name: String, of node: NodeIndex, _ splices: inout ForeignSplices) {
    guard let site = site(of: name, node), let object = object(node) else { return }
    if let markup = site.markup {
      splices.insert(format.written(text, like: nil, as: site.type, in: root), at: markup)
      return
    }
    if let entry = site.entry {
      let value = format.written(text, like: nil, as: site.type, in: root)
      splices.insertEntry(entry.map { ($0.key, $0.text ?? value) }, at: site.path, below: object.offset)
      return
    }
    guard site.parts.isEmpty else {
      let numbers = Array(zip(site.parts, format.numbers(of: text, as: site.type)))
      let saying = zip(numbers, site.standards).filter { $0.0.1 != $0.1 }.map(\.0)
      // A value that equals the defaults is written completely, so that the document contains it.
      for (path, number) in saying.isEmpty ? numbers : saying { splices.insert(number, at: path, below: object.offset) }
      return
    }
    splices.insert(format.written(text, like: nil, as: site.type, in: root), at: site.path, below: object.offset)
  }

  /// Converts the name of a list entry to its text in the document.
  private func written(_ name: String, like old: Range<Int>) -> [UInt8] {
    format.written(JSONString.quoted(name), like: text(old), as: nil, in: root)
  }

  /// Returns the text of a composed value with the inherited numbers in place of the object's own ones.
  ///
  /// - Parameter text: the current text of the value in the scene.
  func inheritedText(of leaf: ForeignLeaf, _ text: [UInt8]) -> [UInt8] {
    let numbers = zip(leaf.parts, format.numbers(of: text, as: leaf.type)).map { $0.isInherited ? $0.standard : $1 }
    return format.composed(numbers, as: leaf.type)
  }

  /// Writes the numbers of a composed value to its members. A missing member is inserted only if its number differs
  /// from the default. Members that a base also has are written or removed together, since programs read a size as a
  /// whole.
  private func compose(
    _ text: [UInt8], _ leaf: ForeignLeaf, of node: NodeIndex, _ splices: inout ForeignSplices
  ) {
    let numbers = Array(zip(leaf.parts, format.numbers(of: text, as: leaf.type)))
    func isChanged(_ part: ForeignLeaf.Part, _ number: [UInt8]) -> Bool {
      part.isInherited && !(part.member.map { self.text($0.value).elementsEqual(number) } ?? (number == part.standard))
    }
    let inheritsChange = numbers.contains(where: isChanged)
    let isInherited = numbers.allSatisfy { part, number in !part.isInherited || number == part.standard }
    for (part, number) in numbers {
      if let member = part.member {
        if part.isInherited, inheritsChange, isInherited {
          splices.remove(member)
        } else if !self.text(member.value).elementsEqual(number) {
          splices.replace(member.value, key: member.key, with: number)
        }
      } else if number != part.standard || part.isInherited && inheritsChange && !isInherited,
        let object = object(node)
      {
        splices.insert(number, at: part.path, below: object.offset)
      }
    }
  }
}
