internal import JSONText
internal import Workbench

/// The refusals of a session in the words of a scene command.
enum SceneCommandRefusal: Refusal {
  case nothingToEdit(AnyRefusal)
  case mayBeClass(AnyRefusal, String)

  var code: DiagnosticCode {
    switch self {
    case .nothingToEdit(let reason), .mayBeClass(let reason, _): reason.code
    }
  }

  var message: String {
    switch self {
    case .nothingToEdit(let reason): "\(reason.message); \(Self.remedy)"
    case .mayBeClass(let reason, let name): "\(reason.message); did you mean the class '\(name)'?"
    }
  }

  static let remedy = "'--allow-empty' accepts that"
}
