internal import InspectorKit
internal import JSONText

/// A finding about an object's layout constraints, or about a frame that contradicts them.
enum LayoutFinding: Refusal {
  case wrongConstraints(of: String, StatedProblem)
  case wrongConstraint(Int, of: String, StatedProblem)
  case unsolved(LayoutConstraint?, of: String, Layout.Reason)
  case clash([LayoutConstraint?], of: String)
  case open([String], of: String)
  case dangling(LayoutConstraint, of: String, target: String, suggestion: String?)
  case orphaned([LayoutConstraint], of: String, target: String)
  case otherFrame(of: String, Rect, layout: Rect)
  case constrained([String], of: String, layout: Rect, by: [LayoutConstraint])

  var code: DiagnosticCode {
    switch self {
    case .wrongConstraints, .wrongConstraint: .layoutConstraint
    case .unsolved: .layoutUnsolved
    case .clash: .layoutClash
    case .open: .layoutAmbiguous
    case .dangling, .orphaned: .referenceDangling
    case .otherFrame: .layoutFrame
    case .constrained: .layoutConstrained
    }
  }

  var message: String {
    switch self {
    case .wrongConstraints(let id, let problem): "the constraints of '\(id)' are wrong: \(problem)"
    case .wrongConstraint(let number, let id, let problem): "constraint \(number) of '\(id)' is wrong: \(problem)"
    case .unsolved(let constraint, let id, let reason):
      "\(Self.list([constraint])) of '\(id)' is not solved: \(reason)"
    case .clash(let constraints, let id):
      "the constraints of '\(id)' cannot all be met: \(Self.list(constraints)); remove one, or lower its priority"
    case .open(let names, let id):
      "the constraints of '\(id)' do not determine \(names.joined(separator: ", ")) on their own; its frame supplies the rest"
    case .dangling(let constraint, let id, let target, let suggestion):
      "'\(constraint)' of '\(id)' refers to '\(target)', but no object has that id\(suggestion.map { "; did you mean '\($0)'?" } ?? "")"
    case .orphaned(let constraints, let id, let target):
      "\(Self.list(constraints)) of '\(id)' \(constraints.count == 1 ? "refers" : "refer") to '\(target)', which is removed"
    case .otherFrame(let id, let frame, let layout):
      "the frame of '\(id)' is \(Self.text(frame)), but layout makes it \(Self.text(layout)); the step 'updateFrames' stores that"
    case .constrained(let sides, let id, let layout, let constraints):
      "\(sides.map { "'frame.\($0)'" }.joined(separator: ", ")) of '\(id)' is stored, but layout makes the frame \(Self.text(layout)), because of the \(constraints.count == 1 ? "constraint" : "constraints") \(Self.list(constraints))"
    }
  }

  private static func list(_ constraints: [LayoutConstraint?]) -> String {
    constraints.map { "'\($0?.description ?? "")'" }.joined(separator: ", ")
  }

  private static func text(_ frame: Rect) -> String { PropertyValue.rect(frame).text }
}
