internal import InspectorKit
internal import JSONText

/// Why an action is not run, or what it makes is refused.
enum ActionRefusal: Refusal {
  case unknownAction(String, of: String, known: [String], suggestion: String?, canBeSkipped: Bool)
  case inactiveAction(String, of: String, condition: String)
  case actionRejected(String, className: String, place: String, reason: String)
  case actionGives(String, of: String, ValueProblem)

  var code: DiagnosticCode {
    switch self {
    case .unknownAction: .unknownAction
    case .inactiveAction: .actionInactive
    case .actionRejected: .hookRejected
    case .actionGives(_, _, let problem): problem.code
    }
  }

  var message: String {
    switch self {
    case .unknownAction(let name, let owner, let known, nil, let canBeSkipped):
      "unknown action '\(name)' on '\(owner)'\(known.isEmpty ? ", which has none" : "; it has \(known.joined(separator: ", "))")\(canBeSkipped ? "; '--skip-missing' leaves such objects out" : "")"
    case .unknownAction(let name, let owner, _, let suggestion, _):
      "unknown action '\(name)' on '\(owner)'\(DidYouMean.suffix(suggestion))"
    case .inactiveAction(let name, let id, let condition):
      "the action '\(name)' of '\(id)' can be run only where \(condition)"
    case .actionRejected(let name, let className, let place, let reason):
      "'\(className)' refuses the action '\(name)' of '\(place)': \(reason)"
    case .actionGives(let name, let id, let problem):
      "the action '\(name)' of '\(id)' cannot be done: \(problem.message)"
    }
  }

  var suggestion: String? { if case .unknownAction(_, _, _, let name, _) = self { name } else { nil } }
}
