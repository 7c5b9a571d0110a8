internal import Glibc
package import JSONText
package import WorkbenchSupport

/// The reasons for ending a command because of its arguments, its files, or an interruption.
package enum CommandLineRefusal: CommandRefusal {
  case interrupted
  case noMatch
  /// No file in a folder matches the pattern of scenes. `scene` is a file that seems to be a scene; nil if there is
  /// none.
  case noMatchInFolder(pattern: String, scene: String? = nil, unread: [String] = [])
  case cannotList(errno: Int32)
  /// A file other than a scene cannot be created.
  case cannotCreate(String, errno: Int32)
  /// A file other than a scene was created, but cannot be written.
  case cannotWrite(String, errno: Int32)
  case isBundle(String, noun: String)
  // Faults of the command line.
  case notUTF8(shown: String)
  /// The command line uses the standard input, `-`, both as a scene and for a purpose such as `script`.
  case inputTwice(purpose: String)
  // Faults of the output paths of many scenes.
  case noNameForOutput(noun: String)
  case sameOutput(String, String, path: String, done: String)
  case outputInside(String, of: String, path: String, noun: String, done: String)
  case openQuote(Unicode.Scalar)
  case openBackslash

  package var code: DiagnosticCode {
    switch self {
    case .interrupted: .cancelled
    case .noMatch, .noMatchInFolder, .cannotList: .ioOpen
    case .cannotCreate, .cannotWrite: .ioWrite
    case .isBundle: .ioCreate
    case .notUTF8, .inputTwice, .noNameForOutput, .sameOutput, .outputInside, .openQuote, .openBackslash: .usage
    }
  }

  package var status: ExitStatus {
    switch self {
    case .interrupted: .interrupted
    case .noMatch, .noMatchInFolder, .cannotList: .noInput
    case .cannotCreate: .cannotCreate
    case .cannotWrite: .cannotWrite
    case .isBundle: .findings
    case .notUTF8, .inputTwice, .noNameForOutput, .sameOutput, .outputInside, .openQuote, .openBackslash: .usage
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
    case .noMatch: "no file matches this pattern; check the pattern and its folder"
    case .noMatchInFolder(let pattern, let scene, let unread) where scene == nil && !unread.isEmpty:
      "no file in this folder matches '\(pattern)', and \(Self.ofNoFormat(unread)); '--matching PATTERN' says which files are scenes, and 'inspector format list' lists the formats"
    case .noMatchInFolder(let pattern, let scene, _):
      "no file in this folder matches '\(pattern)'\(scene.map { ", but '\($0)' is a scene" } ?? ""); '--matching PATTERN' says which files are scenes"
    case .cannotList(EACCES): "no permission to read this folder, so its scenes are not known"
    case .cannotList(let error): "cannot read this folder: \(errnoText(error)), so its scenes are not known"
    case .cannotCreate(_, let error), .cannotWrite(_, let error): errnoText(error)
    case .isBundle(let folder, let noun): "'\(folder)' is a bundle, not a folder of \(noun)s; name another folder"
    case .notUTF8(let word):
      "the argument '\(word)' is not UTF-8; only file names may have other bytes"
    case .inputTwice(let purpose): "'-' cannot be both the \(purpose) and a scene; give one of them as a file"
    case .noNameForOutput(let noun):
      "'-' gives a \(noun) no name; use it alone, and name the \(noun) with '--output'"
    case .sameOutput(let first, let second, let path, let done):
      "'\(first)' and '\(second)' would both be \(done) to '\(path)'; choose different folders"
    case .outputInside(let scene, let other, let path, let noun, let done):
      "'\(scene)' would be \(done) into '\(path)', which is the \(noun) of '\(other)'; choose different folders"
    case .openQuote(let quote): "the quote \(quote) is not closed; add another \(quote)"
    case .openBackslash: "a backslash ends the input; leave it out, or write the character that it quotes"
    }
  }
}

extension CommandLineRefusal {
  /// Returns the part of a sentence that counts files of no known format and names one of them.
  fileprivate static func ofNoFormat(_ files: [String]) -> String {
    let first = files.min().map(TerminalText.escaped) ?? ""
    return files.count == 1
      ? "1 JSON file is of no known format: \(first)"
      : "\(files.count) JSON files are of no known format, such as \(first)"
  }
}

extension Diagnostic {
  /// The diagnostic of work that Ctrl-C or another signal ended early.
  package static let interrupted = Diagnostic(CommandLineRefusal.interrupted)

  /// True if the work was cancelled, for example by a signal. The program or the shell then reports a cancellation
  /// instead of an error.
  package var isCancelled: Bool { code == .cancelled }
}
