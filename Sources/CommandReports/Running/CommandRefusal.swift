internal import InspectorKit
package import JSONText

/// The reasons for which a command refuses to work on a scene, besides those of the session.
package enum CommandRefusal: Refusal {
  case severalSelected(Int, reference: String)
  case isThere(String)
  case nothingSelected
  case noneHasWords(String, of: String?, suggestion: String?)
  case severalToDraw(Int, String)
  // Refusals of the drawing program.
  case noPictureProgram(String)
  case pictureProgramNotStarted(String, errno: Int32)
  case pictureProgramTimedOut(String, seconds: Int)
  case noPixels(String)
  case pictureProgramFailed(String, remark: String?)

  package var code: DiagnosticCode {
    switch self {
    case .noPictureProgram, .pictureProgramNotStarted, .pictureProgramTimedOut, .noPixels,
      .pictureProgramFailed:
      .toolMissing
    case .severalSelected, .severalToDraw: .usage
    case .isThere: .ioExists
    case .nothingSelected: .selectorEmpty
    case .noneHasWords: .unknownProperty
    }
  }

  package var message: String {
    switch self {
    case .severalSelected(let count, let reference):
      "'--json' shows one object, and \(count) are selected; write ID.\(reference)"
    case .isThere(let path): "'\(path)' already exists; name another file"
    case .nothingSelected: "nothing is selected"
    case .noneHasWords(let words, let owner, let suggestion):
      "no property\(owner.map { " of '\($0)'" } ?? "") has '\(words)' in its label or identifier\(DidYouMean.suffix(suggestion))"
    case .severalToDraw(let count, let selector):
      "the selector '\(selector)' matches \(count) objects, but a picture shows one; 'render --only' draws several in their places"
    case .noPictureProgram(let name):
      "PNG, PDF and outlines need '\(name)', which is not beside 'inspector'; run 'make all', or write SVG"
    case .pictureProgramNotStarted(let name, let error): "'\(name)' cannot be started: \(errnoText(error))"
    case .pictureProgramTimedOut(let name, let seconds): "'\(name)' was ended after \(seconds) seconds"
    case .noPixels(let name): "'\(name)' returned no pixels"
    case .pictureProgramFailed(let name, let remark): remark ?? "'\(name)' ended without a picture"
    }
  }

  package var suggestion: String? { if case .noneHasWords(_, _, let name) = self { name } else { nil } }
}
