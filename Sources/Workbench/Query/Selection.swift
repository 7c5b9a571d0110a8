internal import InspectorKit
internal import SceneDocument

/// Finds the objects that a selector means. Conditions on stored values are looked at first; a component is built only
/// for an object that everything else leaves in.
struct Selection {
  private let model: SceneModel
  private let selector: Selector

  init(_ model: SceneModel, _ selector: Selector) {
    self.model = model
    self.selector = selector
  }

  /// In the order of the document, each once.
  func nodes() throws(EditError) -> [NodeIndex] {
    var found: [NodeIndex] = []
    for compound in selector.alternatives {
      try checkName(of: compound)
      found = merge(found, try nodes(of: compound))
    }
    return found
  }

  private func merge(_ first: [NodeIndex], _ second: [NodeIndex]) -> [NodeIndex] {
    if first.isEmpty { return second }
    return Set(first).union(second).sorted()
  }

  /// A class that neither the scene nor a plugin has is a mistake.
  private func checkName(of compound: Selector.Compound) throws(EditError) {
    guard let name = compound.typeName else { return }
    let known = model.document.classNames
    guard !known.contains(name), model.definition(ofClass: name) == nil else { return }
    if case .ambiguous = model.library.registry.resolve(name, needs: model.plugins) { return }
    let hint = DidYouMean.suffix(for: name, among: known + model.library.registry.classNames)
    throw EditError(code: "unknown.class", message: "unknown class '\(name)' in the selector '\(selector.text)'\(hint)")
  }

  private func nodes(of compound: Selector.Compound) throws(EditError) -> [NodeIndex] {
    var nodes = candidates(compound)
    guard !compound.predicates.isEmpty else { return nodes }
    var tests = PredicateTests(model, compound, selector)
    var kept: [NodeIndex] = []
    for node in nodes where try tests.holdsStored(node) { kept.append(node) }
    nodes = kept
    guard compound.predicates.contains(where: \.isEffective) else { return nodes }
    return try live(nodes, &tests)
  }

  private func live(_ nodes: [NodeIndex], _ tests: inout PredicateTests) throws(EditError) -> [NodeIndex] {
    var kept: [NodeIndex] = []
    var failure: EditError?
    var running = tests
    model.build(nodes) { live in
      guard failure == nil else { return }
      do throws(EditError) {
        if try running.holdsEffective(live) { kept.append(live.node) }
      } catch {
        failure = error
      }
    }
    tests = running
    if let failure { throw failure }
    return kept.sorted()
  }

  private func candidates(_ compound: Selector.Compound) -> [NodeIndex] {
    let classIDs = compound.typeName.map { name in
      Set(model.document.classNames.indices.filter { isClass($0, name) })
    }
    if let id = compound.id {
      guard let node = model.document.node(id: id) else { return [] }
      return classIDs?.contains(model.document.classID(node)) == false ? [] : [node]
    }
    guard let classIDs else { return Array(0..<model.document.objectCount) }
    return (0..<model.document.objectCount).filter { classIDs.contains(model.document.classID($0)) }
  }

  /// A class name matches exactly; `Plugin.Class` and `Class` mean the same class where they resolve to the same.
  private func isClass(_ classID: Int, _ name: String) -> Bool {
    let own = model.document.classNames[classID]
    if own == name { return true }
    guard case .known(let plan) = model.plan(ofClass: classID), own.contains(".") || name.contains(".") else {
      return false
    }
    return name == plan.definition.name || name == "\(plan.plugin.name).\(plan.definition.name)"
  }
}

extension Selector.Predicate {
  /// Whether the live component is needed.
  var isEffective: Bool { comparison != nil && !isStored }
}

/// The conditions of a compound, made out for each class the first time it is met.
struct PredicateTests {
  private let model: SceneModel
  private let compound: Selector.Compound
  private let selector: Selector
  private var byClass: [Int: [Test]] = [:]

  /// One condition for one class; a class without the property never fulfils it.
  private struct Test {
    var predicate: Selector.Predicate
    var place: Int?
    var component: String?
    var comparison: TypedComparison?
  }

  init(_ model: SceneModel, _ compound: Selector.Compound, _ selector: Selector) {
    self.model = model
    self.compound = compound
    self.selector = selector
  }

  private mutating func tests(for node: NodeIndex) throws(EditError) -> [Test] {
    let classID = model.document.classID(node)
    if let tests = byClass[classID] { return tests }
    var tests: [Test] = []
    for predicate in compound.predicates { tests.append(try test(predicate, node)) }
    byClass[classID] = tests
    return tests
  }

  private func test(_ predicate: Selector.Predicate, _ node: NodeIndex) throws(EditError) -> Test {
    var test = Test(predicate: predicate)
    guard let plan = model.classPlan(of: node) else { return test }
    (test.place, test.component) = Self.property(predicate.property, of: plan)
    guard let place = test.place else {
      // Asked of one class by name, a property that it does not have is a mistake; asked of all, it is not.
      guard compound.typeName == nil else {
        let names = plan.definition.properties.flatMap { [$0.name, $0.label] }
        throw refusal(
          "unknown.property",
          "unknown property '\(predicate.property)' on '\(plan.definition.name)'\(DidYouMean.suffix(for: predicate.property, among: names))",
          at: predicate.offset)
      }
      return test
    }
    guard let comparison = predicate.comparison else { return test }
    do throws(ComparisonError) {
      let type = test.component == nil ? plan.definition.properties[place].type : .double
      test.comparison = try comparison.typed(as: type) { model.palette.colors[$0] }
    } catch {
      throw refusal("type.mismatch", "\(error)", at: predicate.valueOffset)
    }
    return test
  }

  private func refusal(_ code: String, _ message: String, at offset: Int) -> EditError {
    EditError(code: code, message: SelectorError(selector: selector.text, offset: offset, message: message).text)
  }

  /// A property by name, key path, label, or a component of one.
  static func property(_ name: String, of plan: ClassPlan) -> (place: Int?, component: String?) {
    if let place = plan.place(ofTyped: name) { return (place, nil) }
    guard let dot = name.lastIndex(of: "."), let place = plan.place(ofTyped: String(name[..<dot])) else {
      return (nil, nil)
    }
    let component = String(name[name.index(after: dot)...])
    guard ComponentValue.names(of: plan.definition.properties[place].type).contains(component) else {
      return (nil, nil)
    }
    return (place, component)
  }

  /// Whether the conditions that need no component hold.
  mutating func holdsStored(_ node: NodeIndex) throws(EditError) -> Bool {
    for test in try tests(for: node) {
      guard !test.predicate.isEffective else {
        // Without the property it can never hold, so nothing needs to be built.
        if test.place == nil { return false }
        continue
      }
      guard let comparison = test.predicate.comparison else {
        guard isStored(test, node) else { return false }
        continue
      }
      _ = comparison
      guard let place = test.place, let plan = model.classPlan(of: node), let typed = test.comparison,
        case .value(let value) = model.storedCell(node, plan, at: place),
        typed.matches(Self.part(test.component, of: value))
      else { return false }
    }
    return true
  }

  /// Keys that no plugin knows can be asked for too.
  private func isStored(_ test: Test, _ node: NodeIndex) -> Bool {
    if let place = test.place, let plan = model.classPlan(of: node) {
      return model.document.attribute(model.storedKey(node, plan, at: place), of: node) != nil
    }
    return model.document.attribute(test.predicate.property, of: node) != nil
  }

  /// Whether the conditions on effective values hold.
  mutating func holdsEffective(_ live: LiveObject) throws(EditError) -> Bool {
    let tests = try tests(for: live.node)
    let values = model.effective(live)
    return tests.allSatisfy { test in
      guard test.predicate.isEffective else { return true }
      guard let place = test.place, let typed = test.comparison else { return false }
      return typed.matches(Self.part(test.component, of: values[place]))
    }
  }

  static func part(_ component: String?, of value: PropertyValue?) -> PropertyValue? {
    guard let component else { return value }
    return value.flatMap { ComponentValue.number(component, of: $0) }.map(PropertyValue.double)
  }
}
