internal import InspectorKit
internal import JSONText
internal import SceneDocument

extension EditStep {
  /// Returns a step that binds a property of objects to a setting, such as `user.size`. The property has the value of the
  /// setting wherever the object's own document stores none.
  ///
  /// - Parameters:
  ///   - property: the name or label of the property; not a part of its value, such as `frame.x`.
  ///   - setting: the key of the setting.
  public static func bind(_ selector: Selector, _ property: String, to setting: String) -> EditStep {
    EditStep(BindStep(selector: selector, property: property, setting: setting))
  }

  /// Returns a step that removes the binding of a property of objects.
  public static func unbind(_ selector: Selector, _ property: String) -> EditStep {
    EditStep(UnbindStep(selector: selector, property: property))
  }
}

struct BindStep: SelectingStep {
  let selector: Selector
  let property: String
  let setting: String

  static let verbs = ["bind"]
  static let help = "binds a property of objects to a setting"
  static let otherKeys = ["property", "to"]

  func make(in transaction: Transaction) throws(Diagnostic) -> Int {
    guard !setting.isEmpty else { throw Diagnostic(BindingFinding.noKey("", suggestion: nil), part: .name) }
    try BindingRun(selector, property, in: transaction).perform { text, names, hasBlanks in
      BindingList.text(text, binding: names[0], to: setting, hasBlanks: hasBlanks)
    }
    return 1
  }

  func part(concernedBy error: Diagnostic, in model: SceneModel) -> Diagnostic.Part? { .name }

  var summary: String { "bind \(property) of \(selector.text) to \(setting)" }

  var needs: [StepNeed] { [.objects(selector, .binding(property))] }

  func resolved(_ ids: (Selector) throws(Diagnostic) -> Selector?) throws(Diagnostic) -> EditStep? {
    try ids(selector).map { .bind($0, property, to: setting) }
  }

  // MARK: scripts

  static func read(_ script: inout ScriptReader) throws(ScriptProblem) -> EditStep {
    let setting = try script.nonempty("to", .name)
    // An error is mostly about the property, so its place is the last.
    let property = try script.nonempty("property", .name)
    return .bind(try script.selector("bind", .selector), property, to: setting)
  }

  func write(to script: inout JSONLine) {
    script.add("bind", selector)
    script.add("property", property)
    script.add("to", setting)
  }
}

struct UnbindStep: SelectingStep {
  let selector: Selector
  let property: String

  static let verbs = ["unbind"]
  static let help = "removes the binding of a property of objects"
  static let otherKeys = ["property"]

  func make(in transaction: Transaction) throws(Diagnostic) -> Int {
    try BindingRun(selector, property, in: transaction).perform(needsBinding: true) { text, names, _ in
      names.reduce(text) { text, name in text.flatMap { BindingList.text($0, unbinding: name) } }
    }
    return 1
  }

  func part(concernedBy error: Diagnostic, in model: SceneModel) -> Diagnostic.Part? { .name }

  var summary: String { "unbind \(property) of \(selector.text)" }

  var needs: [StepNeed] { [.objects(selector, .binding(property))] }

  func resolved(_ ids: (Selector) throws(Diagnostic) -> Selector?) throws(Diagnostic) -> EditStep? {
    try ids(selector).map { .unbind($0, property) }
  }

  // MARK: scripts

  static func read(_ script: inout ScriptReader) throws(ScriptProblem) -> EditStep {
    let property = try script.nonempty("property", .name)
    return .unbind(try script.selector("unbind", .selector), property)
  }

  func write(to script: inout JSONLine) {
    script.add("unbind", selector)
    script.add("property", property)
  }
}

/// A change of the bindings of one property of selected objects.
private struct BindingRun {
  private let transaction: Transaction
  private let selector: Selector
  private let property: String

  private var model: SceneModel { transaction.model }
  private var document: SceneDocument { model.document }

  init(_ selector: Selector, _ property: String, in transaction: Transaction) {
    (self.transaction, self.selector, self.property) = (transaction, selector, property)
  }

  /// Makes the change, and lets the components judge it.
  ///
  /// - Parameters:
  ///   - needsBinding: true if objects without a binding of the property are left alone, and at least one must have one.
  ///   - text: returns the new text of an object's bindings from the present one, the names under which it binds the
  ///     property, of which there is at least one, and true if a new text has blanks between its tokens.
  func perform(
    needsBinding: Bool = false, text: ([UInt8]?, [String], Bool) -> [UInt8]?
  ) throws(Diagnostic) {
    try transaction.storeRuntimeAttributes()
    let nodes = try transaction.select(selector, setting: [property])
    try model.refuseReserved(nodes)
    var changes: [(change: StructureChange, node: NodeIndex, name: String)] = []
    var (isKnown, unknown): (Bool, Diagnostic?) = (false, nil)
    for node in nodes {
      let own = document.ownBindings(of: node)
      let list = own.map { BindingList($0) }
      if let problem = list?.problem { throw model.bindingError(problem, node) }
      let names: [String]
      do throws(Diagnostic) {
        names = try self.names(of: node, list, mayBeUnknown: needsBinding)
        isKnown = true
      } catch {
        guard needsBinding else { throw error }
        unknown = unknown ?? error
        continue
      }
      if needsBinding, list?[names[0]] == nil { continue }
      guard !document.isInner(node) else {
        throw Diagnostic(
          CompositionRefusal.isInner(
            document.id(node), placeholder: document.id(document.placeholder(of: node)), .bind), file: document.name)
      }
      let new = text(own, names, document.hasBlankColons(node))
      if new != own { changes.append((.setMember(SceneDocument.bindingsKey, new, of: node), node, names[0])) }
    }
    // A property that no selected object has is a mistake.
    if !isKnown, let unknown { throw unknown }
    guard !changes.isEmpty || !needsBinding || transaction.request.allowsEmpty || nodes.isEmpty else {
      throw Diagnostic(EditRefusal.noBinding(property, selector: selector.text), part: .name)
    }
    try transaction.check(changes.map { ConflictCheck.Touch(node: $0.node, what: .property($0.name)) })
    let before = transaction.judgesSteps ? Set(changes.flatMap { errors(of: $0.node, $0.name) }) : []
    try transaction.restructure(changes.map(\.change))
    transaction.edit.properties.formUnion(changes.map(\.name))
    transaction.edit.rewritten += changes.map(\.node)
    guard transaction.judgesSteps else { return }
    var refusals = ruleRefusals(changes.map { ($0.node, $0.name) })
    for (_, node, name) in changes {
      let found = model.bindingFindings(of: node, strict: false).filter { $0.property.map(name.isExactly) ?? false }
      refusals += found.filter { $0.severity == .error && !before.contains($0.message) }
      // Everybody who edits knows where the value comes from; 'check' tells those who run it elsewhere.
      transaction.warn(found.filter { $0.severity == .warning && $0.code != .bindingPersonal })
    }
    if let error = Diagnostic(refusals: refusals.map(\.withoutPlace)) { throw error }
  }

  /// Returns the refusals of values of settings that break a rule of their property, of those that plugins check.
  private func ruleRefusals(_ changes: [(node: NodeIndex, name: String)]) -> [Diagnostic] {
    let names = Dictionary(changes.map { ($0.node, $0.name) }, uniquingKeysWith: { first, _ in first })
    let bound = changes.map(\.node).filter { model.document.hasBindings($0) }
    var refusals: [Diagnostic] = []
    model.build(bound.filter { model.binding(of: $0)?.definition.isInert == false }, validates: true) { built in
      for message in built.answer.invalid {
        guard let name = names[built.node], let place = built.binding.key(named: name)?.place,
          message.property.map(built.binding.definition.properties[place].name.isExactly) == true,
          let bound = model.bound(built.node, built.binding, at: place), let setting = bound.setting
        else { continue }
        let finding = BindingFinding.wrongValue(
          FindingPlace(document.id(built.node), name), setting: bound.key, place: setting.place,
          AnyRefusal(HookFinding.invalid(message.text)))
        refusals.append(model.diagnostic(finding, .error, built.node, property: name, naming: .inReason))
      }
    }
    return refusals
  }

  private func errors(of node: NodeIndex, _ name: String) -> [String] {
    model.bindingFindings(of: node, strict: false).filter {
      $0.severity == .error && $0.property.map(name.isExactly) ?? false
    }.map(\.message)
  }

  /// Returns the names under which an object binds the property, or else the name under which it would bind it. Throws an
  /// error if its class has no such property.
  private func names(
    of node: NodeIndex, _ list: BindingList?, mayBeUnknown: Bool
  ) throws(Diagnostic) -> [String] {
    // A binding of a property that the class does not have can be removed by its name.
    if mayBeUnknown, list?[property] != nil, model.binding(of: node)?.key(named: property) == nil { return [property] }
    let binding = try model.editableBinding(of: node)
    let place = binding.key(named: property)?.place ?? binding.place(ofTyped: property)
    guard let place else { throw Diagnostic(model.unbindable(property, binding)) }
    let definition = binding.definition.properties[place]
    if definition.isReadOnly, !mayBeUnknown { throw Diagnostic(BindingFinding.notSettable(definition.name)) }
    let bound = binding.keys(at: place).filter { list?[$0] != nil }
    return bound.isEmpty ? [definition.name] : bound
  }
}

extension SceneModel {
  /// Returns the error about bindings of an object that cannot be edited.
  fileprivate func bindingError(_ problem: BindingFinding, _ node: NodeIndex) -> Diagnostic {
    bindingFindings(of: node, strict: false).first { $0.message == problem.message } ?? Diagnostic(problem)
  }
}
