internal import Glibc
internal import JSONText

/// The reasons for which a file or scene on the command line cannot be read or written.
enum CommandLineRefusal: Refusal {
  case interrupted
  case noMatch
  case noMatchInFolder(pattern: String)
  case cannotList(errno: Int32)
  case cannotWrite(errno: Int32)
  case isBundle(String, noun: String)

  var code: DiagnosticCode {
    switch self {
    case .interrupted: .cancelled
    case .noMatch, .noMatchInFolder, .cannotList: .ioOpen
    case .cannotWrite: .ioWrite
    case .isBundle: .ioCreate
    }
  }

  var message: String {
    switch self {
    case .interrupted: "interrupted; nothing was changed"
    case .noMatch: "no file matches this pattern; check it and the folder that it starts in"
    case .noMatchInFolder(let pattern):
      "no file in this folder matches '\(pattern)'; '--matching PATTERN' says which files are scenes"
    case .cannotList(EACCES): "no permission to read this folder; which scenes are in it is not known"
    case .cannotList(let error): "cannot read this folder: \(errnoText(error)); which scenes are in it is not known"
    case .cannotWrite(let error): errnoText(error)
    case .isBundle(let folder, let noun): "'\(folder)' is a bundle, not a folder of \(noun)s; name another folder"
    }
  }
}
