import JSONText

// Objects of the composed scene that stand for objects of other documents, and what the scene replaces in them.
extension SceneDocument {
  /// Returns true if an object stands for an object of another document, here or in a template, whether or not that
  /// object is found.
  package func isInstance(_ node: NodeIndex) -> Bool {
    guard let composition else { return mayHavePlaceholders && objectMember("ref", of: node) != nil }
    let place = composition.place(of: node)
    if let (document, inner) = composition.source(of: place) { return place.inner == 0 || document.isInstance(inner) }
    return composition.written.isInstance(place.written)
  }

  /// Returns true if an object stands for an object of the named document, directly or as an instance of a variant.
  ///
  /// - Parameter name: the last parts of the document's path, which may be followed by `#` and the object's id.
  package func isInstance(_ node: NodeIndex, of name: String) -> Bool {
    guard let composition else { return false }
    let place = composition.place(of: node)
    guard let (document, inner) = composition.source(of: place) else { return false }
    if place.inner == 0, document.isNamed(name, showing: inner) { return true }
    return document.isInstance(inner, of: name)
  }

  /// Returns true if a name, as ``isInstance(_:of:)`` has it, is that of an object of this document.
  private func isNamed(_ name: String, showing node: NodeIndex) -> Bool {
    let path = written.source.name
    let parts = name.parts(between: "#")
    guard parts.count < 2 || name.rest(after: parts[0] + "#").map(id(node).isExactly) == true else { return false }
    return path.isExactly(parts[0]) || path.ends(with: "/" + parts[0])
  }

  /// Returns the keys of the attributes of an object that the scene's own file stores and that replace those of a
  /// template, in the order of the file. An attribute of a placeholder counts if the template stores it, too.
  package func overriddenKeys(of node: NodeIndex) -> [String] {
    guard let composition else { return [] }
    let place = composition.place(of: node)
    guard let (document, inner) = composition.source(of: place) else { return [] }
    var keys: [String] = []
    if let address = composition.address(of: place) {
      guard let stored = composition.written.overrides(of: address, in: place.written) else { return [] }
      TrustedText.forEachMember(stored.start + stored.attributes) { key, _ in
        keys.append(JSONString.decode(key))
        return true
      }
      return keys
    }
    composition.written.forEachAttribute(of: place.written) { key, _ in
      let key = JSONString.decode(key)
      if document.attribute(key, of: inner) != nil { keys.append(key) }
      return true
    }
    return keys
  }

  /// Throws the reason why an object cannot be replaced by the objects for which it stands: it is no placeholder, its
  /// template or one inside it is not available, or a template supplies it.
  package func checkUnpacking(_ node: NodeIndex) throws(CompositionRefusal) {
    if let composition {
      let place = composition.place(of: node)
      guard place.inner == 0 else {
        throw .isInner(id(node), placeholder: composition.written.id(place.written), .unpack)
      }
      if composition.template(of: place.written) != nil {
        // The path in the 'ref' of an inner placeholder is relative to the template's document.
        for inner in innerObjects(of: node) {
          if let reason = problem(of: inner) { throw .unresolved(id(inner), reason) }
        }
        return
      }
      if let reason = problem(of: node) { throw .unresolved(id(node), reason) }
    }
    throw .noPlaceholder(id(node))
  }

  /// Returns the reason why a placeholder, here or in a template, has no template; nil if there is none.
  private func problem(of node: NodeIndex) -> AnyRefusal? {
    guard let composition else { return nil }
    let place = composition.place(of: node)
    guard place.inner > 0, let (document, inner) = composition.source(of: place) else {
      return composition.plan.problems[place.written]
    }
    return document.problem(of: inner)
  }

  /// The colours that the templates of the scene have, as JSON texts; the scene's own palette may have the same names.
  package var templateColors: [ExactText: [UInt8]] { composition?.plan.colors ?? [:] }

  /// Returns the text of an object with its descendants and all edits.
  package func currentText(of node: NodeIndex) -> [UInt8] {
    var out: [UInt8] = []
    var offset = objectOffset(node)
    // The attributes of an object may follow its children.
    let entries = (node..<afterSubtree(node)).compactMap { overlay[Self.key($0)] }
    for entry in entries.sorted(by: { $0.start < $1.start }) {
      out.append(contentsOf: text(offset..<entry.start))
      out.append(contentsOf: entry.text)
      offset = entry.end
    }
    out.append(contentsOf: text(offset..<objectEnd(node)))
    return out
  }
}

extension SceneDocument {
  /// Returns the path of the document of which an object of an instance comes directly; nil for any other object.
  package func templatePath(of node: NodeIndex) -> String? { direct(node)?.document.written.source.name }

  /// Returns the id that an object of an instance has in the document from which it comes directly; nil for any other
  /// object.
  package func templateID(of node: NodeIndex) -> String? { direct(node).map { $0.document.id($0.node) } }

  func direct(_ node: NodeIndex) -> (document: SceneDocument, node: NodeIndex)? {
    composition.flatMap { $0.source(of: $0.place(of: node)) }
  }

  /// The overrides of objects that the templates do not have, with the addresses of these objects in the scene.
  package var unreachedOverrides: [(object: String, values: [(key: String, value: String)])] {
    let written = written
    guard written.mayHavePlaceholders else { return [] }
    var found: [(object: String, values: [(key: String, value: String)])] = []
    for node in written.objects {
      written.forEachOverride(of: node) { address, value in
        guard composition?.template(of: node)?.inner(at: address) == nil else { return }
        var values: [(key: String, value: String)] = []
        Self.forEachMember(ofValue: value) { key, value in
          values.append((JSONString.decode(key), String(decoding: value, as: UTF8.self)))
          return true
        }
        found.append(("\(written.id(node))/\(address)", values))
      }
    }
    return found
  }
}
