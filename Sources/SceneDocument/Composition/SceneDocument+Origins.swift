import JSONText

// The origins of the composed scene's values in files.
extension SceneDocument {
  /// The written document of a composed scene, or else this document.
  package var written: SceneDocument { composition?.written ?? self }

  /// True if any object has a reserved key, such as the `ref` of a placeholder.
  package var mayHavePlaceholders: Bool {
    index.hasReservedKeys
  }

  /// True if the template of any placeholder, in the scene or in a template, is not available.
  package var lacksTemplates: Bool {
    objects.contains { node in
      record(node).pointee.classAndFlags & NodeTable.hasReservedKeys != 0 && objectMember("ref", of: node) != nil
    }
  }

  /// Returns the unresolved placeholder that would contain an object with the given id, and the reason why its template
  /// is not available; nil if there is none.
  package func placeholderWithoutTemplate(around id: String) -> (id: String, reason: AnyRefusal)? {
    var outer = id[...]
    while let slash = outer.utf8.lastIndex(of: UInt8(ascii: "/")) {
      outer = outer[..<slash]
      guard let node = node(id: String(outer)) else { continue }
      return problemOfTemplate(node).map { (String(outer), $0) }
    }
    return nil
  }

  /// The reasons why placeholders in the scene or in its templates could not be resolved.
  package var templateProblems: [AnyRefusal] {
    ([self] + templateDocuments).flatMap { document in
      (document.composition?.plan.problems ?? [:]).sorted { $0.key < $1.key }.map(\.value)
    }
  }

  /// The composed documents of the scene's templates, without duplicates. A document precedes those of its own
  /// templates.
  package var templateDocuments: [SceneDocument] {
    var documents: [SceneDocument] = []
    var names: Set<ExactText> = []
    addTemplates(to: &documents, &names)
    return documents
  }

  private func addTemplates(to documents: inout [SceneDocument], _ names: inout Set<ExactText>) {
    for template in composition?.templates ?? [] {
      guard names.insert(ExactText(template.document.written.source.name)).inserted else { continue }
      documents.append(template.document)
      template.document.addTemplates(to: &documents, &names)
    }
  }

  /// Returns the origin of an object of the scene: an uncomposed document, and the object's number in this document.
  package func origin(of node: NodeIndex) -> (document: SceneDocument, node: NodeIndex) {
    guard let composition else { return (self, node) }
    let place = composition.place(of: node)
    guard place.inner > 0, let (document, inner) = composition.source(of: place) else {
      return (composition.written, place.written)
    }
    return document.origin(of: inner)
  }

  /// Returns the source text of an object, and the offset of the object or its class name in this text.
  package func place(of node: NodeIndex, isOfClass: Bool) -> (source: TextDocument, offset: Int) {
    if let object = projection?.object(node) { return (source, object.offset) }
    let (document, object) = origin(of: node)
    return (document.source, isOfClass ? document.classOffset(object) : document.objectOffset(object))
  }

  /// Returns the offset of an object in the written document; for an object of a template, the offset of its
  /// placeholder.
  package func writtenOffset(of node: NodeIndex) -> Int {
    guard let composition else { return projection?.object(node)?.offset ?? objectOffset(node) }
    return composition.written.objectOffset(composition.place(of: node).written)
  }

  /// Returns the objects that a template supplies for a placeholder; an empty range for any other object.
  package func innerObjects(of node: NodeIndex) -> Range<NodeIndex> {
    guard let composition else { return node + 1..<node + 1 }
    let place = composition.place(of: node)
    let count = place.inner == 0 ? composition.plan.instances[place.written]?.inner ?? 0 : 0
    return node + 1..<node + 1 + count
  }

  /// Resolves an id in a reference of an object: first in the object's own instance, then in the enclosing instances
  /// from the inside out. Returns the id itself if no instance contains such an object.
  ///
  /// A placeholder belongs to its instance, in which it can also be referred to by the id of the template's outermost
  /// object. A value that the scene itself stores for a placeholder does not belong to the instance.
  ///
  /// - Parameter key: the key of the attribute that contains the reference.
  package func address(_ id: String, from node: NodeIndex, key: String) -> String {
    guard let composition else { return id }
    let isOwn = composition.place(of: node).inner == 0 && writes(key, of: node)
    var scope = self.id(node)[...]
    if isOwn { scope = scope.utf8.lastIndex(of: UInt8(ascii: "/")).map { scope[..<$0] } ?? scope[..<scope.startIndex] }
    while true {
      if let instance = self.node(id: String(scope)), isInstance(instance) {
        let address = "\(scope)/\(id)"
        if self.node(id: address) != nil { return address }
        if isInstance(instance, ofRoot: id) { return String(scope) }
      }
      guard let slash = scope.utf8.lastIndex(of: UInt8(ascii: "/")) else { return id }
      scope = scope[..<slash]
    }
  }

  /// Returns true if an object is a placeholder, in the scene or in a template, for an object with the given id.
  private func isInstance(_ node: NodeIndex, ofRoot id: String) -> Bool {
    guard let (document, inner) = direct(node) else { return false }
    let isPlaceholder = composition?.place(of: node).inner == 0
    return isPlaceholder && document.id(inner).isExactly(id) || document.isInstance(inner, ofRoot: id)
  }

  /// Calls `body` for each document that stores one of the keys for an object, from the innermost template outwards.
  /// The arguments are the document's text, and the value with its offset.
  package func forEachLayer(
    of keys: [String], _ node: NodeIndex, _ body: (_ source: TextDocument, _ offset: Int, _ value: [UInt8]) -> Void
  ) {
    guard let composition else {
      for key in keys {
        guard let (_, offset) = offsets(ofAttribute: key, of: node), let value = attribute(key, of: node) else {
          continue
        }
        return body(source, offset, value)
      }
      return
    }
    let place = composition.place(of: node)
    if let (document, inner) = composition.source(of: place) { document.forEachLayer(of: keys, inner, body) }
    let written = composition.written
    guard let address = composition.address(of: place) else {
      return written.forEachLayer(of: keys, place.written, body)
    }
    for key in keys {
      guard let offset = written.overrideOffsets(key, of: address, in: place.written)?.value else { continue }
      let value = written.text(offset..<TrustedText.skipValue(written.base + offset) - written.base)
      return body(written.source, offset, Array(value))
    }
  }

  /// Returns true if a template supplies an object.
  package func isInner(_ node: NodeIndex) -> Bool { composition.map { $0.place(of: node).inner > 0 } ?? false }

  /// Returns true if the scene's own file stores an attribute of an object; false if only a template does.
  package func writes(_ key: String, of node: NodeIndex) -> Bool {
    guard let composition else { return true }
    let place = composition.place(of: node)
    if let address = composition.address(of: place) {
      return composition.written.overrides(of: address, in: place.written)?.has(key) ?? false
    }
    return composition.template(of: place.written) == nil
      || composition.written.attribute(key, of: place.written) != nil
  }

  /// Returns the number of template levels between the scene and the document that stores an attribute: 0 for the
  /// scene's own file, 1 for the object's template, 2 for that template's template, and so on.
  package func layer(of key: String, of node: NodeIndex) -> Int {
    guard let composition, !writes(key, of: node),
      let (document, inner) = composition.source(of: composition.place(of: node))
    else { return 0 }
    return 1 + document.layer(of: key, of: inner)
  }

  /// Returns the text that defines the value of an attribute, with the offsets of its key and value in the text as
  /// read; nil if the attribute is not in the text as read.
  package func attributeOrigin(
    _ key: String, of node: NodeIndex
  ) -> (source: TextDocument, key: Int, value: Int)? {
    guard let composition else {
      return offsets(ofAttribute: key, of: node).map { (source, $0.key, $0.value) }
    }
    let place = composition.place(of: node)
    let written = composition.written
    let own =
      composition.address(of: place).map { written.overrideOffsets(key, of: $0, in: place.written) }
      ?? written.offsets(ofAttribute: key, of: place.written)
    if let own { return (written.source, own.key, own.value) }
    // A value stored by an edit overrides the template's value, but is not in a file yet.
    if composition.template(of: place.written) != nil, writes(key, of: node) { return nil }
    return composition.source(of: place).flatMap { $0.document.attributeOrigin(key, of: $0.node) }
  }

  /// Returns the scene's own text, and the offset of the overrides of an inner object, if they contain the attribute;
  /// else nil. The offset is the placeholder's if an edit inserted the overrides.
  package func overridePlace(of key: String, _ node: NodeIndex) -> (source: TextDocument, offset: Int)? {
    guard let composition, writes(key, of: node) else { return nil }
    let place = composition.place(of: node)
    return composition.address(of: place).map { address in
      (composition.written.source, composition.written.overrideOffset(of: address, in: place.written))
    }
  }

  /// Converts an offset within a member of an object, such as its constraints, to the text that defines this member.
  /// Returns the start of the object if there is no such member.
  package func origin(ofOffset offset: Int, of node: NodeIndex) -> (source: TextDocument, offset: Int) {
    if let object = projection?.object(node) { return (source, object.offset) }
    guard composition != nil else { return (indexed, offset) }
    let (document, object) = origin(of: node)
    var found = (document.source, document.objectOffset(object))
    forEachObjectMember(node) { key, value in
      let start = self.offset(of: value)
      guard start <= offset, offset <= start + value.count else { return true }
      let name = JSONString.decode(key)
      if let (writer, own) = memberOrigin(name, of: node) {
        found = (writer.source, writer.offset(of: own) + Self.place(offset - start, in: value, of: own))
      }
      return false
    }
    return found
  }

  /// Converts an offset in a composed member to an offset in the template's text of the member. The two texts differ
  /// only in ids, so elements of a list have the same indexes in both.
  private static func place(
    _ offset: Int, in composed: UnsafeRawBufferPointer, of own: UnsafeRawBufferPointer
  ) -> Int {
    if composed.count == own.count { return offset }
    let (starts, ownStarts) = (elementStarts(of: composed), elementStarts(of: own))
    guard let element = starts.lastIndex(where: { $0 <= offset }), ownStarts.indices.contains(element) else { return 0 }
    return ownStarts[element]
  }

  /// Returns the offsets of the elements of a JSON array; an empty array for any other value.
  private static func elementStarts(of value: UnsafeRawBufferPointer) -> [Int] {
    var starts: [Int] = []
    var reader = JSONReader(value)
    do {
      try reader.beginArray()
      while try reader.nextElement() {
        _ = reader.peek()
        starts.append(reader.offset)
        try reader.skipValue()
      }
    } catch {
      // The value is not a list.
    }
    return starts
  }

  /// Returns the document that defines a member of an object, such as its constraints, and the member's text; nil if
  /// the object has no such member.
  private func memberOrigin(_ name: String, of node: NodeIndex) -> (SceneDocument, UnsafeRawBufferPointer)? {
    guard let composition else { return objectMember(name, of: node).map { (self, $0) } }
    let place = composition.place(of: node)
    if place.inner == 0, let own = composition.written.objectMember(name, of: place.written) {
      return (composition.written, own)
    }
    return composition.source(of: place).flatMap { $0.document.memberOrigin(name, of: $0.node) }
  }

  /// Returns the ``layer(of:of:)`` of an attribute within the object's template; 0 if the object has no template.
  package func inheritedLayer(of key: String, of node: NodeIndex) -> Int {
    composition.flatMap { $0.source(of: $0.place(of: node)) }.map { $0.document.layer(of: key, of: $0.node) } ?? 0
  }

  /// Returns the raw JSON text of the attribute that an object inherits from its template; nil if the template lacks
  /// the attribute.
  package func inheritedAttribute(_ key: String, of node: NodeIndex) -> [UInt8]? {
    guard let composition else { return nil }
    return composition.source(of: composition.place(of: node)).flatMap { $0.document.attribute(key, of: $0.node) }
  }
}
