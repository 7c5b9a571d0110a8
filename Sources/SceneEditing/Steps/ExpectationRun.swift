internal import InspectorKit
package import JSONText
internal import SceneDocument

/// A comparison of objects with the expectation of a step.
struct ExpectationRun {
  private let model: SceneModel
  private let expectation: ObjectExpectation
  private let nodes: [NodeIndex]
  private var differences: [Diagnostic] = []
  private var part: Diagnostic.Part?

  init(_ model: SceneModel, _ expectation: ObjectExpectation, _ nodes: [NodeIndex]) {
    (self.model, self.expectation, self.nodes) = (model, expectation, nodes)
  }

  /// Compares the objects, and throws an error with all differences if there are any. A wrong number of objects is
  /// reported alone.
  mutating func perform() throws(Diagnostic) {
    if let count = expectation.count, count != nodes.count {
      throw Diagnostic(
        EditRefusal.otherCount(selector: expectation.selector.text, expected: count, found: nodes.count), part: .count)
    }
    for node in nodes {
      compareObject(node)
      for (place, value) in expectation.stored.enumerated() { try compareStored(node, value, .stored(place)) }
      for (place, name) in expectation.absent.enumerated() { compareAbsent(node, name, .absent(place)) }
      for (place, binding) in expectation.bindings.enumerated() { compareBinding(node, binding, .binding(place)) }
      if let attributes = expectation.attributes { try compareAll(node, attributes) }
    }
    if !expectation.effective.isEmpty { try compareEffective() }
    guard var error = Diagnostic(refusals: differences, many: .expectations) else { return }
    error.part = part
    throw error
  }

  private mutating func differs(
    _ node: NodeIndex, _ name: String?, _ part: Diagnostic.Part, _ difference: ExpectedDifference
  ) {
    self.part = self.part ?? part
    let refusal = EditRefusal.unexpected(FindingPlace(model.document.id(node), name), difference)
    differences.append(model.diagnostic(refusal, .error, node, property: name, naming: .inReason))
  }

  // MARK: the object itself

  private mutating func compareObject(_ node: NodeIndex) {
    if let name = expectation.className, !name.isExactly(model.document.className(node)) {
      differs(node, nil, .name, .className(name, found: model.document.className(node)))
    }
    if let parent = expectation.parent {
      let found = model.document.parent(node).map { model.document.id($0) }
      let expected: String? = if case .object(let id) = parent { id } else { nil }
      if found != expected { differs(node, nil, .parentOfExpected, .parent(expected, found: found)) }
    }
    if let name = expectation.objectName {
      let found = model.document.objectName(node)
      let expected: String? = if case .text(let text) = name { text } else { nil }
      if found != expected { differs(node, nil, .nameOfExpected, .name(expected, found: found)) }
    }
    if let index = expectation.index {
      let found = model.document.siblings(of: node).firstIndex(of: node) ?? 0
      if found != index { differs(node, nil, .indexOfExpected, .index(index, found: found)) }
    }
    guard let children = expectation.children else { return }
    let found = model.document.children(node).map { model.document.id($0) }
    if found != children { differs(node, nil, .children, .children(children, found: found)) }
  }

  // MARK: stored values

  /// Returns the JSON text stored under a key; nil if nothing is stored. A key that no class declares may also name a
  /// runtime attribute, or a component of an undeclared value such as `anchor.x`.
  private func stored(_ key: String, _ path: PropertyPath?, of node: NodeIndex) -> [UInt8]? {
    guard path == nil else { return model.attributes(of: node)[key] }
    guard let cell = model.undeclared(key, of: node), cell.component != nil else {
      return model.undeclaredText(key, of: node)
    }
    return model.undeclaredValue(key, of: node).map { Array($0.json.text().utf8) }
  }

  private mutating func compareAbsent(_ node: NodeIndex, _ name: String, _ part: Diagnostic.Part) {
    let (key, path) = model.listedKey(name, of: node, model.binding(of: node))
    guard let raw = stored(key, path, of: node) else { return }
    // Before a rename, the expectation lists the property under both names: as stored under the old one, and as absent
    // under the new one.
    if !key.isExactly(name), expectation.stored.contains(where: { $0.name.isExactly(key) }) { return }
    differs(node, name, part, .present(raw))
  }

  private mutating func compareBinding(
    _ node: NodeIndex, _ expected: ObjectExpectation.Binding, _ part: Diagnostic.Part
  ) {
    let found = model.ownBinding(expected.property, of: node)
    if found?.setting == expected.setting, found?.transformer == nil { return }
    differs(node, expected.property, part, .binding(expected.setting, found: found?.text))
  }

  /// Compares all stored attributes with the complete list of expected attributes. Throws an error if an expected value
  /// is invalid.
  private mutating func compareAll(_ node: NodeIndex, _ attributes: [ObjectExpectation.Value]) throws(Diagnostic) {
    for (place, value) in attributes.enumerated() { try compareStored(node, value, .attribute(place)) }
    let binding = model.binding(of: node)
    let known = Set(attributes.map { ExactText(model.listedKey($0.name, of: node, binding).key) })
    for (key, raw) in model.attributes(of: node).texts where !known.contains(ExactText(key)) {
      differs(node, key, .attributes, .present(Array(raw.utf8)))
    }
  }

  private mutating func compareStored(
    _ node: NodeIndex, _ value: ObjectExpectation.Value, _ part: Diagnostic.Part
  ) throws(Diagnostic) {
    let binding = model.binding(of: node)
    let (key, reference) = model.listedKey(value.name, of: node, binding)
    guard let raw = stored(key, reference, of: node) else {
      return differs(node, value.name, part, .absent(expected: value.json))
    }
    // A value that cannot be parsed as the property's type is compared by its text.
    if raw.elementsEqual(value.json.utf8) { return }
    if let binding, let reference {
      let property = binding.property(at: reference.place, under: key)
      let expected = try self.expected(value, reference, property, part)
      let cell = raw.withUnsafeBytes { try? model.reader.read($0, as: property) }
      if case .value(let found)? = cell {
        guard reference.part(of: found) != expected else { return }
      }
    } else if let found = try? JSON.parse(raw), let expected = try? JSON.parse(Array(value.json.utf8)),
      found.means(expected)
    {
      return
    }
    differs(node, value.name, part, .stored(raw, expected: value.json))
  }

  /// Returns the expected value, parsed as the type of the property; nil for `null`. Throws an error if the value is
  /// invalid for that type.
  private func expected(
    _ value: ObjectExpectation.Value, _ reference: PropertyPath, _ property: PropertyDefinition,
    _ part: Diagnostic.Part
  ) throws(Diagnostic) -> PropertyValue? {
    let json = Array(value.json.utf8)
    if reference.component != nil {
      guard let number = json.withUnsafeBytes({ JSONNumber.double($0) }) else {
        throw Diagnostic(EditRefusal.expectedIsNoNumber(value.name, found: value.json), part: part)
      }
      return .double(number)
    }
    if value.json == "null" { return nil }
    do throws(Diagnostic) {
      return try json.withUnsafeBufferPointer { bytes throws(Diagnostic) in
        let raw = UnsafeRawBufferPointer(bytes)
        if property.storedAs != nil, let own = try? model.reader.value(raw, as: property.inOwnForm) { return own }
        return try model.reader.value(raw, as: property)
      }
    } catch {
      throw Diagnostic(error, part: part)
    }
  }

  // MARK: effective values

  private mutating func compareEffective() throws(Diagnostic) {
    var values: [NodeIndex: [PropertyValue?]] = [:]
    var failure: PluginFailure?
    model.build(nodes, wantsComputed: true) { [model] built in
      failure = failure ?? built.answer.failure
      values[built.node] = model.effective(built)
    }
    if let failure { throw Diagnostic(failure) }
    for node in nodes {
      let binding = try model.editableBinding(of: node)
      for (place, value) in expectation.effective.enumerated() {
        guard let reference = PropertyPath(value.name, of: binding) else {
          let names = binding.definition.properties.flatMap { [$0.name, $0.label] }
          throw Diagnostic(
            binding.unknownProperty(value.name, suggestion: DidYouMean.suggestion(for: value.name, among: names)),
            part: .effective(place))
        }
        let expected = try self.expected(
          value, reference, binding.definition.properties[reference.place], .effective(place))
        let found = reference.part(of: values[node]?[reference.place])
        guard found != expected else { continue }
        differs(node, value.name, .effective(place), .effective(found, expected: value.json))
      }
    }
  }
}

extension JSON {
  /// Returns true if two values are equal, apart from the notation of numbers and the order of members.
  package func means(_ other: JSON) -> Bool {
    switch (self, other) {
    case (.int(let a), .int(let b)): return a == b
    case (.int, .double), (.double, .int), (.double, .double): return doubleValue == other.doubleValue
    case (.array(let a), .array(let b)): return a.count == b.count && zip(a, b).allSatisfy { $0.means($1) }
    case (.object(let a), .object):
      guard a.count == other.objectValue?.count else { return false }
      return a.allSatisfy { member in other[member.key]?.means(member.value) ?? false }
    default: return self == other
    }
  }
}
