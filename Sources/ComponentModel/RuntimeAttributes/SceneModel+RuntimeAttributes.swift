package import InspectorKit
internal import JSONText
package import SceneDocument

/// A runtime attribute of an object: a typed value under a key path that no class declares.
package struct RuntimeAttribute {
  /// The key path; nil if it is missing or invalid.
  package var keyPath: String?

  /// The type; nil if it is missing or invalid.
  package var type: PropertyType?

  /// The JSON text of the value; nil if there is none.
  package var raw: String?

  /// The JSON text of the whole element.
  package var element: String

  /// The stored cell, whose value is nil for `null`; absent if the attribute is invalid.
  package var cell: StoredCell

  /// The reason why the attribute is invalid; nil if it is valid.
  package var problem: Diagnostic?

  /// True if a different element represents the key path: the first valid element or, if none is valid, the first one.
  package var isRepeated = false

  /// The value; nil for `null`, and if the attribute is invalid.
  package var value: PropertyValue? { if case .value(let value) = cell { value } else { nil } }

  /// The state of the attribute's row in the inspector; unknown if the type is missing or invalid.
  package var state: PropertyState {
    if type == nil { return .unknown }
    return problem != nil ? .refused : value == nil ? .unset : .stored
  }
}

extension SceneModel {
  /// Returns the list of an object's runtime attributes; nil if the object has none. Caches the list that was read
  /// last, since an edit or a query looks up many names in one object.
  package func runtimeAttributeList(of node: NodeIndex) -> RuntimeAttributeList? {
    guard hasRuntimeAttributes(node) else { return nil }
    if let kept = keptRuntimeAttributes, kept.node == node, kept.generation == document.generation { return kept.list }
    let pending = pendingRuntimeAttributes[node].flatMap(\.self).map { RuntimeAttributeList($0) }
    guard let list = pending ?? document.runtimeAttributes(of: node) else { return nil }
    keptRuntimeAttributes = (node, document.generation, list)
    return list
  }

  /// Returns true if an object has runtime attributes, valid or not.
  package func hasRuntimeAttributes(_ node: NodeIndex) -> Bool {
    guard !pendingRuntimeAttributes.isEmpty, let text = pendingRuntimeAttributes[node] else {
      return document.hasRuntimeAttributes(node)
    }
    return text != nil
  }

  /// Records an object's new runtime attributes, so that the model uses them before the document stores them. The
  /// document later stores the new attributes of all objects at once, since each such edit scans the whole text; see
  /// ``takePendingRuntimeAttributes()``.
  ///
  /// - Parameter text: the text of the list; nil to remove the list.
  package func expectRuntimeAttributes(_ text: [UInt8]?, of node: NodeIndex) {
    pendingRuntimeAttributes[node] = .some(text)
    keptRuntimeAttributes = nil
    guard let text else { return }
    noteRuntimeKeyPaths(RuntimeAttributeList(text).elements.compactMap(\.keyPath))
  }

  /// Returns and forgets the lists that ``expectRuntimeAttributes(_:of:)`` recorded, in document order. Omits lists
  /// that the document already stores.
  package func takePendingRuntimeAttributes() -> [(node: NodeIndex, text: [UInt8]?)] {
    let pending = pendingRuntimeAttributes.sorted { $0.key < $1.key }
    pendingRuntimeAttributes = [:]
    keptRuntimeAttributes = nil
    return pending.filter { document.runtimeAttributes(of: $0.key)?.text != $0.value }.map { ($0.key, $0.value) }
  }

  /// Returns the runtime attributes of an object in document order, and the reason why the list cannot be read; nil if
  /// it can be read.
  package func runtimeAttributes(of node: NodeIndex) -> (attributes: [RuntimeAttribute], problem: Diagnostic?) {
    guard let list = runtimeAttributeList(of: node) else { return ([], nil) }
    if let problem = list.problem { return ([], diagnostic(problem, node, at: list.offset)) }
    let taken = TakenNames(self, node)
    return (list.elements.indices.map { attribute(at: $0, in: list, of: node, taken) }, nil)
  }

  private func attribute(
    at place: Int, in list: RuntimeAttributeList, of node: NodeIndex, _ taken: TakenNames
  ) -> RuntimeAttribute {
    let element = list.elements[place]
    var attribute = RuntimeAttribute(
      keyPath: element.keyPath, type: element.type,
      raw: element.value.map { String(decoding: list.text[$0], as: UTF8.self) },
      element: String(decoding: list.text[element.span], as: UTF8.self), cell: .absent)
    attribute.isRepeated = element.keyPath.map { list.place(of: $0) != place } ?? false
    if let problem = element.problem ?? problem(ofElementAt: place, in: list, taken) {
      attribute.problem = diagnostic(
        problem, node, property: element.keyPath, number: place + 1, at: list.offset + element.place)
      return attribute
    }
    guard let keyPath = element.keyPath, let type = element.type, let span = element.value else { return attribute }
    do throws(Diagnostic) {
      attribute.cell = try reader.read(Array(list.text[span]), as: runtimeProperty(keyPath, type))
    } catch {
      attribute.problem = diagnostic(error.reason, .error, node, property: keyPath, at: list.offset + span.lowerBound)
    }
    return attribute
  }

  /// Calls `body` with each runtime attribute of a type. Omits attributes that are invalid for a reason other than
  /// their values.
  package func visitRuntimeAttributes(
    of node: NodeIndex, _ type: PropertyType, _ body: (_ keyPath: String, _ raw: [UInt8]) -> Void
  ) {
    guard let list = runtimeAttributeList(of: node) else { return }
    var taken: TakenNames?
    for (place, element) in list.elements.enumerated() where element.type == type && element.problem == nil {
      let taken = taken.orMake { TakenNames(self, node) }
      guard let keyPath = element.keyPath, problem(ofElementAt: place, in: list, taken) == nil else { continue }
      body(keyPath, list.value(of: element))
    }
  }

  /// Returns the reason why a well-formed element cannot be an attribute of its object; nil if it can.
  private func problem(
    ofElementAt place: Int, in list: RuntimeAttributeList, _ taken: TakenNames
  ) -> RuntimeAttributeProblem? {
    let element = list.elements[place]
    guard let keyPath = element.keyPath else { return nil }
    if let meant = list.place(of: keyPath), meant != place {
      // The type identifies the element only if no other element with this key path has the same type.
      let others = list.places(of: keyPath).filter { $0 != place }
      let isAlone = !others.contains { list.elements[$0].type == element.type }
      return .twice(keyPath, removable: isAlone ? element.type : nil)
    }
    if let problem = taken.problem(of: keyPath, removable: element.type) { return problem }
    return list.part(named: keyPath).map { .part(keyPath, of: $0.keyPath, removable: element.type) }
  }

  private func diagnostic(
    _ problem: RuntimeAttributeProblem, _ node: NodeIndex, property: String? = nil, number: Int? = nil, at offset: Int
  ) -> Diagnostic {
    let finding = RuntimeAttributeProblem.of(.init(number: number, object: document.id(node)), problem)
    return diagnostic(finding, .error, node, property: property, naming: .inReason, at: offset)
  }

  /// Returns the definition under which the values of a runtime attribute are read and checked.
  func runtimeProperty(_ keyPath: String, _ type: PropertyType) -> PropertyDefinition {
    PropertyDefinition(
      name: keyPath, label: PropertyName.label(for: keyPath), type: type, isOptional: true, declaringClass: "",
      isObserved: false)
  }

  /// Returns the errors in the runtime attributes of the scene.
  package func checkRuntimeAttributes() -> [Diagnostic] {
    guard hasRuntimeAttributes else { return [] }
    var found: [Diagnostic] = []
    for node in document.objects where hasRuntimeAttributes(node) {
      if job.isCancelled(at: node.number) { break }
      found += runtimeProblems(of: node)
    }
    return found
  }

  /// Returns the errors in the runtime attributes of an object.
  package func runtimeProblems(of node: NodeIndex) -> [Diagnostic] {
    let (attributes, problem) = runtimeAttributes(of: node)
    return [problem].compactMap(\.self) + attributes.compactMap(\.problem)
  }
}

// MARK: names

extension ClassBinding {
  /// Returns true if a name refers to a property of the class, a component of a property, a property that several
  /// extensions add, or a frame after layout.
  package func declares(_ name: String) -> Bool {
    key(named: name) != nil || PropertyPath(name, of: self) != nil || clashes[name] != nil
      || LayoutPath(name, of: definition) != nil
  }
}

/// The names that no runtime attribute of an object can have, because properties or attributes already have them.
struct TakenNames {
  private let binding: ClassBinding?
  private var stored: Set<ExactText>

  init(_ model: SceneModel, _ node: NodeIndex) {
    binding = model.binding(of: node)
    var stored: Set<ExactText> = []
    model.attributes(of: node).visit { key, _ in
      stored.insert(ExactText(JSONString.decode(key)))
      return true
    }
    self.stored = stored
  }

  /// Returns true if the class declares the name.
  func isDeclared(_ name: String) -> Bool { binding?.declares(name) ?? false }

  /// Returns true if the object stores an attribute under the name.
  func isStored(_ name: String) -> Bool { stored.contains(ExactText(name)) }

  /// Makes the name of an attribute available, for an edit that removes this attribute.
  mutating func release(_ name: String) { stored.remove(ExactText(name)) }

  /// Returns the reason why no runtime attribute can have a key path; nil if one can.
  ///
  /// - Parameter removable: the type of the present attribute with this key path; nil for a new attribute.
  func problem(of keyPath: String, removable: PropertyType? = nil) -> RuntimeAttributeProblem? {
    if let binding, binding.declares(keyPath) {
      return .declared(keyPath, className: binding.definition.name, removable: removable)
    }
    if isStored(keyPath) { return .stored(keyPath, removable: removable) }
    guard let (owner, component) = PropertyPath.parts(of: keyPath), ComponentValue.isName(component),
      isStored(owner), !isDeclared(owner)
    else { return nil }
    return .partOfStored(keyPath, of: owner, removable: removable)
  }
}

/// A value stored under a name that no plugin declares.
package struct UndeclaredCell {
  /// The key of the attribute, or the key path of the runtime attribute.
  package let key: String

  /// The type that a runtime attribute states, or that a foreign document's format states for an attribute; nil for any
  /// other attribute, whose JSON text determines its type.
  package let type: PropertyType?

  /// True if the value is a runtime attribute.
  package var isRuntime = false

  /// The JSON text of the value.
  package let raw: [UInt8]

  /// The component of the value to which the name refers; nil if it refers to the whole value.
  package let component: String?
}

extension SceneModel {
  /// Returns the stored value to which an undeclared name refers: the attribute or runtime attribute of that name or,
  /// for a name such as `anchor.x`, a component of `anchor`. An attribute takes precedence over a runtime attribute.
  /// Returns nil if there is no such value.
  package func undeclared(_ name: String, of node: NodeIndex) -> UndeclaredCell? {
    let attributes = attributes(of: node)
    if let raw = attributes[name] {
      return UndeclaredCell(key: name, type: statedType(of: name, node), raw: raw, component: nil)
    }
    let list = runtimeAttributeList(of: node)
    if let list, let element = list[name] {
      return UndeclaredCell(
        key: name, type: element.type, isRuntime: true, raw: list.value(of: element), component: nil)
    }
    guard let (owner, component) = PropertyPath.parts(of: name) else { return nil }
    if ComponentValue.isName(component), let raw = attributes[owner] {
      return UndeclaredCell(key: owner, type: statedType(of: owner, node), raw: raw, component: component)
    }
    guard let list, list.part(named: name) != nil, let element = list[owner] else { return nil }
    return UndeclaredCell(
      key: owner, type: element.type, isRuntime: true, raw: list.value(of: element), component: component)
  }

  /// Returns the type that a foreign document's format states for an undeclared attribute; nil if it states none, or if
  /// the document is a scene.
  func statedType(of key: String, _ node: NodeIndex) -> PropertyType? {
    document.statedType(of: key, node).flatMap(PropertyType.init)
  }

  /// Returns the JSON text that an object stores under an undeclared name, as an attribute or a runtime attribute; nil
  /// if there is none.
  package func undeclaredText(_ name: String, of node: NodeIndex) -> [UInt8]? {
    undeclared(name, of: node).flatMap { $0.component == nil ? $0.raw : nil }
  }

  /// Returns the value, or the component of a value, that an object stores under an undeclared name; nil if there is
  /// none. The JSON text determines the type of an attribute; a runtime attribute states its type.
  package func undeclaredValue(_ name: String, of node: NodeIndex) -> PropertyValue? {
    undeclared(name, of: node).flatMap(value)
  }

  private func value(of cell: UndeclaredCell) -> PropertyValue? {
    var value: PropertyValue?
    if let type = cell.type {
      if case .value(let read)? = try? reader.read(cell.raw, as: runtimeProperty(cell.key, type)) { value = read }
    } else {
      value = UntypedValue.read(cell.raw)
    }
    return cell.component.map { PropertyPath.part($0, of: value) } ?? value
  }

  /// Returns the key path of the runtime attribute to which a name refers: the name itself or, for a name such as
  /// `anchor.x`, `anchor`. Returns nil if the name means anything else.
  package func runtimeKeyPath(_ name: String, of node: NodeIndex) -> String? {
    guard hasRuntimeAttributes(node), binding(of: node)?.declares(name) != true else { return nil }
    return undeclared(name, of: node).flatMap { $0.isRuntime ? $0.key : nil }
  }
}
