internal import Glibc
package import JSONText
internal import SceneDocument

/// The reasons why a transaction of several files is refused or remains unfinished.
package enum TransactionRefusal: Refusal {
  case sourceChanged
  /// A file cannot be replaced after other files of the transaction have been replaced.
  case unfinished(errno: Int32, replaced: [String])
  case cannotReplace(errno: Int32)
  case damaged(record: String)
  case kept(record: String, replaced: [String], left: [LeftFile])

  /// A file that was not replaced, with the path of its new text; the path is nil if the new text is lost.
  package struct LeftFile: Hashable, Sendable {
    let path: String
    let new: String?
  }

  package var code: DiagnosticCode {
    switch self {
    case .sourceChanged: .ioChanged
    case .unfinished, .cannotReplace: .ioWrite
    case .damaged: .journalDamaged
    case .kept: .journalChanged
    }
  }

  package var message: String {
    switch self {
    case .sourceChanged: "the file changed while the edit was made; nothing was changed; try again"
    case .unfinished(let error, let replaced):
      "cannot replace this file: \(SaveRefusal.words(error)). \(Self.words(replaced)) The next command that opens one of the files tries to replace the others"
    case .cannotReplace(let error): "cannot replace this file: \(SaveRefusal.words(error)); nothing was changed"
    case .damaged(let record):
      "the record of a change of several files is damaged; it is kept as '\(record)'"
    case .kept(let record, let replaced, let left):
      "an earlier command was ended while it replaced several files, and one of them has changed since. \(Self.words(replaced)) \(left.map(Self.words).joined(separator: "; ")). Compare the files; the record is kept as '\(record)'"
    }
  }

  private static func words(_ replaced: [String]) -> String {
    guard let last = replaced.last else { return "No file was replaced." }
    let others = replaced.dropLast().map { "'\($0)'" }.joined(separator: ", ")
    return "Replaced: \(others.isEmpty ? "" : "\(others) and ")'\(last)'."
  }

  private static func words(_ file: LeftFile) -> String {
    "'\(file.path)' was not replaced\(file.new.map { ", and its new text is in '\($0)'" } ?? "")"
  }
}
