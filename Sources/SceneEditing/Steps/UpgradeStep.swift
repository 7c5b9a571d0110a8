internal import InspectorKit
internal import JSONText
internal import SceneDocument

extension EditStep {
  /// Returns a step that replaces former names of classes and properties, and former stored forms and option values,
  /// with the current ones.
  public static func upgrade(_ selector: Selector) -> EditStep { EditStep(UpgradeStep(selector: selector)) }
}

struct UpgradeStep: SelectingStep {
  let selector: Selector

  static let verbs = ["upgrade"]
  static let help = "replaces former names, stored forms and values of options by the current ones"

  var effect: StepEffect { .attributes }
  func mayRestructure(_ model: SceneModel) -> Bool { model.storesFormerClasses }

  func make(in transaction: Transaction) throws(Diagnostic) -> Int {
    let model = transaction.model
    var edits: [ObjectEdit] = []
    var names = Set<String>()
    var problems: [Diagnostic] = []
    let nodes = try transaction.select(selector, isOfStored: true)
    for (number, node) in nodes.enumerated() {
      if model.job.isCancelled(at: number) { throw .cancelled }
      guard let edit = try model.upgrade(of: node, &names, &problems) else { continue }
      edits.append(edit)
    }
    transaction.warn(problems)
    if !edits.isEmpty {
      try transaction.check(model.touches(edits.map(\.node), names.sorted()))
      try transaction.make(edits)
    }
    if model.storesFormerClasses { try renameClasses(of: nodes, in: transaction) }
    return 1
  }

  /// Replaces former class names of objects with the current names. Objects from templates are left unchanged.
  private func renameClasses(of nodes: [NodeIndex], in transaction: Transaction) throws(Diagnostic) {
    let model = transaction.model
    let document = model.document
    let present = document.classNames.indices.map(model.presentName)
    let changes = nodes.compactMap { node -> StructureChange? in
      guard let name = present[document.classID(node)], !document.isInner(node), !document.isInstance(node) else {
        return nil
      }
      return .setClass(name, of: node)
    }
    guard !changes.isEmpty else { return }
    try transaction.check(changes.compactMap(\.touch))
    // The new name denotes the same class, so components have nothing to judge.
    try transaction.restructure(changes, judges: false)
  }

  var summary: String { "upgrade \(selector.text)" }

  // MARK: scripts

  static func read(_ script: inout ScriptReader) throws(ScriptProblem) -> EditStep {
    .upgrade(try script.selector("upgrade", .selector))
  }

  func write(to script: inout JSONLine) { script.add("upgrade", selector) }
}

extension SceneModel {
  /// Returns the edit that replaces former property names, stored forms and option values of an object with the current
  /// ones; nil if there are none or the class is unknown. Throws if the object must not be edited.
  ///
  /// An attribute under a former name is left alone if the current name is also stored, since it has no effect. An
  /// invalid value is renamed as well, unless the former name has a stored form of its own.
  ///
  /// - Parameters:
  ///   - names: receives the names of the changed properties.
  ///   - problems: receives a warning for each value that stays in its former form, since it cannot be read.
  fileprivate func upgrade(
    of node: NodeIndex, _ names: inout Set<String>, _ problems: inout [Diagnostic]
  ) throws(Diagnostic) -> ObjectEdit? {
    guard let binding = binding(of: node) else { return nil }
    var cells: [(place: Int, cell: StoredCell)] = []
    var changes: [AttributeChange] = []
    for (place, property) in binding.definition.properties.enumerated()
    where !property.aliases.isEmpty || property.metadata.options?.haveAliases == true {
      let key = storedKey(node, binding, at: place)
      // Values that a template stores are changed by an edit of the template.
      guard document.writes(key, of: node), let raw = attributes(of: node)[key] else { continue }
      let form = binding.property(at: place, under: key)
      var cell = StoredCell.absent
      do throws(Diagnostic) { cell = try reader.read(raw, as: form) } catch {
        if form.storedAs != property.storedAs {
          var problem = diagnostic(error, node, property: key)
          problem.severity = .warning
          problems.append(problem)
        }
      }
      let new = try upgraded(raw, cell, form, storedAs: key, property)
      guard !new.isEmpty else { continue }
      cells.append((place, cell))
      changes += new
      names.insert(property.name)
    }
    guard !changes.isEmpty else { return nil }
    _ = try editableBinding(of: node)
    return ObjectEdit(node, cells: cells, changes: changes)
  }

  /// Returns the changes that give an attribute the current name of its property, stored form and option value; empty
  /// if it is up to date. Throws an error if the current form cannot store the value.
  ///
  /// - Parameter form: the definition of the property for the texts under the key.
  private func upgraded(
    _ raw: [UInt8], _ cell: StoredCell, _ form: PropertyDefinition, storedAs key: String, _ property: PropertyDefinition
  ) throws(Diagnostic) -> [AttributeChange] {
    // An alternative name of a key path is not a former name.
    let isFormer = property.aliases.contains { $0.isExactly(key) }
    var changes: [AttributeChange] = isFormer ? [.rename(key: key, to: property.name)] : []
    let name = isFormer ? property.name : key
    guard form.storedAs != property.storedAs else {
      if reader.formerOption(raw, of: property) != nil, case .value(let value?) = cell,
        let text = try? reader.text(storing: value, of: property)
      {
        changes.append(.set(key: name, value: text))
      }
      return changes
    }
    switch cell {
    case .value(let value?): changes.append(.set(key: name, value: try reader.text(storing: value, of: property)))
    case .value(nil): break
    // Under the current name, a text that the former form cannot parse would be read differently.
    case .absent: return []
    }
    return changes
  }
}
