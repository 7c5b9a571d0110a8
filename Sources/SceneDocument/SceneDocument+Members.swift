import JSONText

extension SceneDocument {
  /// Returns the text of the object's current attributes, from `{` to `}`; nil if it has none. The buffer is valid
  /// until the next edit.
  package func attributesText(of node: NodeIndex) -> UnsafeRawBufferPointer? {
    attributesStart(node).map { UnsafeRawBufferPointer(start: $0, count: TrustedText.skipValue($0) - $0) }
  }

  /// Returns the object's text in the document's file as it was read.
  package func fileText(of node: NodeIndex) -> [UInt8] {
    projection.flatMap { $0.text(of: node) } ?? Array(objectText(of: node))
  }

  /// Returns the object's text, from `{` to `}`, as read or as the last structural edit left it. The buffer is valid
  /// until the next structural edit.
  package func objectText(of node: NodeIndex) -> UnsafeRawBufferPointer {
    text(objectOffset(node)..<objectEnd(node))
  }

  /// Returns true if an object has the same id as an object of a different document. The ids are compared as written,
  /// without decoding escapes.
  package func hasID(_ node: NodeIndex, of other: NodeIndex, in document: SceneDocument) -> Bool {
    guard let id = idText(node), let otherID = document.idText(other) else { return false }
    return id.elementsEqual(otherID)
  }

  /// Returns true if an object has a `constraints` member with its layout constraints.
  package func hasConstraints(_ node: NodeIndex) -> Bool {
    record(node).pointee.classAndFlags & NodeTable.hasConstraints != 0
  }

  /// Returns the JSON text of an object's `constraints` and the offset of this text in the document; nil if the object
  /// has none. The buffer is valid until the next structural edit.
  package func constraintsText(of node: NodeIndex) -> (text: UnsafeRawBufferPointer, offset: Int)? {
    guard hasConstraints(node) else { return nil }
    return objectMember("constraints", of: node).map { ($0, offset(of: $0)) }
  }

  /// Returns true if an object has runtime attributes, valid or not.
  package func hasRuntimeAttributes(_ node: NodeIndex) -> Bool {
    record(node).pointee.classAndFlags & NodeTable.hasRuntimeAttributes != 0
  }

  /// Returns the JSON text of an object's `runtimeAttributes` and the offset of this text in the document; nil if the
  /// object has none. The buffer is valid until the next structural edit.
  package func runtimeAttributesText(of node: NodeIndex) -> (text: UnsafeRawBufferPointer, offset: Int)? {
    guard hasRuntimeAttributes(node) else { return nil }
    return objectMember(Self.runtimeAttributesKey, of: node).map { ($0, offset(of: $0)) }
  }

  /// True if any object of the scene has bindings, valid or not.
  package var hasBindings: Bool { index.hasBindings }

  /// Returns true if an object has bindings of properties to settings, valid or not.
  package func hasBindings(_ node: NodeIndex) -> Bool {
    record(node).pointee.classAndFlags & NodeTable.hasBindings != 0
  }

  /// The key of the member with an object's bindings.
  package static let bindingsKey = "bindings"

  /// Calls `body` with the JSON text of an object's bindings in each document that has some, the scene's own file
  /// first.
  ///
  /// - Parameter body: receives the text, the document that contains it, its offset in this document, and the template
  ///   level of the document as in ``layer(of:of:)``. The text is valid until the next structural edit.
  package func forEachBindingsText(
    of node: NodeIndex,
    _ body: (_ text: UnsafeRawBufferPointer, _ source: TextDocument, _ offset: Int, _ layer: Int) -> Void
  ) {
    guard hasBindings(node) else { return }
    forEachBindingsText(of: node, layer: 0, body)
  }

  /// Returns the JSON text of an object's bindings in the scene's own file; nil if the file has none for the object.
  package func ownBindings(of node: NodeIndex) -> [UInt8]? {
    guard projection == nil else { return nil }
    var own: [UInt8]?
    forEachBindingsText(of: node) { text, _, _, layer in if layer == 0 { own = Array(text) } }
    return own
  }

  private func forEachBindingsText(
    of node: NodeIndex, layer: Int, _ body: (UnsafeRawBufferPointer, TextDocument, Int, Int) -> Void
  ) {
    guard let composition else {
      if hasBindings(node), let text = objectMember(Self.bindingsKey, of: node) {
        body(text, indexed, offset(of: text), layer)
      }
      return
    }
    let place = composition.place(of: node)
    if place.inner == 0 { composition.written.forEachBindingsText(of: place.written, layer: layer, body) }
    guard let (document, inner) = composition.source(of: place) else { return }
    document.forEachBindingsText(of: inner, layer: layer + 1, body)
  }

  /// The key of the member with an object's runtime attributes.
  package static let runtimeAttributesKey = "runtimeAttributes"

  /// Returns true if an object of the indexed text has a key that only placeholders have.
  package func hasReservedKeys(_ node: NodeIndex) -> Bool {
    record(node).pointee.classAndFlags & NodeTable.hasReservedKeys != 0
  }

  /// Returns true if an object has members besides its id, class, name, attributes and children. The members `$comment`
  /// and `$schema` do not count.
  package func hasOtherMembers(_ node: NodeIndex) -> Bool {
    let flags =
      NodeTable.hasUnknownKeys | NodeTable.hasReservedKeys | NodeTable.hasConstraints | NodeTable.hasRuntimeAttributes
      | NodeTable.hasBindings
    return record(node).pointee.classAndFlags & flags != 0 || classBases[classID(node)] != nil
  }

  /// Calls `body` with each member of an object besides its id, class, name, attributes and children: its `base`, its
  /// constraints, its runtime attributes, its bindings, and keys that the format reserves or does not define. Does
  /// nothing for an object whose only other members are `$comment` and `$schema`.
  package func forEachOtherMember(
    of node: NodeIndex, _ body: (_ key: String, _ value: UnsafeRawBufferPointer) -> Void
  ) {
    guard hasOtherMembers(node) else { return }
    let edited = editedOverrides(of: node)
    forEachObjectMember(node) { key, value in
      switch KeyShapes.role(of: key, in: .object) {
      case .id, .class, .name, .attributes, .children: break
      case .reserved where edited != nil && JSONString.equals(key, "overrides"): break
      // The values that an object of a foreign document inherits do not belong to it.
      case .bindings where projection != nil: break
      default: body(JSONString.decode(key), value)
      }
      return true
    }
    if let edited, !edited.isEmptyObject {
      body("overrides", UnsafeRawBufferPointer(rebasing: edited.text[edited.attributes...]))
    }
  }

  /// Calls `body` with each member of the document's outermost object except `objects` and `palette`, in order.
  package func forEachSceneMember(_ body: (_ key: String, _ value: UnsafeRawBufferPointer) -> Void) {
    for member in members where member.role != .objects && member.role != .palette {
      body(JSONString.decode(contents(member.key)), text(member.value..<member.end))
    }
  }
}
