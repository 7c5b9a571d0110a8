package import InspectorKit
internal import JSONText
package import PluginHost
package import SceneDocument
package import Selectors
package import WorkbenchSupport

/// Why a command, or its work on one scene, ended early.
package struct CommandFailure: Error {
  package var status: ExitStatus

  /// A diagnostic's code, or `usage`.
  package var code: DiagnosticCode

  /// One sentence.
  package var message: String

  /// The scene as it was named on the command line.
  package var scene: String?
  package var line: Int?
  package var column: Int?

  /// What is shown on the standard error, of one line or several.
  package var text: String

  /// The objects and properties that were refused.
  package var diagnostics: [Diagnostic] = []

  /// Everything that is wrong with the scene's text, in the order of the places.
  package var faults: [SceneError] = []

  /// Whether the scene was read, and the edit was refused.
  package var isRefusal = false

  /// Whether the message ends with a name that was probably meant.
  package var hasSuggestion = false

  /// The script that was run, and where in it the refused step is.
  package var script: String?
  package var step: ScriptStep?

  package init(
    status: ExitStatus, code: DiagnosticCode, message: String, scene: String? = nil, line: Int? = nil,
    column: Int? = nil,
    text: String, diagnostics: [Diagnostic] = []
  ) {
    self.status = status
    self.code = code
    self.message = message
    self.scene = scene
    self.line = line
    self.column = column
    self.text = text
    self.diagnostics = diagnostics
  }
}

/// Where a step stands in a script.
package struct ScriptStep {
  /// The step's number, from 1 on.
  let number: Int

  /// Where the step stands in the script's tree.
  let path: String
  let line: Int
  let column: Int

  package init(number: Int, path: String, line: Int, column: Int) {
    self.number = number
    self.path = path
    self.line = line
    self.column = column
  }
}

extension CommandFailure {
  /// The command line is not understood.
  package static func usage(_ message: String) -> CommandFailure {
    CommandFailure(
      status: .usage, code: .usage, message: message, text: "inspector: \(TerminalText.escapedLines(message))")
  }

  /// A name or value of the command line that the plugins or scenes do not have.
  package static func refused(_ refusal: Refusal) -> CommandFailure {
    CommandFailure(
      status: .findings, code: refusal.code, message: refusal.message,
      text: "inspector: \(TerminalText.escapedLines(refusal.message))")
  }

  /// A file besides the scenes that cannot be made, or written on.
  ///
  /// - Parameter code: the system's.
  package static func cannotWrite(_ path: String, _ code: Int32, status: ExitStatus) -> CommandFailure {
    let words = errnoText(code)
    return CommandFailure(
      status: status, code: .ioWrite, message: words,
      text: "\(TerminalText.escaped(path)): cannot be written: \(words)")
  }

  /// What was to be read is not there.
  package static func noInput(_ code: DiagnosticCode, _ path: String, _ message: String) -> CommandFailure {
    CommandFailure(
      status: .noInput, code: code, message: message, scene: path,
      text: "\(TerminalText.escaped(path)): \(TerminalText.escapedLines(message))")
  }

  /// A selector that cannot be read, with the place in it.
  package static func selector(_ error: SelectorError) -> CommandFailure { usage(error.text) }

  /// A scene that is named in a shell, and not open there.
  package static func notOpen(_ scene: String) -> CommandFailure {
    usage("'\(scene)' is not open here, where commands act on the current scene; 'open FILE' opens another")
  }

  /// Ctrl-C was typed, or another signal ended the work.
  package static let cancelled = CommandFailure(
    status: .interrupted, code: .cancelled, message: "interrupted; nothing was changed",
    text: "inspector: interrupted; nothing was changed")

  /// Whether a signal ended the work. The shell reports what was cancelled.
  package var isCancelled: Bool { code == .cancelled }

  /// The document cannot be read.
  package init(_ error: SceneError, scene: String) {
    let status: ExitStatus =
      switch error.code {
      case .cancelled: .interrupted
      case .ioOpen, .ioRead: .noInput
      case .ioChanged, .ioLocked: .changedUnderneath
      default: .badDocument
      }
    self.init(
      status: status, code: error.code, message: error.message, scene: scene, line: error.line, column: error.column,
      text: error.description)
    faults = ([error] + error.others).sorted { ($0.line ?? 0, $0.column ?? 0) < ($1.line ?? 0, $1.column ?? 0) }
  }

  /// A script cannot be read, or is none.
  package init(_ error: SceneError, script: String) {
    self.init(error, scene: script)
    (scene, self.script) = (nil, script)
  }

  /// What was found at an object keeps the answer from being whole.
  package init(_ diagnostic: Diagnostic, status: ExitStatus) {
    self.init(
      status: status, code: diagnostic.code, message: diagnostic.message, scene: diagnostic.file,
      line: diagnostic.line, column: diagnostic.column, text: DiagnosticText.text(diagnostic))
  }

  /// A file cannot be written.
  package init(_ error: SaveError, scene: String) {
    if error.code == .cancelled {
      self = .cancelled
      return
    }
    let status: ExitStatus =
      switch error.code {
      case .ioChanged, .ioLocked: .changedUnderneath
      case .ioCreate, .ioExists: .cannotCreate
      default: .cannotWrite
      }
    self.init(status: status, code: error.code, message: error.message, scene: scene, text: error.description)
  }

  /// A bundle cannot be read.
  package init(_ error: BundleError) {
    self.init(
      status: error.code == .bundleOpen ? .noInput : .badDocument, code: error.code, message: error.message,
      line: error.line, column: error.column, text: TerminalText.escapedLines(error.description))
  }

  /// A plugin does not work.
  package init(_ failure: PluginFailure) {
    self.init(
      status: .noPlugin, code: failure.code, message: failure.message,
      text: "inspector: \(TerminalText.escapedLines(failure.message))")
  }

  /// Says it of no scene in particular, but of all.
  package mutating func nameNoScene() {
    scene = nil
    text = "inspector: \(TerminalText.escapedLines(message))"
  }
}
