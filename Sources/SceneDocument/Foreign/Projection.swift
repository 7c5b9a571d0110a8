import JSONText

/// A foreign document, and the places that the objects of its scene have there.
///
/// The document is the truth: it is saved, and its text is what journals, diffs and locks are about. The text of the
/// scene is made from it. The splices of the document's text are computed from the present attributes of an object, so
/// that undoing an edit of the scene undoes the splices.
final class Projection {
  /// The document as its file says it.
  let source: TextDocument

  /// The parts of a projection that do not hold the text, so that an undo record may keep them.
  struct Parts {
    let format: any ForeignFormat
    let objects: [ForeignObject]

    /// The values that objects have from other documents, by the places that bindings of the scene name.
    let inherited: [String: ForeignInherited]

    /// The numbers of the objects with values of a wrong form.
    let doubtful: Set<Int>

    /// The classes that the document and those around it define; nil if they define none.
    let definitions: [UInt8]?

    /// The other documents, which keep the texts of the objects' bases.
    let files: ForeignFiles

    /// The places of the values that became entries of lists.
    fileprivate(set) var entrySites: EntrySites = [:]

    /// The names that entries of lists were given, each with the entry's name in the document, the latest last. An undone
    /// edit leaves its names, so that they count only while the object has them.
    fileprivate(set) var entryNames: [NodeIndex: [(name: String, original: String)]] = [:]
  }

  private(set) var parts: Parts

  var format: any ForeignFormat { parts.format }
  var objects: [ForeignObject] { parts.objects }

  /// The text to which the offsets refer.
  private let original: TextBytes

  typealias EntrySites = [NodeIndex: [String: ForeignSite]]

  /// The forms of the document's entries of lists; nil if they were not needed so far.
  private var entryForms: [String: ForeignEntryForm]?

  /// The offsets at which the objects begin.
  private lazy var places = Set(objects.map(\.offset))

  /// The members of the first objects, which were read with the scene.
  private let known: [ForeignMembers]

  /// The members that were read last, with their object.
  private var latest: (node: NodeIndex, members: ForeignMembers)?

  init(_ source: TextDocument, _ parts: Parts, _ known: [ForeignMembers] = []) {
    (self.source, self.parts, original, self.known) = (source, parts, source.original, known)
    // An undone edit brings back a text that was read before, without its index.
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

  /// Returns the projection of a different document, which has the same original text.
  func with(_ source: TextDocument) -> Projection { Projection(source, parts, known) }

  /// Returns the projection for reading on a different thread.
  ///
  /// - Parameters:
  ///   - snapshot: the text of the document.
  ///   - state: the state of the document's text when the snapshot was taken; a different thread may have replaced it since.
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

  /// Returns the objects that refer to objects with some ids, and are removed with them.
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

  /// Returns the place of a value that an object does not have in the original text; nil if the format has none.
  func site(of name: String, _ node: NodeIndex) -> ForeignSite? {
    if let known = parts.entrySites[node]?[name] { return known }
    return object(node).flatMap { format.site(of: name, in: $0, root) }
  }

  /// Returns the place of a value that an object does not have in the original text; nil if the format has none.
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

  /// Returns true if an object may have a value of this name as an entry of a list, if its type is known.
  func takesEntry(_ name: String, _ node: NodeIndex) -> Bool {
    guard let object = object(node) else { return false }
    return format.entrySite(of: name, as: "Double", in: object, like: [:], root) != nil
  }

  /// Returns the value that an attribute had in the original text, perhaps under the former name of its entry; nil if it had
  /// none.
  ///
  /// - Parameter isPresent: returns true if the object has an attribute.
  func leaf(_ name: String, of node: NodeIndex, _ isPresent: (String) -> Bool) -> ForeignLeaf? {
    let members = members(of: node)
    if let leaf = members.leaf(name) { return self.name(of: leaf, node, isPresent) == nil ? leaf : nil }
    guard let leaf = owner(of: name, node, isPresent).flatMap(members.leaf) else { return nil }
    let present = self.name(of: leaf, node, isPresent)
    return present.map { $0.isExactly(name) } ?? !isPresent(name) ? leaf : nil
  }

  /// Gives an entry of a list a new name; returns false if the value is none, or cannot have the name.
  func rename(_ leaf: ForeignLeaf, to name: String, _ node: NodeIndex) -> Bool {
    if leaf.entry != nil, leaf.name.isExactly(name) { return true }
    guard leaf.entry != nil, let object = object(node), format.isEntryName(name, in: object, root),
      members(of: node).leaf(name) == nil
    else { return false }
    parts.entryNames[node, default: []].removeAll { $0.name.isExactly(name) && $0.original.isExactly(leaf.name) }
    parts.entryNames[node, default: []].append((name, leaf.name))
    return true
  }

  /// Returns the name that the entry of an attribute has in the document; nil if no entry was given the attribute's name.
  private func owner(of name: String, _ node: NodeIndex, _ isPresent: (String) -> Bool) -> String? {
    parts.entryNames[node]?.last { $0.name.isExactly(name) && !isPresent($0.original) }?.original
  }

  /// Returns the new name of an entry of a list; nil if it has none, or is gone.
  private func name(of leaf: ForeignLeaf, _ node: NodeIndex, _ isPresent: (String) -> Bool) -> String? {
    guard let names = parts.entryNames[node], !isPresent(leaf.name) else { return nil }
    return names.last { name, original in
      original.isExactly(leaf.name) && isPresent(name)
        && owner(of: name, node, isPresent).map { $0.isExactly(original) } == true
    }?.name
  }

  /// Returns the text that an attribute has in the scene if it is not edited.
  func sceneText(_ leaf: ForeignLeaf) -> [UInt8] { leaf.text ?? Array(text(leaf.value)) }

  /// Returns true if a text is the one that an attribute has in the scene if it is not edited.
  private func isSceneText(_ present: UnsafeRawBufferPointer, _ leaf: ForeignLeaf) -> Bool {
    leaf.text.map(present.elementsEqual) ?? TextValue.isSame(present, text(leaf.value))
  }

  /// Returns the original text of a span.
  func text(_ span: Range<Int>) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: original.buffer[span])
  }

  /// Returns the splices that give an object the present attributes of its scene.
  ///
  /// - Parameter attributes: the raw keys and the JSON texts of the attributes, in order. Each text is one that
  ///   ``ForeignFormat/spelling(of:like:as:in:)`` has returned for the scene, or that the document has.
  func splices(
    of node: NodeIndex, _ attributes: [(key: UnsafeRawBufferPointer, text: UnsafeRawBufferPointer)]
  ) -> ForeignSplices {
    let members = members(of: node)
    var splices = ForeignSplices(root: root, members: members)
    if let object = object(node) { splices.begin(object) { [places] in places.contains($0) } }
    // Nearly always, the attributes are those of the document in their order, and new ones after them.
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

  /// Inserts a value that the document does not have.
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
      // A value that says nothing new is written as a whole, so that it is there.
      for (path, number) in saying.isEmpty ? numbers : saying { splices.insert(number, at: path, below: object.offset) }
      return
    }
    splices.insert(format.written(text, like: nil, as: site.type, in: root), at: site.path, below: object.offset)
  }

  /// Returns the text that the document has for the name of an entry.
  private func written(_ name: String, like old: Range<Int>) -> [UInt8] {
    format.written(JSONString.quoted(name), like: text(old), as: nil, in: root)
  }

  /// Returns the text that a composed value has without the members that the object's bases have.
  ///
  /// - Parameter text: the present text of the value in the scene.
  func inheritedText(of leaf: ForeignLeaf, _ text: [UInt8]) -> [UInt8] {
    let numbers = zip(leaf.parts, format.numbers(of: text, as: leaf.type)).map { $0.isInherited ? $0.standard : $1 }
    return format.composed(numbers, as: leaf.type)
  }

  /// Gives the members of a composed value its numbers. Members that the document lacks are inserted where they say
  /// something. Those that a base of the object has, too, are there together or not at all: programs read a size as a whole.
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
