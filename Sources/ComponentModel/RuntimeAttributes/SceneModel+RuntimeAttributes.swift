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

  /// The stored cell, whose value is nil for `null`; absent if the attribute is invalid.
  package var cell: StoredCell

  /// The reason why the attribute is invalid; nil if it is valid.
  package var problem: Diagnostic?

  /// The value; nil for `null`, and if the attribute is invalid.
  package var value: PropertyValue? { if case .value(let value) = cell { value } else { nil } }

  /// The state of the attribute's row in the inspector; unknown if the type is missing or invalid.
  package var state: PropertyState {
    if type == nil { return .unknown }
    return problem != nil ? .refused : value == nil ? .unset : .stored
  }
}

extension SceneModel {
  /// Returns the runtime attributes of an object in document order, and the reason why the list cannot be read; nil if
  /// it can be read.
  package func runtimeAttributes(of node: NodeIndex) -> (attributes: [RuntimeAttribute], problem: Diagnostic?) {
    guard let list = document.runtimeAttributes(of: node) else { return ([], nil) }
    if let problem = list.problem { return ([], diagnostic(problem, node, at: list.offset)) }
    var seen: Set<ExactText> = []
    let attributes = list.elements.enumerated().map { place, element in
      var attribute = RuntimeAttribute(
        keyPath: element.keyPath, type: element.type,
        raw: element.value.map { String(decoding: list.text[$0], as: UTF8.self) }, cell: .absent)
      let isNew = element.keyPath.map { seen.insert(ExactText($0)).inserted } ?? true
      if let problem = element.problem ?? self.problem(of: element.keyPath ?? "", of: node, isNew: isNew) {
        attribute.problem = diagnostic(
          problem, node, property: element.keyPath, number: place + 1, at: list.offset + element.place)
        return attribute
      }
      guard let keyPath = element.keyPath, let type = element.type, let span = element.value else { return attribute }
      do throws(Diagnostic) {
        attribute.cell = try reader.read(Array(list.text[span]), as: runtimeProperty(keyPath, type))
      } catch {
        attribute.problem = diagnostic(
          error.reason, .error, node, property: keyPath, at: list.offset + span.lowerBound)
      }
      return attribute
    }
    return (attributes, nil)
  }

  /// Returns the reason why an object cannot have a runtime attribute with a key path; nil if it can.
  func problem(of keyPath: String, of node: NodeIndex, isNew: Bool) -> RuntimeAttributeProblem? {
    if !isNew { return .twice(keyPath) }
    if let binding = binding(of: node), binding.declares(keyPath) {
      return .declared(keyPath, className: binding.definition.name)
    }
    return attributes(of: node)[keyPath] == nil ? nil : .stored(keyPath)
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
    for node in document.objects where document.hasRuntimeAttributes(node) {
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
  /// True if a name means a property of the class, a component of a property, a property that several extensions add,
  /// or a frame after layout.
  package func declares(_ name: String) -> Bool {
    key(named: name) != nil || PropertyPath(name, of: self) != nil || clashes[name] != nil
      || LayoutPath(name, of: definition) != nil
  }
}

extension SceneModel {
  /// Returns the JSON text of the attribute or the runtime attribute that an object stores under a name that no plugin
  /// declares; nil if there is none.
  package func undeclaredText(_ name: String, of node: NodeIndex) -> [UInt8]? {
    if let raw = attributes(of: node)[name] { return raw }
    guard let list = document.runtimeAttributes(of: node), let element = list[name] else { return nil }
    return list.value(of: element)
  }

  /// Returns the value that an object stores under a name that no plugin declares or, for a name such as `anchor.x`, a
  /// component of the value stored under `anchor`; nil if there is none. An attribute has the type of its JSON text,
  /// and a runtime attribute has the type that it names.
  package func undeclaredValue(_ name: String, of node: NodeIndex) -> PropertyValue? {
    if let value = attributes(of: node).untypedValue(name) { return value }
    guard document.hasRuntimeAttributes(node) else { return nil }
    let attributes = runtimeAttributes(of: node).attributes
    func value(_ name: String) -> PropertyValue? {
      attributes.first { $0.keyPath?.isExactly(name) == true && $0.problem == nil }?.value
    }
    if let value = value(name) { return value }
    guard let (owner, component) = PropertyPath.parts(of: name) else { return nil }
    return PropertyPath.part(component, of: value(owner))
  }

  /// Returns the key path of the runtime attribute to which a name in an edit refers: the name itself or, for a name
  /// such as `anchor.x`, `anchor`. Nil if there is none, or if the class declares the name.
  package func runtimeKeyPath(_ name: String, of node: NodeIndex) -> String? {
    guard let list = document.runtimeAttributes(of: node), binding(of: node)?.declares(name) != true else { return nil }
    if list[name] != nil { return name }
    guard let (owner, component) = PropertyPath.parts(of: name), let type = list[owner]?.type,
      ComponentValue.names(of: type).contains(component)
    else { return nil }
    return owner
  }
}
