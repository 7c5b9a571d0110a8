internal import InspectorKit
internal import JSONText
internal import SceneDocument
internal import Workbench

/// Why a command, or its work on one scene, ended early.
struct CommandFailure: Error {
  var status: ExitStatus

  /// A diagnostic's code, or `usage`.
  var code: String

  /// One sentence.
  var message: String

  /// The scene as it was named on the command line.
  var scene: String?
  var line: Int?
  var column: Int?

  /// What is shown on the standard error, of one line or several.
  var text: String

  /// The objects and properties that were refused.
  var diagnostics: [Diagnostic] = []

  /// Everything that is wrong with the scene's text, in the order of the places.
  var faults: [SceneError] = []

  /// Whether the scene was read, and the edit was refused.
  var isRefusal = false

  /// Whether the message ends with a name that was probably meant.
  var hasSuggestion = false

  /// The script that was run, and where in it the refused step is.
  var script: String?
  var step: EditScript.Place?
}

extension CommandFailure {
  /// The command line is not understood.
  static func usage(_ message: String) -> CommandFailure {
    CommandFailure(
      status: .usage, code: "usage", message: message, text: "inspector: \(TerminalText.escapedLines(message))")
  }

  /// A name or value of the command line that the plugins or scenes do not have.
  static func refused(_ code: String, _ message: String) -> CommandFailure {
    CommandFailure(
      status: .findings, code: code, message: message, text: "inspector: \(TerminalText.escapedLines(message))")
  }

  /// A file besides the scenes that cannot be made, or written on.
  ///
  /// - Parameter code: the system's.
  static func cannotWrite(_ path: String, _ code: Int32, status: ExitStatus) -> CommandFailure {
    let words = errnoText(code)
    return CommandFailure(
      status: status, code: "io.write", message: words,
      text: "\(TerminalText.escaped(path)): cannot be written: \(words)")
  }

  /// A selector that cannot be read, with the place in it.
  static func selector(_ error: SelectorError) -> CommandFailure { usage(error.text) }

  /// A scene that is named in a shell, and not open there.
  static func notOpen(_ scene: String) -> CommandFailure {
    usage("'\(scene)' is not open here, where commands act on the current scene; 'open FILE' opens another")
  }

  /// Ctrl-C was typed, or another signal ended the work.
  static let cancelled = CommandFailure(
    status: .interrupted, code: Cancellation.code, message: "interrupted; nothing was changed",
    text: "inspector: interrupted; nothing was changed")

  /// Whether a signal ended the work. The shell reports what was cancelled.
  var isCancelled: Bool { code == Cancellation.code }

  /// The document cannot be read.
  init(_ error: SceneError, scene: String) {
    let status: ExitStatus =
      switch error.code {
      case Cancellation.code: .interrupted
      case "io.open", "io.read": .noInput
      case "io.changed", "io.locked": .changedUnderneath
      default: .badDocument
      }
    self.init(
      status: status, code: error.code, message: error.message, scene: scene, line: error.line, column: error.column,
      text: error.description)
    faults = ([error] + error.others).sorted { ($0.line ?? 0, $0.column ?? 0) < ($1.line ?? 0, $1.column ?? 0) }
  }

  /// A script cannot be read, or is none.
  init(_ error: SceneError, script: String) {
    self.init(error, scene: script)
    (scene, self.script) = (nil, script)
  }

  /// Adds where in a script the refused step is.
  mutating func locate(_ error: EditError, in script: EditScript) {
    guard let place = script.place(of: error) else { return }
    (self.script, step) = (script.name, place)
    let name = TerminalText.escaped(script.name)
    text += "\n\(name):\(place.line):\(place.column): in step \(place.step), \(TerminalText.escaped(place.path))"
    text += place.excerpt.split(separator: "\n").map { "\n    \($0)" }.joined()
  }

  /// A question or an edit was refused.
  init(_ error: EditError, scene: String) {
    let status: ExitStatus =
      switch error.code {
      case Cancellation.code: .interrupted
      case "usage": .usage
      default: error.isPluginFailure ? .noPlugin : .findings
      }
    self.init(
      status: status, code: error.code, message: error.message, scene: scene, text: Self.text(error, scene: scene),
      diagnostics: error.diagnostics)
    isRefusal = !isCancelled
    hasSuggestion = error.hasSuggestion
    if error.diagnostics.count == 1 { (line, column) = (error.diagnostics[0].line, error.diagnostics[0].column) }
  }

  /// What was found at an object keeps the answer from being whole.
  init(_ diagnostic: Diagnostic, status: ExitStatus) {
    self.init(
      status: status, code: diagnostic.code, message: diagnostic.message, scene: diagnostic.file,
      line: diagnostic.line, column: diagnostic.column, text: DiagnosticText.text(diagnostic))
  }

  /// A file cannot be written.
  init(_ error: SaveError, scene: String) {
    if error.code == Cancellation.code {
      self = .cancelled
      return
    }
    let status: ExitStatus =
      switch error.code {
      case "io.changed", "io.locked": .changedUnderneath
      case "io.create", "io.exists": .cannotCreate
      default: .cannotWrite
      }
    self.init(status: status, code: error.code, message: error.message, scene: scene, text: error.description)
  }

  /// A bundle cannot be read.
  init(_ error: BundleError) {
    self.init(
      status: error.code == "bundle.open" ? .noInput : .badDocument, code: error.code, message: error.message,
      line: error.line, column: error.column, text: TerminalText.escapedLines(error.description))
  }

  /// A plugin does not work.
  init(_ failure: PluginFailure) {
    self.init(
      status: .noPlugin, code: failure.code, message: failure.message,
      text: "inspector: \(TerminalText.escapedLines(failure.message))")
  }

  /// Says it of no scene in particular, but of all.
  mutating func nameNoScene() {
    scene = nil
    text = "inspector: \(TerminalText.escapedLines(message))"
  }

  /// How many refusals of one scene are shown one by one.
  private static let shownRefusals = 10

  private static func text(_ error: EditError, scene: String) -> String {
    let head = "\(TerminalText.escaped(scene)): \(TerminalText.escapedLines(error.message))"
    // A single refusal is printed with its place; several follow a line that counts them.
    if error.diagnostics.count == 1, error.diagnostics[0].code == error.code {
      return DiagnosticText.text(error.diagnostics[0])
    }
    let shown = error.diagnostics.prefix(shownRefusals).map(DiagnosticText.text)
    let rest = error.diagnostics.count - shown.count
    return ([head] + shown + (rest > 0 ? ["… and \(rest) more"] : [])).joined(separator: "\n")
  }
}
