internal import InspectorKit
package import JSONText

/// A finding about a string that is a file path.
package enum FileFinding: Refusal {
  /// There is no file at the path, which is relative to the folder.
  case missing(FindingPlace, path: String, folder: String)
  /// The name of the file matches none of the patterns.
  case otherName(FindingPlace, path: String, patterns: [String])

  package var code: DiagnosticCode {
    switch self {
    case .missing: .fileMissing
    case .otherName: .fileName
    }
  }

  package var message: String {
    switch self {
    case .missing(let place, let path, let folder):
      "\(place.quoted) is the path '\(path)', but there is no such file\(path.begins(with: "/") ? "" : " in '\(folder)'")"
    case .otherName(let place, let path, let patterns):
      "\(place.quoted) is the path '\(path)', but the file's name must match \(patterns.map { "'\($0)'" }.joined(separator: " or "))"
    }
  }
}
