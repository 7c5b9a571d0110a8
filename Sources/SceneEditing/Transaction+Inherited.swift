internal import InspectorKit
internal import JSONText
internal import SceneDocument

/// The exclusion of objects and values from templates.
extension Transaction {
  /// Returns the objects without those that get their values from a template that the same run edits, and warns once of
  /// the excluded objects. An edit of authored objects excludes all objects of templates without a warning.
  ///
  /// - Parameter names: the properties that a step sets, empty if it changes only values that the scene itself stores;
  ///   nil if it does more.
  func withoutInherited(_ nodes: [NodeIndex], setting names: [String]?) -> [NodeIndex] {
    guard model.document.isComposed else { return nodes }
    if request.isOfAuthored { return nodes.filter { !model.document.isInner($0) } }
    guard !request.editedFiles.isEmpty, names?.isEmpty != true else { return nodes }
    let left = nodes.filter { node in
      let document = model.document
      guard let names else {
        return document.isInner(node) && isEdited(document.origin(of: node).document.name)
      }
      return document.templatePath(of: node) != nil && names.allSatisfy { isInherited($0, by: node) }
    }
    guard !left.isEmpty else { return nodes }
    let warning = EditRefusal.leftToTemplates(count: left.count, example: model.document.id(left[0]))
    warn([Diagnostic(warning, severity: .warning, file: model.document.name)])
    let gone = NodeSet(left)
    return nodes.filter { !gone.contains($0) }
  }

  /// Groups objects by the assignments that each needs. An assignment is left out, with one warning for all objects, if
  /// its value comes from a template that the same run edits.
  func withoutInherited(
    _ nodes: [NodeIndex], _ assignments: [Assignment]
  ) -> [(nodes: [NodeIndex], assignments: [Assignment])] {
    guard model.document.isComposed, !request.editedFiles.isEmpty, assignments.count > 1 else {
      return [(nodes, assignments)]
    }
    var parts: [(nodes: [NodeIndex], assignments: [Assignment])] = []
    var places: [[Bool]: Int] = [:]
    var (count, example): (Int, NodeIndex?) = (0, nil)
    for node in nodes {
      let isTemplates =
        model.document.templatePath(of: node) == nil
        ? assignments.map { _ in false } : assignments.map { isInherited($0.name, by: node) }
      if isTemplates.contains(true) { (count, example) = (count + 1, example ?? node) }
      if let place = places[isTemplates] {
        parts[place].nodes.append(node)
      } else {
        places[isTemplates] = parts.count
        parts.append(([node], zip(assignments, isTemplates).compactMap { $1 ? nil : $0 }))
      }
    }
    if let example {
      let warning = EditRefusal.partlyLeftToTemplates(count: count, example: model.document.id(example))
      warn([Diagnostic(warning, severity: .warning, file: model.document.name)])
    }
    return parts
  }

  /// Returns true if an object inherits a property's value from a template that the run also edits.
  private func isInherited(_ name: String, by node: NodeIndex) -> Bool {
    let key = model.binding(of: node).flatMap { binding in
      PropertyPath(name, of: binding).map { model.storedKey(node, binding, at: $0.place) }
    }
    return model.document.templatePlace(of: key ?? name, of: node).map { isEdited($0.file) } ?? false
  }

  /// Returns true if the run also edits the file at this path.
  private func isEdited(_ path: String) -> Bool {
    if let known = edited[path] { return known }
    let isEdited = realpath(path).map(request.editedFiles.contains) ?? false
    edited[path] = isEdited
    return isEdited
  }

  /// Resets overrides whose target object no template contains. Returns false without a change if the step is not such
  /// a reset.
  func revertUnreached(_ selector: Selector, _ assignments: [Assignment]) throws(Diagnostic) -> Bool {
    guard model.document.isComposed, assignments.allSatisfy({ $0.operation == .reset }),
      let ids = selector.onlyIDs
    else { return false }
    let places = ids.compactMap { model.document.unreachedOverride(of: $0) }
    guard !places.isEmpty, places.count == ids.count else { return false }
    match(places.map(\.placeholder))
    for (placeholder, address) in places {
      for assignment in assignments {
        let old = model.document.unreachedValue(assignment.name, of: address, in: placeholder)
        let restore = try Diagnostic.wrapping { () throws(SceneError) in
          try model.revertUnreached(assignment.name, of: address, in: placeholder)
        }
        guard restore.isChange else { continue }
        edit.add(restore)
        changes.loseOverride(placeholder)
        edit.properties.insert(assignment.name)
        guard request.wantsChanges else { continue }
        let change = ObjectChange(
          object: model.document.id(placeholder), className: model.document.className(placeholder),
          property: "\(address).\(assignment.name)", old: old.map { String(decoding: $0, as: UTF8.self) },
          hasEffectiveBefore: false)
        changes.spool.add([change], of: placeholder)
      }
    }
    return true
  }
}
