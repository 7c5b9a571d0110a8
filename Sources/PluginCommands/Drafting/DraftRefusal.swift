internal import CommandLineKit
internal import JSONText

/// The reasons why no format can be inferred from documents.
enum DraftRefusal: CommandRefusal {
  case badName(String)
  case noDocument
  case isScene
  /// The file has a format of this program, such as a plugin description.
  case isOurs(String)
  case notAnObject(found: String)
  /// A file shares no member with all files before it.
  case nothingInCommon(String, with: String, isEmpty: Bool)
  /// The inferred format does not recognise one of the documents.
  case notRecognized
  case isThere(String)
  case bothWantOutput

  var code: DiagnosticCode {
    switch self {
    case .badName, .noDocument, .bothWantOutput: .usage
    case .isScene, .isOurs, .notAnObject, .nothingInCommon, .notRecognized: .sceneFormat
    case .isThere: .ioExists
    }
  }

  var status: ExitStatus {
    switch self {
    case .badName, .noDocument, .bothWantOutput: .usage
    case .isThere: .cannotCreate
    default: .badDocument
    }
  }

  var message: String {
    switch self {
    case .badName(let name):
      "'\(name)' is not a name for a format; begin with a letter, and use letters, digits and dashes, such as 'phaser-editor'"
    case .noDocument: "'--from' names no document; name at least one, such as '--from level1.json level2.json'"
    case .isScene: "the file is a scene of this program, which needs no format; name documents of another program"
    case .isOurs(let format): "the file is of the format '\(format)' of this program; name documents of another program"
    case .notAnObject(let found):
      "the document is \(found), but a format can only describe documents that are a JSON object, whose members tell the program; name others"
    case .nothingInCommon(_, _, true): "the document has no members, from which nothing can be inferred; name others"
    case .nothingInCommon(_, let first, false):
      "the document has no member in common with '\(first)' and the documents after it, so that no members tell the format; infer one from each kind of document"
    case .notRecognized: "the draft does not recognize the document; this is a fault of the program"
    case .isThere(let path): "'\(path)' already exists; replace it with '--force', or name another file with '-o'"
    case .bothWantOutput: "'-o -' and '--json' both write to the standard output; leave one of them out"
    }
  }
}
