package import ArgumentParser
package import InspectorKit
package import JSONText
package import PluginHost
package import SceneDocument
package import Selectors
package import WorkbenchSupport

/// Why a command, or its work on one scene, ended early.
package struct CommandFailure: Error {
  package var status: ExitStatus

  package var reason: AnyRefusal

  /// A diagnostic's code, or `usage`.
  package var code: DiagnosticCode { reason.code }

  /// One sentence.
  package var message: String { reason.message }

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

  /// The script that was run, and where in it the refused step is.
  package var script: String?
  package var step: ScriptStep?

  /// - Parameter text: what is shown; nil for the sentence alone.
  package init(
    _ reason: any Refusal, status: ExitStatus, scene: String? = nil, line: Int? = nil, column: Int? = nil,
    text: String? = nil, diagnostics: [Diagnostic] = []
  ) {
    self.reason = AnyRefusal(reason)
    self.status = status
    self.scene = scene
    self.line = line
    self.column = column
    self.text = text ?? "inspector: \(TerminalText.escapedLines(reason.message))"
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
  package static func usage(_ reason: some UsageRefusal) -> CommandFailure { CommandFailure(reason, status: .usage) }

  /// The same, in words that come from elsewhere.
  static func usage(stated message: String) -> CommandFailure {
    CommandFailure(StatedRefusal(.usage, message), status: .usage)
  }

  /// A name or value of the command line that the plugins or scenes do not have.
  package static func refused(_ reason: any Refusal) -> CommandFailure { CommandFailure(reason, status: .findings) }

  /// A file besides the scenes that cannot be made, or written on.
  ///
  /// - Parameter code: the system's.
  package static func cannotWrite(_ path: String, _ code: Int32, status: ExitStatus) -> CommandFailure {
    let reason = CommandLineRefusal.cannotWrite(errno: code)
    return CommandFailure(
      reason, status: status, text: "\(TerminalText.escaped(path)): cannot be written: \(reason.message)")
  }

  /// What was to be read is not there.
  package static func noInput(_ path: String, _ reason: any Refusal) -> CommandFailure {
    CommandFailure(
      reason, status: .noInput, scene: path,
      text: "\(TerminalText.escaped(path)): \(TerminalText.escapedLines(reason.message))")
  }

  /// A selector that cannot be read, with the place in it.
  package static func selector(_ error: SelectorError) -> CommandFailure { usage(stated: error.text) }

  /// Ctrl-C was typed, or another signal ended the work.
  package static let cancelled = CommandFailure(CommandLineRefusal.interrupted, status: .interrupted)

  /// Whether a signal ended the work. The shell reports what was cancelled.
  package var isCancelled: Bool { code == .cancelled }

  /// The document cannot be read.
  package init(_ error: SceneError, scene: String) {
    let status: ExitStatus =
      switch error.code {
      case .cancelled: .interrupted
      case .ioOpen, .ioRead: .noInput
      case .ioChanged, .ioLocked: .changedUnderneath
      case .ioCreate, .ioExists: .cannotCreate
      case .ioWrite: .cannotWrite
      default: .badDocument
      }
    self.init(
      error, status: status, scene: scene, line: error.line, column: error.column, text: error.description)
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
      diagnostic, status: status, scene: diagnostic.file, line: diagnostic.line, column: diagnostic.column,
      text: DiagnosticText.text(diagnostic))
  }

  /// A bundle cannot be read.
  package init(_ error: BundleError) {
    self.init(
      error, status: error.code == .bundleOpen ? .noInput : .badDocument, line: error.line, column: error.column,
      text: TerminalText.escapedLines(error.description))
  }

  /// A plugin does not work.
  package init(_ failure: PluginFailure) { self.init(failure, status: .noPlugin) }

  /// Says it of no scene in particular, but of all.
  package mutating func nameNoScene() {
    scene = nil
    text = "inspector: \(TerminalText.escapedLines(message))"
  }
}

extension CommandFailure {
  /// An option that a command does not have; nil where the parser answers it with a text, as `--version`.
  ///
  /// - Parameter parse: has the parser refuse it, which knows how the command is used.
  package static func unknown(
    _ option: OptionUsage, in command: any ParsableCommand.Type, _ parse: () throws -> any ParsableCommand
  ) -> CommandFailure? {
    do {
      _ = try parse()
      return .usage(option)
    } catch {
      return command.exitCode(for: error) == .success ? nil : misread(error, command, as: option)
    }
  }

  /// Words that the parser of a command does not understand.
  ///
  /// - Parameter reason: what is wrong with them; nil where the parser's own sentence says it.
  package static func misread(
    _ error: any Error, _ command: any ParsableCommand.Type, as reason: OptionUsage? = nil
  ) -> CommandFailure {
    let lines = command.fullMessage(for: error).split(separator: "\n", omittingEmptySubsequences: false).map(
      String.init)
    var failure = reason.map(usage) ?? usage(stated: worded(command.message(for: error)))
    let usage = lines.drop { !$0.hasPrefix("Usage: ") }.filter { !$0.isEmpty }
    failure.text += usage.map { "\n\($0.hasPrefix("Usage: ") ? "usage: \($0.dropFirst(7))" : $0)" }.joined()
    return failure
  }

  /// The parser's sentences in the manner of ours.
  private static func worded(_ message: String) -> String {
    var text = message.replacing(". Did you mean", with: "; did you mean")
      .replacing(". Please provide one of", with: "; write")
    if text.hasSuffix(".") { text.removeLast() }
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}

extension CommandFailure {
  /// The member `error` of a scene or of `inspector-error/1`.
  package var json: JSON {
    var members: [(String, JSON)] = [("code", .string(code.rawValue)), ("message", .string(FileName.shown(message)))]
    if let scene { members += FileName.members("scene", scene) }
    if let line { members.append(("line", .int(line))) }
    if let column { members.append(("column", .int(column))) }
    if let script { members += FileName.members("script", script) }
    if let step {
      members.append(("step", .int(step.number)))
      members.append(("path", .string(step.path)))
      members.append(("scriptLine", .int(step.line)))
      members.append(("scriptColumn", .int(step.column)))
    }
    return JSON(members: members)
  }

  /// `inspector-error/1`.
  package var document: JSON {
    .object([
      .init("format", "inspector-error/1"), .init("exitCode", .int(Int(status.rawValue))), .init("error", json),
    ])
  }
}
