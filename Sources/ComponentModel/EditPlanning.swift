internal import InspectorKit
internal import JSONText
package import SceneDocument

// Checks the assignments of an edit against the classes of its objects.
extension SceneModel {
  /// Returns the changes that assignments make to objects, by the numbers of the objects' classes. If a class does not
  /// declare the key of a reset, the reset removes the key from the class's objects that store it.
  ///
  /// - Parameters:
  ///   - skipsMissing: true to omit classes without one of the properties; false to refuse them.
  ///   - allowsUndeclared: true to also change stored values that no plugin declares; the new values are not checked.
  /// - Throws: an error for an assignment that a class refuses, a class without the property, or objects that cannot be
  ///   edited.
  package func plans(
    for assignments: [Assignment], of nodes: [NodeIndex], skipsMissing: Bool = false, allowsUndeclared: Bool = false
  ) throws(Diagnostic) -> [Int: ClassEdit] {
    var plans: [Int: ClassEdit] = [:]
    var strayKeys: [Int: Set<ExactText>]?
    var missing: [Int: String] = [:]
    try refuseReserved(nodes)
    var isSeen = [Bool](repeating: false, count: document.classNames.count)
    for (number, node) in nodes.enumerated() {
      if job.isCancelled(at: number) { throw .cancelled }
      let classID = document.classID(node)
      guard !isSeen[classID] else { continue }
      isSeen[classID] = true
      let undeclared = allowsUndeclared ? attributeBinding(ofClass: classID) : nil
      if skipsMissing, undeclared == nil, case .unknown = meaning(ofClass: classID) {
        missing[classID] = assignments.first?.name ?? ""
        continue
      }
      let binding = if let undeclared { undeclared } else { try editableBinding(of: node) }
      var planned = ClassEdit()
      planned.skipsMissing = skipsMissing
      for (place, assignment) in assignments.enumerated() {
        if case .reset = assignment.operation, binding.place(ofTyped: assignment.name) == nil,
          strayKeys.orMake({ self.strayKeys(assignments, of: nodes) })[classID]?.contains(ExactText(assignment.name))
            == true
        {
          planned.strayKeys.append(assignment.name)
          continue
        }
        do throws(Diagnostic) {
          if let one = try PlannedAssignment(assignment, for: binding, reader: reader) {
            planned.assignments.append(one)
          } else if allowsUndeclared, binding.clashes[assignment.name] == nil,
            strayKeys.orMake({ self.strayKeys(assignments, of: nodes) })[classID]?.contains(ExactText(assignment.name))
              == true
          {
            try refuseClosed(node)
            planned.undeclared.append(assignment)
          } else if document.foreignFormat == nil || !skipsMissing,
            let (place, component) = PropertyPath.owner(assignment.name, of: binding)
          {
            let property = binding.definition.properties[place]
            throw Diagnostic(NameRefusal.noComponent(component, of: property.name, property.type))
          } else {
            missing[classID] = assignment.name
          }
        } catch {
          throw Diagnostic(error, part: .assignment(place))
        }
      }
      plans[classID] = planned
    }
    if !skipsMissing { try refuse(missing, assignments, of: nodes) }
    for classID in missing.keys { plans[classID] = nil }
    return plans
  }

  /// Returns the names of the assignments that refer to stored but undeclared values, by the class numbers of the
  /// objects that store the values. A reset is included only if it names a stored key exactly.
  private func strayKeys(_ assignments: [Assignment], of nodes: [NodeIndex]) -> [Int: Set<ExactText>] {
    var found: [Int: Set<ExactText>] = [:]
    for (number, node) in nodes.enumerated() {
      if job.isCancelled(at: number) { break }
      for assignment in assignments {
        guard let key = undeclaredKey(assignment.name, of: node) else { continue }
        if case .reset = assignment.operation, !key.isExactly(assignment.name) { continue }
        found[document.classID(node), default: []].insert(ExactText(assignment.name))
      }
    }
    return found
  }

  /// Throws an error about one of the classes in `missing`; does nothing if `missing` is empty. The error names the
  /// first class or, if none of the objects has the property, the first class with a property of a similar name.
  ///
  /// - Parameter missing: the name of a property that the class lacks, by the class's number.
  private func refuse(
    _ missing: [Int: String], _ assignments: [Assignment], of nodes: [NodeIndex]
  ) throws(Diagnostic) {
    let others = nodes.contains { missing[document.classID($0)] == nil }
    let classes = missing.sorted { $0.key < $1.key }
    let similar = others ? nil : classes.first { self.suggestion(for: $1, amongPropertiesOf: $0) != nil }
    guard let (classID, name) = similar ?? classes.first else { return }
    if let refusal = partRefusal(name, nodes.filter { document.classID($0) == classID }) {
      throw Diagnostic(refusal, part: assignments.firstIndex { $0.name == name }.map { .assignment($0) })
    }
    let place = assignments.firstIndex { $0.name == name }
    let example = NameRefusal.example(place.map { assignments[$0].operation })
    for node in nodes where document.classID(node) == classID {
      if let error = document.refusalToEdit(name, of: node) { throw Diagnostic(error, severity: .error) }
    }
    guard case .known(let binding) = meaning(ofClass: classID) else {
      guard let node = nodes.first(where: { document.classID($0) == classID }) else { return }
      let near = DidYouMean.suggestion(for: name, among: attributes(of: node).texts.map(\.key))
      throw Diagnostic(
        near == nil
          ? NameRefusal.notStored(
            name, className: document.className(node), object: document.id(node), example: example)
          : .unknownProperty(name, of: document.className(node), suggestion: near))
    }
    let suggestion =
      self.suggestion(for: name, amongPropertiesOf: classID)
      ?? suggestion(for: name, amongUndeclaredKeysOf: nodes.filter { document.classID($0) == classID })
    let givesValue =
      switch place.map({ assignments[$0].operation }) {
      case .unset?, .reset?, nil: false
      default: true
      }
    if givesValue, suggestion == nil, !others, let node = nodes.first(where: { document.classID($0) == classID }),
      let error = document.refusalToEdit(name, of: node, isNew: true)
    {
      throw Diagnostic(error, severity: .error)
    }
    let refusal =
      givesValue && suggestion == nil && !others && binding.clashes[name] == nil
      ? NameRefusal.notDeclared(
        name, of: binding.definition.name, isRegistered: binding.inspectedAs == nil, example: example)
      : binding.unknownProperty(name, suggestion: suggestion, canBeSkipped: suggestion == nil && others)
    throw Diagnostic(refusal, part: place.map { .assignment($0) })
  }

  /// Returns the refusal of a name such as `anchor.z` if any of the objects stores an undeclared `anchor`; nil if no
  /// object does.
  private func partRefusal(_ name: String, _ nodes: [NodeIndex]) -> (any Refusal)? {
    guard let (owner, component) = PropertyPath.parts(of: name) else { return nil }
    let stored = nodes.lazy.compactMap { self.undeclaredValue(owner, of: $0) }.first
    guard let type = stored?.type else { return nil }
    let isComponent = ComponentValue.names(of: type).contains(component)
    return isComponent ? ValueRefusal.removedPart(of: owner) : NameRefusal.noComponent(component, of: owner, type)
  }

  /// Returns an undeclared key of an attribute or runtime attribute that is similar to a name; nil if none of the first
  /// few objects stores such a key.
  private func suggestion(for name: String, amongUndeclaredKeysOf nodes: [NodeIndex]) -> String? {
    let keys = nodes.prefix(100).flatMap { node in
      attributes(of: node).texts.map(\.key) + runtimeAttributes(of: node).attributes.compactMap(\.keyPath)
    }
    return DidYouMean.suggestion(for: name, among: Set(keys).subtracting([name]).sorted())
  }

  /// Returns the name of a class's property, similar to the given name; nil if there is none, or if the class is not
  /// known.
  private func suggestion(for name: String, amongPropertiesOf classID: Int) -> String? {
    guard case .known(let binding) = meaning(ofClass: classID) else { return nil }
    return DidYouMean.suggestion(for: name, among: binding.definition.properties.flatMap { [$0.name, $0.label] })
  }

  /// Throws an error if any of the objects has a key that is reserved for later versions, or if the job is cancelled.
  package func refuseReserved(_ nodes: [NodeIndex]) throws(Diagnostic) {
    var reserved: [Diagnostic] = []
    for (number, node) in nodes.enumerated() {
      if job.isCancelled(at: number) { throw .cancelled }
      let keys = document.reservedKeys(node)
      guard !keys.isEmpty else { continue }
      let finding: any Refusal =
        document.problemOfTemplate(node).map { CompositionRefusal.unresolved(document.id(node), $0) }
        ?? ObjectFinding.notEdited(document.id(node), key: keys[0])
      reserved.append(diagnostic(finding, .error, node, naming: .inReason))
    }
    if let error = Diagnostic(refusals: reserved) { throw error }
  }
}

/// The changes that an edit makes to the objects of one class.
package struct ClassEdit {
  package var assignments: [PlannedAssignment] = []

  /// The keys that a reset removes from objects although their class does not declare them.
  package var strayKeys: [String] = []

  /// Assignments to stored values that no plugin declares.
  package var undeclared: [Assignment] = []

  /// True if an assignment of `undeclared` skips an object that does not store the value; false if the object is
  /// refused.
  package var skipsMissing = false

  package init() {}

  /// True if the edit sets the same properties in the same order for each object.
  package var isUniform: Bool { assignments.allSatisfy(\.isUniform) }

  /// The indices of the properties whose new values are computed from their effective values, as by `+=`.
  package var startingPlaces: [Int] { assignments.filter(\.operation.isRelative).map(\.place) }
}
