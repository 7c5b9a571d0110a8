internal import InspectorKit
internal import JSONText
package import SceneDocument

/// An edit of the runtime attributes of one object. Assignments change the attributes one after the other.
package struct RuntimeAttributeEdit {
  private let model: SceneModel
  private let node: NodeIndex
  private let stored: RuntimeAttributeList?
  private var draft: RuntimeAttributeDraft

  /// The key paths of the changed attributes, in the order of the assignments; they may repeat.
  package private(set) var keyPaths: [String] = []

  /// The types that the attributes of `keyPaths` have, or had before an assignment removed them.
  private var types: [ExactText: PropertyType] = [:]

  /// The names that cannot be runtime attributes, because properties or attributes of the object already have them.
  private var taken: TakenNames

  package init(_ model: SceneModel, _ node: NodeIndex) {
    (self.model, self.node) = (model, node)
    stored = model.runtimeAttributeList(of: node)
    draft = RuntimeAttributeDraft(stored)
    taken = TakenNames(model, node)
  }

  /// The new text of the list, or the stored text if no assignment changed it; nil if no attribute remains.
  package var text: [UInt8]? { draft.text(hasBlanks: model.document.hasBlankColons(node)) }

  /// Makes the assignments that change runtime attributes, and returns the indices of the other assignments. Throws an
  /// error about the first refused assignment.
  package mutating func make(_ assignments: [Assignment]) throws(Diagnostic) -> [Int] {
    var rest: [Int] = []
    for (place, assignment) in assignments.enumerated() {
      do throws(Diagnostic) {
        guard try !make(assignment) else { continue }
        rest.append(place)
        if case .reset = assignment.operation { taken.release(assignment.name) }
      } catch {
        throw error.object == nil ? Diagnostic(error, part: .assignment(place)) : error
      }
    }
    return rest
  }

  /// Makes an assignment that changes a runtime attribute or, with a type in its name, creates one. Returns false, and
  /// does nothing, if the assignment changes anything else.
  ///
  /// - Throws: an error with the object, the key path and the place if this object cannot have the attribute or the
  ///   value; an error without an object if the assignment itself is wrong, or if nothing undeclared can be edited.
  private mutating func make(_ assignment: Assignment) throws(Diagnostic) -> Bool {
    guard let target = try target(of: assignment) else { return false }
    try model.refuseClosed(node)
    if let problem = stored?.problem {
      let problem = RuntimeAttributeProblem.of(.init(number: nil, object: model.document.id(node)), problem)
      throw refusal(Diagnostic(problem), of: target.keyPath)
    }
    if let type = target.type, let problem = problem(of: target.keyPath, type, assignment.operation) {
      throw refusal(Diagnostic(problem), of: target.keyPath)
    }
    try make(assignment, target.keyPath, target.type)
    return true
  }

  /// Returns the key path of the attribute that an assignment changes, and the type if the name has one; nil if the
  /// assignment changes anything else. Throws an error if the name has a type, and the key path or the type is invalid.
  private func target(of assignment: Assignment) throws(Diagnostic) -> (keyPath: String, type: PropertyType?)? {
    let name = assignment.name
    if taken.isDeclared(name) || taken.isStored(name) { return nil }
    guard !contains(name), let typed = assignment.typedName else { return keyPath(named: name).map { ($0, nil) } }
    guard PropertyDefinition.isKeyPath(typed.keyPath) else {
      throw Diagnostic(RuntimeAttributeProblem.noKeyPath(typed.keyPath))
    }
    guard let type = PropertyType(rawValue: typed.type) else {
      throw Diagnostic(RuntimeAttributeProblem.noType(typed.type))
    }
    return (typed.keyPath, type)
  }

  /// Returns an error about an attribute of the object, located at the attribute.
  private func refusal(_ error: Diagnostic, of keyPath: String) -> Diagnostic {
    let offset = stored?.problem == nil ? stored?.origin(of: keyPath) : stored?.offset
    return model.diagnostic(error.reason, .error, node, property: keyPath, at: offset)
  }

  private mutating func make(
    _ assignment: Assignment, _ keyPath: String, _ type: PropertyType?
  ) throws(Diagnostic) {
    let key = ExactText(keyPath)
    defer { keyPaths.append(keyPath) }
    var assignment = assignment
    if assignment.typedName != nil, type != nil { assignment.name = keyPath }
    if case .reset = assignment.operation {
      guard assignment.name.isExactly(keyPath) else {
        throw refusal(Diagnostic(ValueRefusal.removedPart(of: keyPath)), of: keyPath)
      }
      types[key] = draft[keyPath]?.type ?? types[key]
      guard draft.remove(keyPath, type) || type == nil else {
        let found = RuntimeAttributeProblem.absent(keyPath, type: type?.rawValue ?? "", sign: "reset")
        throw refusal(Diagnostic(found), of: keyPath)
      }
      return
    }
    let old = draft[keyPath]
    guard let type = type ?? old?.type ?? types[key] else {
      // The element has no type, or another fault that hides its type.
      let place = stored?.place(of: keyPath)
      let problem = place.flatMap { stored?.elements[$0].problem } ?? .missing("type")
      let element = RuntimeAttributeProblem.Element(number: place.map { $0 + 1 }, object: model.document.id(node))
      throw refusal(Diagnostic(RuntimeAttributeProblem.of(element, problem)), of: keyPath)
    }
    types[key] = type
    let property = model.runtimeProperty(keyPath, type)
    let planned = try model.plan([assignment], of: property)
    let changes: [AttributeChange]
    do throws(Diagnostic) {
      changes = try model.changes(planned, of: property, storedAs: old?.value, of: node)
    } catch {
      throw refusal(error, of: keyPath)
    }
    if let value = ValueForm(type: type, key: keyPath, old: old?.value).after(changes).old {
      draft.set(keyPath, type, to: value)
    } else {
      draft.remove(keyPath)
    }
  }

  /// Returns the reason why an assignment with a type in its name cannot be made; nil if the assignment can be made.
  private func problem(
    of keyPath: String, _ type: PropertyType, _ operation: Assignment.Operation
  ) -> RuntimeAttributeProblem? {
    if case .reset = operation { return nil }
    if let problem = taken.problem(of: keyPath) { return problem }
    if let sign = operation.arithmetic?.sign {
      return contains(keyPath) ? .typeIsFixed(keyPath, sign: sign) : .absent(keyPath, type: type.rawValue, sign: sign)
    }
    if let (owner, component) = PropertyPath.parts(of: keyPath), let type = draft[owner]?.type,
      ComponentValue.names(of: type).contains(component)
    {
      return .part(keyPath, of: owner, removable: nil)
    }
    let names = ComponentValue.names(of: type)
    if names.isEmpty { return nil }
    let part = draft.keyPaths.first { other in
      PropertyPath.parts(of: other).map { $0.owner.isExactly(keyPath) && names.contains($0.component) } ?? false
    }
    return part.map { .hasPart(keyPath, $0) }
  }

  /// Returns true if there is an attribute with this key path, or if the edit removed it.
  private func contains(_ keyPath: String) -> Bool { draft.contains(keyPath) || types[ExactText(keyPath)] != nil }

  /// Returns the key path of the attribute to which a name refers: the name itself or, for a name such as `anchor.x`,
  /// `anchor`. Returns nil if there is none, or if the name means something else.
  private func keyPath(named name: String) -> String? {
    if taken.isDeclared(name) || taken.isStored(name) { return nil }
    if contains(name) { return name }
    guard let (owner, component) = PropertyPath.parts(of: name), !taken.isStored(owner),
      let type = draft[owner]?.type ?? types[ExactText(owner)],
      ComponentValue.names(of: type).contains(component)
    else { return nil }
    return owner
  }
}

extension Diagnostic {
  /// Returns the error with its assignment's index translated from a part of a step's assignments to the whole step.
  /// Returns an error without such an index unchanged.
  ///
  /// - Parameter numbers: for each assignment of the part, its index in the whole step.
  package func concerning(_ numbers: [Int]) -> Diagnostic {
    guard case .assignment(let place)? = part, numbers.indices.contains(place) else { return self }
    var error = self
    error.part = .assignment(numbers[place])
    return error
  }
}

extension Assignment {
  /// The key path and the type of a name such as `layer.zPosition:Double`, either of which may be empty; nil for a name
  /// without a type.
  package var typedName: (keyPath: String, type: String)? {
    guard let colon = name.utf8.lastIndex(of: UInt8(ascii: ":")) else { return nil }
    let type = name[name.utf8.index(after: colon)...]
    guard type.utf8.allSatisfy({ $0 | 0x20 &- 0x61 < 26 }) else { return nil }
    return (String(name[..<colon]), String(type))
  }
}
