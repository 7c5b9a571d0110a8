internal import InspectorKit
internal import JSONText
internal import SceneDocument

extension EditStep {
  /// Returns a step that binds a property of objects to a setting, such as `user.size`. The setting provides the value
  /// of the property unless the object's own document stores one.
  ///
  /// - Parameters:
  ///   - property: the name or label of the property; not a part of its value, such as `frame.x`.
  ///   - setting: the key of the setting.
  ///   - transformer: the name of the transformer that makes the property's value of the setting's; nil for none. A
  ///     transformer of another plugin than the class has that plugin's name before it: `Lamps.percent`.
  public static func bind(
    _ selector: Selector, _ property: String, to setting: String, through transformer: String? = nil
  ) -> EditStep {
    EditStep(BindStep(selector: selector, property: property, setting: setting, transformer: transformer))
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
  var transformer: String?

  static let verbs = ["bind"]
  static let help = "binds a property of objects to a setting"
  static let otherKeys = ["property", "to", "through"]

  func make(in transaction: Transaction) throws(Diagnostic) -> Int {
    guard !setting.isEmpty else { throw Diagnostic(BindingFinding.noKey("", suggestion: nil), part: .name) }
    try BindingRun(selector, property, in: transaction).perform { text, names, hasBlanks in
      BindingList.text(text, binding: names[0], to: setting, through: transformer, hasBlanks: hasBlanks)
    }
    return 1
  }

  func part(concernedBy error: Diagnostic, in model: SceneModel) -> Diagnostic.Part? { .name }

  var summary: String {
    "bind \(property) of \(selector.text) to \(setting)\(transformer.map { " through \($0)" } ?? "")"
  }

  var needs: [StepNeed] { [.objects(selector, .binding(property))] }

  func resolved(_ ids: (Selector) throws(Diagnostic) -> Selector?) throws(Diagnostic) -> EditStep? {
    try ids(selector).map { .bind($0, property, to: setting, through: transformer) }
  }

  // MARK: scripts

  static func read(_ script: inout ScriptReader) throws(ScriptProblem) -> EditStep {
    let setting = try script.nonempty("to", .name)
    // Most errors concern the property, so its location is recorded last.
    let property = try script.nonempty("property", .name)
    let transformer = script.value("through") == nil ? nil : try script.nonempty("through", .name)
    return .bind(try script.selector("bind", .selector), property, to: setting, through: transformer)
  }

  func write(to script: inout JSONLine) {
    script.add("bind", selector)
    script.add("property", property)
    script.add("to", setting)
    if let transformer { script.add("through", transformer) }
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

  /// The new bindings of an object.
  private struct Change {
    let node: NodeIndex

    /// The declared name of the property, or the given one if the object's class has no such property.
    let property: String

    /// The names of the property.
    let names: [String]

    /// The new JSON text of the object's `bindings` member; nil to remove the member.
    let text: [UInt8]?
  }

  private var model: SceneModel { transaction.model }
  private var document: SceneDocument { model.document }

  init(_ selector: Selector, _ property: String, in transaction: Transaction) {
    (self.transaction, self.selector, self.property) = (transaction, selector, property)
  }

  /// A function that returns the new text of an object's bindings.
  ///
  /// - Parameters:
  ///   - text: the current text; nil if there is none.
  ///   - names: the names under which the object binds the property; at least one.
  ///   - hasBlanks: true if a new text has blanks between its tokens.
  typealias NewText = (_ text: [UInt8]?, _ names: [String], _ hasBlanks: Bool) -> [UInt8]?

  /// Applies the change, and lets the components judge it.
  ///
  /// - Parameter needsBinding: true if objects that do not bind the property are left alone, and at least one must bind
  ///   it.
  func perform(needsBinding: Bool = false, text: NewText) throws(Diagnostic) {
    try transaction.storeRuntimeAttributes()
    let nodes = try transaction.select(selector, setting: [property])
    try model.refuseReserved(nodes)
    let changes = try self.changes(of: nodes, needsBinding: needsBinding, text)
    try transaction.check(changes.map { ConflictCheck.Touch(node: $0.node, what: .property($0.property)) })
    let former = transaction.judgesSteps ? Set(changes.flatMap(findings).map(\.reason)) : []
    try transaction.restructure(changes.map { .setMember(SceneDocument.bindingsKey, $0.text, of: $0.node) })
    transaction.edit.properties.formUnion(changes.map(\.property))
    transaction.edit.rewritten += changes.map(\.node)
    if transaction.judgesSteps { try judge(changes, former) }
  }

  /// Returns the change of each object whose bindings change. Throws an error if an object cannot be changed, if no
  /// object has the property, or if there is no binding to remove.
  private func changes(
    of nodes: [NodeIndex], needsBinding: Bool, _ text: NewText
  ) throws(Diagnostic) -> [Change] {
    var changes: [Change] = []
    var (isKnown, unknown): (Bool, Diagnostic?) = (false, nil)
    for node in nodes {
      let own = document.ownBindings(of: node)
      let list = own.map { BindingList($0) }
      if let problem = list?.problem { throw error(about: problem, of: node) }
      let names = model.bindableNames(property, of: node)
      let bound = names.filter { list?[$0] != nil }
      do throws(Diagnostic) {
        // A binding of a property that the class does not have can be removed by its name.
        if !needsBinding || bound.isEmpty { try check(node, isBinding: !needsBinding) }
        isKnown = true
      } catch {
        guard needsBinding else { throw error }
        unknown = unknown ?? error
      }
      if needsBinding, bound.isEmpty { continue }
      guard !document.isInner(node) else {
        throw Diagnostic(
          CompositionRefusal.isInner(
            document.id(node), placeholder: document.id(document.placeholder(of: node)), .bind), file: document.name)
      }
      let new = text(own, bound.isEmpty ? [names[0]] : bound, document.hasBlankColons(node))
      if new != own { changes.append(Change(node: node, property: names[0], names: names, text: new)) }
    }
    // A property that no selected object has is a mistake.
    if !isKnown, let unknown { throw unknown }
    guard !changes.isEmpty || !needsBinding || transaction.request.allowsEmpty || nodes.isEmpty else {
      throw Diagnostic(EditRefusal.noBinding(property, selector: selector.text), part: .name)
    }
    return changes
  }

  /// Throws an error if an object's class lacks the property, or if the property cannot be bound.
  private func check(_ node: NodeIndex, isBinding: Bool) throws(Diagnostic) {
    let binding = try model.editableBinding(of: node)
    guard let place = binding.key(named: property)?.place ?? binding.place(ofTyped: property) else {
      throw Diagnostic(model.unbindable(property, binding))
    }
    let definition = binding.definition.properties[place]
    if definition.isReadOnly, isBinding { throw Diagnostic(BindingFinding.notSettable(definition.name)) }
  }

  /// Returns the error, with its source location, about bindings that cannot be edited.
  private func error(about problem: BindingFinding, of node: NodeIndex) -> Diagnostic {
    model.bindingFindings(of: node, strict: false).first { $0.reason == AnyRefusal(problem) } ?? Diagnostic(problem)
  }

  // MARK: judging

  /// Throws an error if a property cannot accept the value of its setting, and reports the warnings about its binding.
  ///
  /// - Parameter former: the reasons of the findings before the edit.
  private func judge(_ changes: [Change], _ former: Set<AnyRefusal>) throws(Diagnostic) {
    var refusals = ruleRefusals(changes)
    for change in changes {
      let found = findings(of: change)
      refusals += found.filter { $0.severity == .error && !former.contains($0.reason) }
      // Users who edit a binding know where the value comes from; `check` warns users who open the scene elsewhere.
      transaction.warn(found.filter { $0.severity == .warning && $0.code != .bindingPersonal })
    }
    if let error = Diagnostic(refusals: refusals.map(\.withoutPlace)) { throw error }
  }

  /// Returns the findings about the bindings of the property.
  private func findings(of change: Change) -> [Diagnostic] {
    model.bindingFindings(of: change.node, strict: false).filter { finding in
      finding.property.map { name in change.names.contains { $0.isExactly(name) } } ?? false
    }
  }

  /// Returns a refusal for each value of a setting that a plugin's validation of the property rejects.
  private func ruleRefusals(_ changes: [Change]) -> [Diagnostic] {
    let properties = Dictionary(changes.map { ($0.node, $0.property) }, uniquingKeysWith: { first, _ in first })
    var refusals: [Diagnostic] = []
    let nodes = changes.map(\.node).filter { node in
      document.hasBindings(node) && model.binding(of: node)?.definition.isInert == false
    }
    model.build(nodes, validates: true) { built in
      for message in built.answer.invalid {
        guard let name = properties[built.node], message.property.map(name.isExactly) == true,
          let place = built.binding.key(named: name)?.place,
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
}
