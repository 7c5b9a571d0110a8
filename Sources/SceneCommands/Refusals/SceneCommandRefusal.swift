internal import JSONText
internal import Workbench

/// The reasons a scene command refuses its arguments.
enum SceneCommandRefusal: Refusal {
  case matchesNothing(scenes: Int)
  case notStored(String, of: String)
  case nothingToEdit(AnyRefusal)
  case mayBeClass(AnyRefusal, String)
  // Graphviz.
  case noGraphviz
  case graphvizNotStarted(errno: Int32)
  case graphvizTimedOut(seconds: Int)
  case graphvizFailed(remark: String?)

  var code: DiagnosticCode {
    switch self {
    case .matchesNothing: .selectorEmpty
    case .notStored: .valueAbsent
    case .noGraphviz, .graphvizNotStarted, .graphvizTimedOut, .graphvizFailed: .toolMissing
    case .nothingToEdit(let reason), .mayBeClass(let reason, _): reason.code
    }
  }

  var message: String {
    switch self {
    case .matchesNothing(let count): "the selector matches nothing in \(pluralised(count, "scene")); \(Self.remedy)"
    case .notStored(let property, let object): "nothing is stored for '\(object).\(property)'"
    case .nothingToEdit(let reason): "\(reason.message); \(Self.remedy)"
    case .mayBeClass(let reason, let name): "\(reason.message); did you mean the class '\(name)'?"
    case .noGraphviz:
      "'--layout dot' needs Graphviz, whose program 'dot' is not on the PATH; install it (Debian: graphviz), or leave '--layout' out"
    case .graphvizNotStarted(let error): Self.noLayout("it cannot be started: \(errnoText(error))")
    case .graphvizTimedOut(let seconds): Self.noLayout("it was ended after \(seconds) seconds")
    case .graphvizFailed(let remark): Self.noLayout(remark ?? "it returned no layout")
    }
  }

  private static let remedy = "'--allow-empty' accepts that"

  private static func noLayout(_ reason: String) -> String {
    "Graphviz's 'dot' did not lay out the diagram: \(reason); leave '--layout dot' out"
  }
}
