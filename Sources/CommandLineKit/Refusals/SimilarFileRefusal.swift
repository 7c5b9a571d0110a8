internal import Glibc
internal import InspectorKit
internal import JSONText
internal import SceneDocument

/// The refusal of a missing file, with a suggestion of a file with a similar name in the same folder.
struct SimilarFileRefusal: Refusal {
  private let path: String

  /// The maximum number of files in a folder that is searched for a similar name. The limit saves time if a command
  /// names thousands of missing files.
  private static let mostFiles = 500

  var code: DiagnosticCode { .ioOpen }
  var message: String { "no such file\(DidYouMean.suffix(path))" }
  var suggestion: String? { path }

  /// Searches the folder of a missing file for a file with a similar name and the same suffix; nil if there is none, or
  /// if the folder contains too many files. Also nil for a name without a dot, which is more often a misplaced word
  /// than a misspelled file.
  init?(to path: String) {
    let start = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
    let folder = String(path[..<start])
    guard let dot = path[start...].lastIndex(of: ".") else { return nil }
    let (name, ending) = (String(path[start..<dot]), String(path[dot...]))
    let names = Temporaries.entries(of: folder.isEmpty ? "." : folder)
    guard names.count <= Self.mostFiles else { return nil }
    // The list contains the file itself if it is a dangling symbolic link.
    let stems = names.filter { $0.hasSuffix(ending) }.map { String($0.dropLast(ending.count)) }
    let others = stems.filter { !$0.isExactly(name) }.sorted()
    guard let similar = DidYouMean.suggestion(for: name, among: others),
      FileIdentity.status(folder + similar + ending).map({ $0.st_mode & S_IFMT == S_IFREG }) == true
    else { return nil }
    self.path = folder + similar + ending
  }
}
