internal import Glibc
package import JSONText
package import WorkbenchSupport

/// The reasons for which a file or scene on the command line cannot be read or written.
package enum CommandLineRefusal: CommandRefusal {
  case interrupted
  case noMatch
  case noMatchInFolder(pattern: String)
  case cannotList(errno: Int32)
  /// A file besides the scenes cannot be created, or not be written.
  case cannotCreate(String, errno: Int32)
  case cannotWrite(String, errno: Int32)
  case isBundle(String, noun: String)

  package var code: DiagnosticCode {
    switch self {
    case .interrupted: .cancelled
    case .noMatch, .noMatchInFolder, .cannotList: .ioOpen
    case .cannotCreate, .cannotWrite: .ioWrite
    case .isBundle: .ioCreate
    }
  }

  package var status: ExitStatus {
    switch self {
    case .interrupted: .interrupted
    case .noMatch, .noMatchInFolder, .cannotList: .noInput
    case .cannotCreate: .cannotCreate
    case .cannotWrite: .cannotWrite
    case .isBundle: .findings
    }
  }

  package var report: String? {
    switch self {
    case .cannotCreate(let path, _), .cannotWrite(let path, _):
      "\(TerminalText.escaped(path)): cannot be written: \(message)"
    default: nil
    }
  }

  package var message: String {
    switch self {
    case .interrupted: "interrupted; nothing was changed"
    case .noMatch: "no file matches this pattern; check it, and the folder that it begins in"
    case .noMatchInFolder(let pattern):
      "no file in this folder matches '\(pattern)'; '--matching PATTERN' says which are scenes"
    case .cannotList(EACCES): "no permission to read this folder; which scenes are in it is not known"
    case .cannotList(let error): "cannot read this folder: \(errnoText(error)); which scenes are in it is not known"
    case .cannotCreate(_, let error), .cannotWrite(_, let error): errnoText(error)
    case .isBundle(let folder, let noun): "'\(folder)' is a bundle and not a folder of \(noun)s; name another folder"
    }
  }
}

extension Diagnostic {
  /// The reason for the end of work that Ctrl-C or another signal ended.
  package static let interrupted = Diagnostic(CommandLineRefusal.interrupted)

  /// True if a signal ended the work. The shell reports the cancellation.
  package var isCancelled: Bool { code == .cancelled }
}
