internal import CommandLineKit
internal import CommandReports
internal import JSONText
internal import Workbench

/// The reasons for a shell's refusal to open, save or replace a file.
enum SceneFileRefusal: CommandRefusal {
  case noFileYet(AnyRefusal, report: String, name: String)
  case unsaved(scene: String)
  case isThere(String)
  case traceIsThere(String)
  case cannotWrite(String)
  // Changes of a scene's file while the scene is open.
  case unchanged(String)
  case changed
  case missing
  case unreadable(AnyRefusal)
  /// One of these changes, which has nothing that could be taken in.
  indirect case notTakenIn(SceneFileRefusal)

  var code: DiagnosticCode {
    switch self {
    case .noFileYet(let reason, _, _): reason.code
    case .unsaved: .sceneModified
    case .isThere, .traceIsThere: .ioExists
    case .cannotWrite: .ioWrite
    case .unchanged: .ioUnchanged
    case .changed, .missing, .unreadable: .ioChanged
    case .notTakenIn(let news): news.code
    }
  }

  var status: ExitStatus {
    switch self {
    case .noFileYet(let reason, _, _): ExitStatus(Diagnostic(reason))
    case .changed, .missing, .unreadable: .changedUnderneath
    default: .findings
    }
  }

  var report: String? {
    guard case .noFileYet(_, let report, let name) = self else { return nil }
    return "\(report); \(Self.remedy(ofNew: name))"
  }

  var message: String {
    switch self {
    case .noFileYet(let reason, _, let name): "\(reason.message); \(Self.remedy(ofNew: name))"
    case .unsaved(let scene):
      "'\(scene)' has changes that are not saved; 'save' saves them, 'close --discard' gives them up"
    case .isThere(let path): "'\(path)' is there already; 'save --force' replaces it"
    case .traceIsThere(let path): "'\(path)' is there already; '--append' goes on at its end"
    case .cannotWrite(let path): "'\(path)' cannot be written"
    case .unchanged(let path): "'\(path)' holds what was read or saved last; there is nothing of others to take in"
    case .changed:
      "someone changed the file; 'diff --theirs' shows how, 'take-in' takes it in, 'save --force' replaces it"
    case .notTakenIn(let news): news.message
    case .missing: "the file is no longer there; 'save --force' writes it again, 'save FILE' writes a copy"
    case .unreadable(let reason):
      "someone changed the file, which is no scene now: \(reason.message); 'save --force' replaces it"
    }
  }

  /// Returns the advice to create a scene with a name that no file has.
  static func remedy(ofNew name: String) -> String { "'new \(name)' makes a scene" }
}
