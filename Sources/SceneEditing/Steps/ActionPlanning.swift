internal import InspectorKit
internal import JSONText
internal import SceneDocument

/// Finds the action that a name refers to, for the class of each object.
struct ActionPlanning {
  private let model: SceneModel
  private let name: String
  private let skipsMissing: Bool

  init(_ model: SceneModel, _ name: String, skipsMissing: Bool) {
    self.model = model
    self.name = name
    self.skipsMissing = skipsMissing
  }

  /// The objects of a class, and the action that the name refers to for them.
  typealias Group = (nodes: [NodeIndex], binding: ClassBinding, action: ActionDefinition)

  /// Returns the objects that have the action, by their classes.
  ///
  /// - Throws: an error for a class without the action, unless such objects are left out, and for every object that
  ///   cannot be edited.
  func actions(of nodes: [NodeIndex]) throws(Diagnostic) -> [Group] {
    try model.refuseReserved(nodes)
    var groups: [Group] = []
    var missing: [ClassBinding] = []
    for (classID, nodes) in model.byClass(nodes) {
      guard let first = nodes.first else { continue }
      if skipsMissing, case .unknown = model.meaning(ofClass: classID) { continue }
      let binding = try model.editableBinding(of: first)
      if let action = binding.action(typed: name) {
        groups.append((nodes, binding, action))
      } else {
        missing.append(binding)
      }
    }
    if let first = missing.first, !skipsMissing {
      // A class with an action of a similar name gives the most helpful message.
      let nearest = missing.first { suggestion(among: $0) != nil }
      throw unknown(in: nearest ?? first, others: !groups.isEmpty)
    }
    return groups
  }

  private func suggestion(among binding: ClassBinding) -> String? {
    DidYouMean.suggestion(for: name, among: binding.definition.actions.flatMap { [$0.name, $0.label] })
  }

  private func unknown(in binding: ClassBinding, others: Bool) -> Diagnostic {
    let refusal = ActionRefusal.unknownAction(
      name, of: binding.definition.name, known: binding.definition.actions.map(\.name),
      suggestion: suggestion(among: binding), canBeSkipped: others)
    return Diagnostic(refusal, part: .action)
  }
}
