internal import InspectorKit
internal import JSONText
package import SceneDocument

/// An edit of the runtime attributes of one object, which assignments change one after the other.
package struct RuntimeAttributeEdit {
  private let model: SceneModel
  private let node: NodeIndex
  private let stored: RuntimeAttributeList?
  private var draft: RuntimeAttributeDraft

  /// The key paths of the changed attributes, in the order of the assignments; they may repeat.
  package private(set) var keyPaths: [String] = []

  /// The types that the attributes of `keyPaths` have, or had before an assignment removed them.
  private var types: [ExactText: PropertyType] = [:]

  package init(_ model: SceneModel, _ node: NodeIndex) {
    (self.model, self.node) = (model, node)
    stored = model.document.runtimeAttributes(of: node)
    draft = RuntimeAttributeDraft(stored)
  }

  /// The new text of the list, which is the stored text if no assignment changed it; nil if no attribute remains.
  package var text: [UInt8]? { draft.text(hasBlanks: model.document.hasBlankColons(node)) }

  /// Makes the assignments that change runtime attributes, and returns the indices of the other assignments. Throws an
  /// error about the first refused assignment.
  package mutating func make(_ assignments: [Assignment]) throws(Diagnostic) -> [Int] {
    var rest: [Int] = []
    for (place, assignment) in assignments.enumerated() {
      do throws(Diagnostic) {
        if try !make(assignment) { rest.append(place) }
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
    let binding = model.binding(of: node)
    let target: (keyPath: String, type: PropertyType?)?
    if let typed = assignment.typedName, binding?.declares(assignment.name) != true, !contains(assignment.name),
      model.attributes(of: node)[assignment.name] == nil
    {
      if let problem = Self.problem(of: typed, in: assignment) { throw Diagnostic(problem) }
      try model.refuseClosed(node)
      if let problem = problem(of: typed, binding) { throw refusal(Diagnostic(problem), of: typed.keyPath) }
      target = (typed.keyPath, PropertyType(rawValue: typed.type))
    } else {
      target = keyPath(named: assignment.name, binding).map { ($0, nil) }
      if target != nil { try model.refuseClosed(node) }
    }
    guard let target else { return false }
    if let problem = stored?.problem {
      let problem = RuntimeAttributeProblem.of(.init(number: nil, object: model.document.id(node)), problem)
      throw refusal(Diagnostic(problem), of: target.keyPath)
    }
    try make(assignment, target.keyPath, target.type)
    return true
  }

  /// Returns an error about an attribute of the object, with the attribute's place.
  private func refusal(_ error: Diagnostic, of keyPath: String) -> Diagnostic {
    let offset = stored?.problem == nil ? stored?.origin(of: keyPath) : stored?.offset
    return model.diagnostic(error.reason, .error, node, property: keyPath, at: offset)
  }

  private mutating func make(
    _ assignment: Assignment, _ keyPath: String, _ type: PropertyType?
  ) throws(Diagnostic) {
    let key = ExactText(keyPath)
    defer { keyPaths.append(keyPath) }
    if case .reset = assignment.operation {
      types[key] = draft[keyPath]?.type ?? types[key]
      return draft.remove(keyPath)
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
    var assignment = assignment
    if assignment.typedName != nil { assignment.name = keyPath }
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

  /// Returns the reason why no object can have the attribute that an assignment with a type names; nil if there is none.
  private static func problem(
    of typed: (keyPath: String, type: String), in assignment: Assignment
  ) -> RuntimeAttributeProblem? {
    let keyPath = typed.keyPath
    switch assignment.operation {
    case .reset: return .typeIsFixed(keyPath, sign: "reset")
    case .add, .subtract, .multiply, .divide:
      return .typeIsFixed(keyPath, sign: assignment.operation.arithmetic?.sign ?? "")
    case .set, .json, .exact, .unset: break
    }
    if !PropertyDefinition.isKeyPath(keyPath) { return .noKeyPath(keyPath) }
    return PropertyType(rawValue: typed.type) == nil ? .noType(typed.type) : nil
  }

  /// Returns the reason why the object cannot have a new attribute; nil if it can.
  private func problem(
    of typed: (keyPath: String, type: String), _ binding: ClassBinding?
  ) -> RuntimeAttributeProblem? {
    let keyPath = typed.keyPath
    if let problem = model.problem(of: keyPath, of: node, isNew: true) { return problem }
    if let owner = self.keyPath(named: keyPath, binding), !owner.isExactly(keyPath) {
      return .part(keyPath, of: owner)
    }
    let names = PropertyType(rawValue: typed.type).map { ComponentValue.names(of: $0) } ?? []
    let part = names.map { "\(keyPath).\($0)" }.first(where: draft.contains)
    return part.map { .hasPart(keyPath, $0) }
  }

  /// Returns true if there is an attribute with this key path, or if the edit removed it.
  private func contains(_ keyPath: String) -> Bool { draft.contains(keyPath) || types[ExactText(keyPath)] != nil }

  /// Returns the key path of the attribute to which a name refers: the name itself or, for a name such as `anchor.x`,
  /// `anchor`. Nil if there is none, or if the class declares the name.
  private func keyPath(named name: String, _ binding: ClassBinding?) -> String? {
    if contains(name) { return binding?.declares(name) == true ? nil : name }
    guard let (owner, component) = PropertyPath.parts(of: name),
      let type = draft[owner]?.type ?? types[ExactText(owner)],
      ComponentValue.names(of: type).contains(component), binding?.declares(name) != true
    else { return nil }
    return owner
  }
}

extension Diagnostic {
  /// Returns an error about one of some assignments, with the index of that assignment in the whole step.
  ///
  /// - Parameter numbers: the indices of the assignments in the step.
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
