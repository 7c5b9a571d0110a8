internal import InspectorKit
package import JSONText
package import SceneDocument

/// A stored string that refers to an object by its id, of a property with the metadata `references`.
package struct PropertyReference: Hashable, Sendable {
  /// The object that stores the string.
  package var node: NodeIndex

  /// The index of the property in the properties of the object's class.
  package var place: Int

  /// The id of the object to which the string refers; the scene may have no such object.
  package var id: String

  /// True if the string is the complete id; false if it is relative to the instance that contains the object.
  package var isWhole = true
}

extension SceneModel {
  /// True if the class of any object has properties that refer to objects; computed once between two structural edits.
  package var hasReferences: Bool {
    references.orMake {
      document.classNames.indices.contains { classID in
        if case .known(let binding) = meaning(ofClass: classID) { !binding.references.isEmpty } else { false }
      }
    }
  }

  /// Returns the references of an object's properties. Empty strings and refused values do not count as references.
  package func references(of node: NodeIndex) -> [PropertyReference] {
    guard let binding = binding(of: node), !binding.references.isEmpty else { return [] }
    return binding.references.compactMap { place in
      guard case .value(.string(let id)?) = storedCell(node, binding, at: place), !id.isEmpty else { return nil }
      let address = document.address(id, from: node, key: storedKey(node, binding, at: place))
      return PropertyReference(node: node, place: place, id: address, isWhole: address.isExactly(id))
    }
  }

  /// Returns the references of properties to any of the given ids, in document order.
  package func references(to ids: Set<ExactText>) -> [PropertyReference] {
    guard !ids.isEmpty, hasReferences else { return [] }
    return document.objects.flatMap { node in references(of: node).filter { ids.contains(ExactText($0.id)) } }
  }

  /// Returns true if any of the named properties of the objects refers to objects.
  package func refersToObjects(_ nodes: [NodeIndex], _ names: [String]) -> Bool {
    var seen = [Bool](repeating: false, count: document.classNames.count)
    return nodes.contains { node in
      let classID = document.classID(node)
      guard !seen[classID] else { return false }
      seen[classID] = true
      guard case .known(let binding) = meaning(ofClass: classID), !binding.references.isEmpty else { return false }
      return names.contains { name in binding.place(ofTyped: name).map(binding.references.contains) ?? false }
    }
  }

  /// Returns the ids to which an object's properties and constraints refer.
  package func targets(of node: NodeIndex) -> [String] {
    var ids = references(of: node).map(\.id)
    if document.hasConstraints(node) {
      document.forEachReference(of: node) { reference, _ in ids.append(reference.id) }
    }
    return ids
  }

  /// Returns the objects related to an object: the targets of the properties that its class declares as related or, if
  /// there are none, of all its properties that refer to objects.
  package func related(to node: NodeIndex) -> [NodeIndex] {
    guard let binding = binding(of: node) else { return [] }
    let names = binding.definition.arrangement?.related ?? []
    let followed = references(of: node).filter { reference in
      names.isEmpty || names.contains(binding.name(at: reference.place))
    }
    let parent = names.contains(Arrangement.parent) && binding.place(of: Arrangement.parent) == nil
    return followed.compactMap { document.node(id: $0.id) } + (parent ? document.parent(node).map { [$0] } ?? [] : [])
  }

  /// Returns the objects to which a property may refer, in document order.
  ///
  /// - Parameter className: the class in the property's metadata `references`; `*` for any class.
  package func objects(fitting className: String) -> [NodeIndex] {
    let fits = document.classNames.indices.map { self.fits(classID: $0, className) }
    return document.objects.filter { fits[document.classID($0)] }
  }

  /// Returns true if a property may refer to objects of a class. Objects of any class fit if no plugin knows the wanted
  /// class.
  private func fits(classID: Int, _ wanted: String) -> Bool {
    wanted == "*" || isKind(classID, wanted) || !hasKind(wanted)
  }

  /// Returns the findings about all references of properties in a scene.
  func checkReferences(strict: Bool) -> [Diagnostic] {
    guard hasReferences else { return [] }
    var hints = NameHints()
    return document.objects.flatMap { node -> [Diagnostic] in
      if job.isCancelled(at: node.number) { return [] }
      return references(of: node).compactMap { self.finding(about: $0, strict ? .error : .warning, &hints) }
    }
  }

  /// Returns the findings about the references of some of an object's properties.
  ///
  /// - Parameter isMeant: returns true for the references to check.
  package func danglingReferences(of node: NodeIndex, where isMeant: (PropertyReference) -> Bool) -> [Diagnostic] {
    var hints = NameHints()
    return references(of: node).filter(isMeant).compactMap { finding(about: $0, .warning, &hints) }
  }

  /// Returns a warning about a reference to an object that an edit removes.
  package func orphaned(_ reference: PropertyReference) -> Diagnostic {
    let name = name(of: reference)
    let finding = ReferenceFinding.orphaned(FindingPlace(document.id(reference.node), name), target: reference.id)
    return diagnostic(finding, .warning, reference.node, property: name, naming: .inReason)
  }

  /// Returns the finding about a reference with a missing target, or with a target of an unsuitable class; nil for a
  /// valid reference, and for a property that cannot refer to objects.
  private func finding(
    about reference: PropertyReference, _ severity: Diagnostic.Severity, _ hints: inout NameHints
  ) -> Diagnostic? {
    guard let binding = binding(of: reference.node),
      let wanted = binding.definition.properties[reference.place].references
    else { return nil }
    let name = name(of: reference)
    let place = FindingPlace(document.id(reference.node), name)
    let finding: ReferenceFinding
    if let target = document.node(id: reference.id) {
      guard !fits(classID: document.classID(target), wanted) else { return nil }
      finding = .otherClass(place, target: reference.id, className: document.className(target), wanted: wanted)
    } else {
      let bare = reference.id.begins(with: "#") ? String(reference.id.dropFirst()) : nil
      let ids = document.objects.lazy.map { [document] in document.id($0) }
      let suggestion =
        bare.flatMap { document.node(id: $0) == nil ? nil : $0 } ?? hints.suggestion(for: reference.id, among: ids)
      finding = .dangling(place, target: reference.id, suggestion: suggestion)
    }
    return diagnostic(finding, severity, reference.node, property: name, naming: .inReason)
  }

  /// Returns the key under which the object of a reference stores it.
  package func name(of reference: PropertyReference) -> String {
    binding(of: reference.node).map { storedKey(reference.node, $0, at: reference.place) } ?? ""
  }
}
