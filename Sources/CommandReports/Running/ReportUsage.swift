package import CommandLineKit
package import InspectorKit
package import JSONText
package import SceneSessions

/// The refusals that several commands share.
package enum ReportUsage: CommandRefusal {
  case noSceneIsOpen
  case idForSelector(String)
  case badSelector(SelectorError)
  case noBackground(PropertyValueError)
  case countHasNoColumns
  case isThere(String)
  // Refusals of the drawing program.
  case noPictureProgram(String)
  case pictureProgramNotStarted(String, errno: Int32)
  case pictureProgramTimedOut(String, seconds: Int)
  case noPixels(String)
  case pictureProgramFailed(String, remark: String?)

  package var code: DiagnosticCode {
    switch self {
    case .noSceneIsOpen, .idForSelector, .badSelector, .noBackground, .countHasNoColumns: .usage
    case .isThere: .ioExists
    case .noPictureProgram, .pictureProgramNotStarted, .pictureProgramTimedOut, .noPixels,
      .pictureProgramFailed:
      .toolMissing
    }
  }

  package var status: ExitStatus {
    switch self {
    case .noPictureProgram: .noPlugin
    case .isThere: .findings
    default: code == .usage ? .usage : .cannotWrite
    }
  }

  package var report: String? { code == .toolMissing ? "inspector: \(TerminalText.escapedLines(message))" : nil }

  package var message: String {
    switch self {
    case .noSceneIsOpen: "no scene is open; 'open FILE' opens one"
    case .idForSelector(let id): "'\(id)' is an id, not a selector; write '\(Selector(ids: [id]).text)'"
    case .badSelector(let error): error.text
    case .noBackground(let error): "'--background' is not a colour: \(error.message)"
    case .countHasNoColumns:
      "'--count' prints no objects, so '--columns' and '--sort' have no effect; leave them out"
    case .isThere(let path): "'\(path)' already exists; name another file"
    case .noPictureProgram(let name):
      "PNG, PDF and outlines need '\(name)', which is not beside 'inspector'; run 'make all', or write SVG"
    case .pictureProgramNotStarted(let name, let error): "'\(name)' cannot be started: \(errnoText(error))"
    case .pictureProgramTimedOut(let name, let seconds): "'\(name)' was ended after \(seconds) seconds"
    case .noPixels(let name): "'\(name)' returned no pixels"
    case .pictureProgramFailed(let name, let remark): remark ?? "'\(name)' ended without a picture"
    }
  }
}
