import JSONText

// Instances in the composed scene, and the values that the scene overrides in them.
extension SceneDocument {
  /// Returns true if an object is a placeholder, in the scene or in a template, even if its template is not available.
  package func isInstance(_ node: NodeIndex) -> Bool {
    guard let composition else { return mayHavePlaceholders && objectMember("ref", of: node) != nil }
    let place = composition.place(of: node)
    if let (document, inner) = composition.source(of: place) { return place.inner == 0 || document.isInstance(inner) }
    return composition.written.isInstance(place.written)
  }

  /// Returns true if an object is an instance of an object in the named document, directly or through variants.
  ///
  /// - Parameter name: the end of the document's path, optionally followed by `#` and the object's id.
  package func isInstance(_ node: NodeIndex, of name: String) -> Bool {
    guard let composition else { return false }
    let place = composition.place(of: node)
    guard let (document, inner) = composition.source(of: place) else { return false }
    if place.inner == 0, document.isNamed(name, showing: inner) { return true }
    return document.isInstance(inner, of: name)
  }

  /// Returns true if a name in the form of ``isInstance(_:of:)`` matches this document and, if it has an id, the
  /// object.
  private func isNamed(_ name: String, showing node: NodeIndex) -> Bool {
    let parts = name.parts(between: "#")
    guard parts.count < 2 || name.rest(after: parts[0] + "#").map(id(node).isExactly) == true else { return false }
    // In a path, `%23` stands for `#` and `%25` for `%`, as in a 'ref'.
    let wanted = parts[0].split(separator: "%23", omittingEmptySubsequences: false).joined(separator: "#")
      .split(separator: "%25", omittingEmptySubsequences: false).joined(separator: "%")
    let path = written.source.name
    return path.isExactly(wanted) || (realpath(path) ?? path).ends(with: wanted.first == "/" ? wanted : "/" + wanted)
  }

  /// Returns the keys of the attributes that the scene's own file overrides in an object, in the order of the file. An
  /// attribute of a placeholder counts only if the template stores it, too.
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

  /// Throws an error if an object cannot be unpacked: it is not a placeholder, a template supplies it, or a template
  /// that it needs is not available.
  package func checkUnpacking(_ node: NodeIndex) throws(CompositionRefusal) {
    if let composition {
      let place = composition.place(of: node)
      guard place.inner == 0 else {
        throw .isUnpackedWith(id(node), placeholder: composition.written.id(place.written))
      }
      if composition.template(of: place.written) != nil {
        // The path in the 'ref' of an inner placeholder is relative to the template's document.
        for object in node..<innerObjects(of: node).upperBound {
          if let reason = problemOfTemplate(object) { throw .cannotUnpack(id(object), reason) }
        }
        return
      }
      if let reason = problemOfTemplate(node) { throw .cannotUnpack(id(node), reason) }
    }
    throw .noPlaceholder(id(node))
  }

  /// Returns the placeholder whose template supplies an object; the object itself if the scene's own file contains it.
  package func placeholder(of node: NodeIndex) -> NodeIndex {
    composition.map { $0.composed($0.place(of: node).written) } ?? node
  }

  /// Returns the colours, as JSON texts, that the scene would lose if some placeholders were unpacked. For a name with
  /// conflicting definitions, returns the first one.
  package func colorsLost(unpacking nodes: [NodeIndex]) -> [ExactText: [UInt8]] {
    guard let composition else { return [:] }
    let gone = Set(nodes.map { composition.place(of: $0).written })
    let left = composition.plan.instances.filter { !gone.contains($0.key) }
    var names = Set(composition.written.palette.map { ExactText($0.name) })
    for template in Set(left.values.map(\.template)) {
      names.formUnion(composition.templates[template].colors.map { ExactText($0.name) })
      names.formUnion(composition.templates[template].disputes.map { ExactText($0.name) })
    }
    let disputed = composition.plan.disputes.compactMapValues(\.claims.first?.text)
    return composition.plan.colors.merging(disputed) { $1 }.filter { !names.contains($0.key) }
  }

  /// Returns the names that would get a colour if some placeholders were unpacked, since the other templates agree on
  /// it.
  package func colorsGained(unpacking nodes: [NodeIndex]) -> Set<ExactText> {
    guard let composition else { return [] }
    let gone = Set(nodes.map { composition.place(of: $0).written })
    let left = Set(composition.plan.instances.filter { !gone.contains($0.key) }.values.map(\.template))
    let own = Set(composition.written.palette.map { ExactText($0.name) })
    let after = left.sorted().map { composition.templates[$0] }.colors.agreed
    return Set(composition.plan.disputes.keys.filter { !own.contains($0) && after[$0] != nil })
  }

  /// Returns true if the runtime attributes of an object come from the scene itself; false if they come from a
  /// template.
  package func writesRuntimeAttributes(of node: NodeIndex) -> Bool {
    composition == nil || !isInner(node) && (!isInstance(node) || replacesRuntimeAttributes(of: node))
  }

  /// Returns true if the scene itself stores runtime attributes of a placeholder. They override those of its template.
  package func replacesRuntimeAttributes(of node: NodeIndex) -> Bool {
    guard let composition else { return false }
    let place = composition.place(of: node)
    return place.inner == 0 && composition.template(of: place.written) != nil
      && composition.written.hasRuntimeAttributes(place.written)
  }

  /// Returns the id that `other` has in its direct template's document; nil if the two objects come from different
  /// placeholders.
  package func templateID(of other: NodeIndex, besides node: NodeIndex) -> String? {
    guard let composition, composition.place(of: node).written == composition.place(of: other).written else {
      return nil
    }
    return templateID(of: other)
  }

  /// Returns the current text of a placeholder after unpacking, with its template's objects instead of the `ref`. A
  /// placeholder among its own children is unpacked only if `isUnpacked` returns true.
  package func unpackedText(of node: NodeIndex, isUnpacked: (NodeIndex) -> Bool) -> [UInt8] {
    guard let composition else { return currentText(of: node, replacing: []) }
    var replaced: [(node: NodeIndex, text: [UInt8])] = []
    var own = node + 1 + innerObjects(of: node).count
    let end = afterSubtree(node)
    while own < end {
      let written = composition.place(of: own).written
      guard composition.template(of: written) != nil else {
        own = own + 1
        continue
      }
      let text =
        isUnpacked(own)
        ? unpackedText(of: own, isUnpacked: isUnpacked) : composition.written.currentText(of: written, replacing: [])
      replaced.append((own, text))
      own = afterSubtree(own)
    }
    return currentText(of: node, replacing: replaced)
  }

  /// Returns the current text of an object and its descendants, some of which are replaced by given texts.
  ///
  /// - Parameter parts: the new texts of members, with the spans to replace.
  func currentText(
    of node: NodeIndex, replacing: [(node: NodeIndex, text: [UInt8])], _ parts: [(span: Range<Int>, text: [UInt8])] = []
  ) -> [UInt8] {
    var parts = parts
    var rest = replacing[...]
    let end = afterSubtree(node)
    var inner = node
    while inner < end {
      if let next = rest.first, next.node == inner {
        parts.append((objectOffset(inner)..<objectEnd(inner), next.text))
        rest.removeFirst()
        inner = afterSubtree(inner)
        continue
      }
      for entry in [overlay[Self.key(inner)], overlay[Self.overridesKey(inner)]].compactMap(\.self) {
        parts.append((entry.start..<entry.end, Array(entry.text)))
      }
      inner = inner + 1
    }
    var out: [UInt8] = []
    var offset = objectOffset(node)
    // The attributes of an object may follow its children.
    for part in parts.sorted(by: { ($0.span.lowerBound, $0.span.upperBound) < ($1.span.lowerBound, $1.span.upperBound) }
    ) {
      out.append(contentsOf: text(offset..<part.span.lowerBound))
      out += part.text
      offset = part.span.upperBound
    }
    out.append(contentsOf: text(offset..<objectEnd(node)))
    return out
  }
}

extension SceneDocument {
  /// Returns the path of the direct template's document for an object of an instance; nil for any other object.
  package func templatePath(of node: NodeIndex) -> String? { direct(node)?.document.written.source.name }

  /// Returns the id that an object of an instance has in its direct template's document; nil for any other object.
  package func templateID(of node: NodeIndex) -> String? { direct(node).map { $0.document.id($0.node) } }

  /// Returns the path of the document that stores an inherited attribute, or else of the document that writes the
  /// object, with the object's id in it. Returns nil if the scene itself stores the attribute, or if no template
  /// supplies the object.
  package func templatePlace(of key: String, of node: NodeIndex) -> (file: String, id: String)? {
    guard !writes(key, of: node), var place = direct(node) else { return nil }
    while !place.document.writes(key, of: place.node), let next = place.document.direct(place.node) { place = next }
    return (place.document.written.source.name, place.document.id(place.node))
  }

  /// Returns the path of the document at the end of an object's chain of templates, and the object's id in it; nil if
  /// the object does not belong to an instance.
  package func templateOrigin(of node: NodeIndex) -> (file: String, id: String)? {
    guard var place = direct(node) else { return nil }
    while let next = place.document.direct(place.node) { place = next }
    return (place.document.written.source.name, place.document.id(place.node))
  }

  /// Returns the direct template's object for an object of an instance; nil for any other object.
  func direct(_ node: NodeIndex) -> (document: SceneDocument, node: NodeIndex)? {
    composition.flatMap { $0.source(of: $0.place(of: node)) }
  }
}

extension SceneDocument {
  /// Returns true if an object is derived from one of the given objects of a document, directly or through variants.
  ///
  /// - Parameters:
  ///   - file: the real path of the document.
  ///   - ids: the ids of the objects in that document.
  package func comesFrom(_ file: String, _ ids: Set<ExactText>, _ node: NodeIndex) -> Bool {
    var place = direct(node)
    while let (document, inner) = place {
      let path = document.written.source.name
      if ids.contains(ExactText(document.id(inner))), (realpath(path) ?? path).isExactly(file) { return true }
      place = document.direct(inner)
    }
    return false
  }

  /// Returns true if an object is a placeholder whose `ref` names one of the given objects of a document.
  package func standsFor(_ file: String, _ ids: Set<ExactText>, _ node: NodeIndex) -> Bool {
    guard let (document, inner) = direct(node), !isInner(node) else { return false }
    let path = document.written.source.name
    return ids.contains(ExactText(document.id(inner))) && (realpath(path) ?? path).isExactly(file)
  }

  /// Returns the position of an object, or of the placeholder that contains it, in the scene's own file.
  package func writtenPosition(of node: NodeIndex) -> SourcePosition {
    let (document, inner) = (written, composition?.place(of: node).written ?? node)
    return document.source.position(ofOffset: document.objectOffset(inner))
  }
}
