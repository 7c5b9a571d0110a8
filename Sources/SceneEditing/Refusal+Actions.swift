internal import JSONText

// Why an action is not run, or what it makes is refused.
extension Refusal {
  /// - Parameter known: the actions that the class has; nil where another one was suggested.
  static func unknownAction(_ name: String, of owner: String, known: [String]?, canBeSkipped: Bool) -> Self {
    let list = known.map { $0.isEmpty ? ", which has none" : "; it has \($0.joined(separator: ", "))" } ?? ""
    return Self(
      .unknownAction,
      "unknown action '\(name)' on '\(owner)'\(list)\(canBeSkipped ? "; '--skip-missing' leaves such objects out" : "")"
    )
  }
  static func inactiveAction(_ name: String, of id: String, condition: String) -> Self {
    Self(.actionInactive, "the action '\(name)' of '\(id)' can be run only where \(condition)")
  }
  static func actionRejected(_ name: String, className: String, place: String, _ reason: String) -> Self {
    Self(.hookRejected, "'\(className)' refuses the action '\(name)' of '\(place)': \(reason)")
  }
  static func actionGives(_ name: String, of id: String, _ problem: ValueProblem) -> Self {
    Self(problem.code, "the action '\(name)' of '\(id)' cannot be done: \(problem.message)")
  }
}
