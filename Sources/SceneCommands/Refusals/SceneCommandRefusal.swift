internal import JSONText
internal import Workbench

/// A session's refusal, with advice that only a scene command can give.
enum SceneCommandRefusal: Refusal {
  /// No object matches the selector of an edit; the advice is `--allow-empty`.
  case nothingToEdit(AnyRefusal)

  /// Other scenes refer to the object that would be renamed or removed, at these places.
  case isReached([String])

  /// Other scenes refer to an object that was renamed or removed in a shell, at these places.
  case isLeftBehind([String])

  /// The run did not edit a template of the scene.
  case templateRefused(String)

  case noSystemShell
  case editorFailed(String)

  /// No object has the id; the advice is a class with a similar name.
  case mayBeClass(AnyRefusal, String)

  var code: DiagnosticCode {
    switch self {
    case .nothingToEdit(let reason), .mayBeClass(let reason, _): reason.code
    case .isReached, .isLeftBehind, .templateRefused: .editInstance
    case .noSystemShell, .editorFailed: .toolMissing
    }
  }

  var message: String {
    switch self {
    case .nothingToEdit(let reason): reason.suggestion == nil ? "\(reason.message); \(Self.remedy)" : reason.message
    case .isReached(let places):
      "other scenes name what would be renamed or removed: \(Self.list(places)); change them first, or add '--leave-dependents'"
    case .isLeftBehind(let places):
      "other scenes name what was renamed or removed: \(Self.list(places)); they lose it when this scene is saved"
    case .templateRefused(let file): "the edit of its template '\(file)' was refused, so this scene is left alone"
    case .noSystemShell: "cannot start the system's shell, '/bin/sh'"
    case .editorFailed(let editor): "the editor '\(editor)' failed; set VISUAL or EDITOR to one that is installed"
    case .mayBeClass(let reason, let name): "\(reason.message); did you mean the class '\(name)'?"
    }
  }

  private static func list(_ places: [String]) -> String {
    places.prefix(3).joined(separator: ", ") + (places.count > 3 ? " and \(places.count - 3) more" : "")
  }

  var suggestion: String? { if case .nothingToEdit(let reason) = self { reason.suggestion } else { nil } }

  static let remedy = "add '--allow-empty' if that is intended"
}
