internal import InspectorKit
internal import JSONText
package import SceneDocument

/// Checks the assignments of an edit against the classes of its objects.
package struct EditPlanning {
  private let model: SceneModel
  private let assignments: [Assignment]
  private let skipsMissing: Bool

  package init(_ model: SceneModel, _ assignments: [Assignment], skipsMissing: Bool) {
    self.model = model
    self.assignments = assignments
    self.skipsMissing = skipsMissing
  }

  /// Returns the assignments by class. A reset of an unknown key removes it from the class's objects that store it.
  ///
  /// - Throws: what is wrong with an assignment, a class without the property, and every object that cannot be edited.
  package func plans(of nodes: [NodeIndex]) throws(Diagnostic) -> [Int: ClassEdit] {
    var plans: [Int: ClassEdit] = [:]
    var strayKeys: [Int: Set<ExactText>]?
    var missing: [Int: String] = [:]
    try model.refuseReserved(nodes)
    var isSeen = [Bool](repeating: false, count: model.document.classNames.count)
    for (number, node) in nodes.enumerated() {
      if model.job.isCancelled(at: number) { throw .cancelled }
      let classID = model.document.classID(node)
      guard !isSeen[classID] else { continue }
      isSeen[classID] = true
      if skipsMissing, case .unknown = model.meaning(ofClass: classID) {
        missing[classID] = assignments.first?.name ?? ""
        continue
      }
      let binding = try model.editableBinding(of: node)
      var planned = ClassEdit()
      for (place, assignment) in assignments.enumerated() {
        if case .reset = assignment.operation, binding.place(ofTyped: assignment.name) == nil,
          strayKeys.orMake({ self.strayKeys(of: nodes) })[classID]?.contains(ExactText(assignment.name)) == true
        {
          planned.strayKeys.append(assignment.name)
          continue
        }
        do throws(Diagnostic) {
          if let one = try PlannedAssignment(assignment, for: binding, reader: model.reader) {
            planned.assignments.append(one)
          } else {
            missing[classID] = assignment.name
          }
        } catch {
          throw Diagnostic(error, part: .assignment(place))
        }
      }
      plans[classID] = planned
    }
    try refuse(missing, among: nodes)
    for classID in missing.keys { plans[classID] = nil }
    return plans
  }

  /// Returns the stored keys to reset, by class.
  private func strayKeys(of nodes: [NodeIndex]) -> [Int: Set<ExactText>] {
    let names = assignments.compactMap { if case .reset = $0.operation { $0.name } else { nil } }
    var found: [Int: Set<ExactText>] = [:]
    for (number, node) in nodes.enumerated() {
      if model.job.isCancelled(at: number) { break }
      for name in names where model.attributes(of: node)[name] != nil {
        found[model.document.classID(node), default: []].insert(ExactText(name))
      }
    }
    return found
  }

  /// Throws an error for objects without the property, unless they are to be skipped.
  private func refuse(_ missing: [Int: String], among nodes: [NodeIndex]) throws(Diagnostic) {
    guard !skipsMissing, let (classID, name) = missing.min(by: { $0.key < $1.key }) else { return }
    guard case .known(let binding) = model.meaning(ofClass: classID) else { return }
    let names = binding.definition.properties.flatMap { [$0.name, $0.label] }
    let others = nodes.contains { missing[model.document.classID($0)] == nil }
    let suggestion = DidYouMean.suggestion(for: name, among: names)
    throw Diagnostic(
      binding.unknownProperty(name, suggestion: suggestion, canBeSkipped: suggestion == nil && others),
      part: assignments.firstIndex { $0.name == name }.map { .assignment($0) })
  }
}

extension SceneModel {
  /// Refuses objects with members that this version does not understand.
  package func refuseReserved(_ nodes: [NodeIndex]) throws(Diagnostic) {
    var reserved: [Diagnostic] = []
    for (number, node) in nodes.enumerated() {
      if job.isCancelled(at: number) { throw .cancelled }
      let keys = document.reservedKeys(node)
      guard !keys.isEmpty else { continue }
      let finding = ObjectFinding.notEdited(document.id(node), key: keys[0])
      reserved.append(diagnostic(finding, .error, node, naming: .inReason))
    }
    if let error = Diagnostic(refusals: reserved) { throw error }
  }
}

/// The changes that an edit makes to the objects of one class.
package struct ClassEdit {
  package var assignments: [PlannedAssignment] = []

  /// Keys to remove that are unknown to the class.
  package var strayKeys: [String] = []

  package init(assignments: [PlannedAssignment] = [], strayKeys: [String] = []) {
    self.assignments = assignments
    self.strayKeys = strayKeys
  }

  /// True if every object's edit gives the same properties values, in the same order.
  package var isUniform: Bool { assignments.allSatisfy(\.isUniform) }

  /// The places of the properties whose effective values the new ones are computed from.
  package var startingPlaces: [Int] { assignments.filter(\.needsEffective).map(\.place) }
}

extension Optional {
  /// Returns the value, which the first call makes and keeps.
  fileprivate mutating func orMake(_ make: () -> Wrapped) -> Wrapped {
    if let self { return self }
    let made = make()
    self = made
    return made
  }
}
