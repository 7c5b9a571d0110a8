internal import JSONText

/// The reasons for a shell's refusal to open, save or replace a file.
enum SceneFileRefusal: Refusal {
  case noFileYet(AnyRefusal, name: String)
  case unsaved(scene: String)
  case isThere(String)
  case traceIsThere(String)
  case cannotWrite(String)
  // Changes of a scene's file while the scene is open.
  case unchanged(String)
  case changed
  case missing
  case unreadable(AnyRefusal)

  var code: DiagnosticCode {
    switch self {
    case .noFileYet(let reason, _): reason.code
    case .unsaved: .sceneModified
    case .isThere, .traceIsThere: .ioExists
    case .cannotWrite: .ioWrite
    case .unchanged: .ioUnchanged
    case .changed, .missing, .unreadable: .ioChanged
    }
  }

  var message: String {
    switch self {
    case .noFileYet(let reason, let name): "\(reason.message); \(Self.remedy(ofNew: name))"
    case .unsaved(let scene):
      "'\(scene)' has unsaved changes; 'save' saves them, 'close --discard' discards them"
    case .isThere(let path): "'\(path)' already exists; 'save --force' replaces it"
    case .traceIsThere(let path): "'\(path)' already exists; '--append' appends to it"
    case .cannotWrite(let path): "'\(path)' cannot be written"
    case .unchanged(let path): "'\(path)' is as last read or saved; there is nothing to take in"
    case .changed:
      "someone changed the file; 'diff --theirs' shows how, 'take-in' takes it in, 'save --force' replaces it"
    case .missing: "the file is no longer there; 'save --force' writes it again, 'save FILE' writes a copy"
    case .unreadable(let reason):
      "someone changed the file, and it is not a scene any more: \(reason.message); 'save --force' replaces it"
    }
  }

  /// Returns the advice to create a scene with a name that no file has.
  static func remedy(ofNew name: String) -> String { "'new \(name)' makes a scene" }
}
