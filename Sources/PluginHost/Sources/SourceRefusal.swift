internal import InspectorKit
package import JSONText
package import SceneDocument

/// The reasons why a document cannot use a file that it names.
package enum SourceRefusal: Refusal {
  case absolute(String)
  case outside(String, workspace: String)
  case missing(String, folder: String, suggestion: String?)
  case noFile(String)
  case encoding(String)
  case ring([String])
  case tooDeep(String, limit: Int)
  case wrong(String, SourcePosition?, AnyRefusal)
  case severalObjects(String, example: String?)
  case noObject(String, file: String, suggestion: String?)

  package var code: DiagnosticCode {
    switch self {
    case .absolute, .outside: .refOutside
    case .wrong(_, _, let reason) where reason.code == .refLimit: .refLimit
    case .missing, .noFile, .encoding, .wrong, .severalObjects, .noObject: .refMissing
    case .ring: .refRing
    case .tooDeep: .refLimit
    }
  }

  package var message: String {
    switch self {
    case .absolute(let name): "'\(name)' is an absolute path; write a path relative to this document"
    case .outside(let name, let workspace):
      "'\(name)' is outside of the workspace '\(workspace)'; copy the file into it, or create a folder '.inspector' in a folder around both"
    case .missing(let name, let folder, let near?) where near.isExactly(name):
      "'\(name)' in '\(folder)' is not a regular file"
    case .missing(let name, let folder, let suggestion):
      "there is no file '\(name)' in '\(folder)'\(DidYouMean.suffix(suggestion))"
    case .noFile(let text): "'\(text)' names no object of a file; write it as in 'buttons.scene.json#primary'"
    case .encoding(let text): "'\(text)' is not a valid path; write '%25' for '%', and '%23' for '#'"
    case .ring(let files): "the documents contain each other: \(files.joined(separator: " → "))"
    case .tooDeep(let name, let limit):
      "'\(name)' is a template within \(limit) others, which is the limit"
    case .wrong(let name, let position, let reason):
      "'\(name)'\(position.map { ", line \($0.line), column \($0.column)" } ?? ""): \(reason.message)"
    case .severalObjects(let file, let example):
      "'\(file)' has \(example == nil ? "no object" : "several objects")\(example.map { "; name one of them, as in '\(file)#\($0)'" } ?? "")"
    case .noObject(let id, let file, let suggestion):
      "'\(file)' has no object '\(id)'\(DidYouMean.suffix(suggestion))"
    }
  }

  /// True if the file itself is missing, cannot be read or is not a valid scene.
  package var isOfFile: Bool {
    switch self {
    case .missing, .wrong: true
    default: false
    }
  }

  package var suggestion: String? {
    switch self {
    case .missing(_, _, let name), .noObject(_, _, let name): name
    default: nil
    }
  }
}
