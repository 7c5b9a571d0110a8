internal import InspectorKit
package import JSONText

/// The reasons why a document cannot use a file that it names.
package enum SourceRefusal: Refusal {
  case absolute(String)
  case outside(String, workspace: String)
  case missing(String, folder: String, suggestion: String?)

  package var code: DiagnosticCode {
    switch self {
    case .absolute, .outside: .refOutside
    case .missing: .refMissing
    }
  }

  package var message: String {
    switch self {
    case .absolute(let name): "'\(name)' is an absolute path; write a path relative to this document"
    case .outside(let name, let workspace):
      "'\(name)' is outside of the workspace '\(workspace)'; copy the file into it, or create a folder '.inspector' in a folder around both"
    case .missing(let name, let folder, let suggestion):
      "there is no file '\(name)' in '\(folder)'\(DidYouMean.suffix(suggestion))"
    }
  }

  package var suggestion: String? { if case .missing(_, _, let name) = self { name } else { nil } }
}
