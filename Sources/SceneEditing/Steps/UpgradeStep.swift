internal import InspectorKit
internal import JSONText
internal import SceneDocument

extension EditStep {
  /// Returns a step that renames attributes from the former names of their properties to the present ones.
  public static func upgrade(_ selector: Selector) -> EditStep { EditStep(UpgradeStep(selector: selector)) }
}

struct UpgradeStep: SelectingStep {
  let selector: Selector

  static let verbs = ["upgrade"]
  static let help = "renames stored properties from their former names to the current ones"

  var effect: StepEffect { .attributes }

  func make(in transaction: Transaction) throws(Diagnostic) -> Int {
    let model = transaction.model
    var edits: [ObjectEdit] = []
    var names = Set<String>()
    for (number, node) in try transaction.select(selector, isOfStored: true).enumerated() {
      if model.job.isCancelled(at: number) { throw .cancelled }
      guard let edit = try model.upgrade(of: node, &names) else { continue }
      edits.append(edit)
    }
    guard !edits.isEmpty else { return 1 }
    try transaction.check(model.touches(edits.map(\.node), names.sorted()))
    try transaction.make(edits)
    return 1
  }

  var summary: String { "upgrade \(selector.text)" }

  // MARK: scripts

  static func read(_ script: inout ScriptReader) throws(ScriptProblem) -> EditStep {
    .upgrade(try script.selector("upgrade", .selector))
  }

  func write(to script: inout JSONLine) { script.add("upgrade", selector) }
}

extension SceneModel {
  /// Returns the edit that renames an object's attributes to the present names of their properties; nil if all
  /// attributes already have them or the class is unknown. Throws if the object must not be edited.
  ///
  /// An attribute under a former name has no effect if the present name is also stored, and is left alone. An invalid
  /// value is renamed as well.
  ///
  /// - Parameter names: receives the names of the renamed properties.
  fileprivate func upgrade(of node: NodeIndex, _ names: inout Set<String>) throws(Diagnostic) -> ObjectEdit? {
    guard let binding = binding(of: node) else { return nil }
    var cells: [(place: Int, cell: StoredCell)] = []
    var changes: [AttributeChange] = []
    for (place, property) in binding.definition.properties.enumerated() where !property.aliases.isEmpty {
      // An alternative name of a key path is not a former name.
      let key = storedKey(node, binding, at: place)
      // A template's own edit renames what it stores.
      guard property.aliases.contains(where: { $0.isExactly(key) }), document.writes(key, of: node),
        let raw = attributes(of: node)[key]
      else { continue }
      let cell = raw.withUnsafeBytes { try? reader.read($0, as: property) } ?? .absent
      cells.append((place, cell))
      changes.append(.rename(key: key, to: property.name))
      names.insert(property.name)
    }
    guard !changes.isEmpty else { return nil }
    _ = try editableBinding(of: node)
    return ObjectEdit(node, cells: cells, changes: changes)
  }
}
