package import ArgumentParser
package import InspectorKit
package import JSONText
package import PluginHost
package import SceneDocument
package import Selectors
package import WorkbenchSupport

/// The reason why a command, or its work on one scene, ended early.
package struct CommandFailure: Error {
  package var status: ExitStatus

  package var reason: AnyRefusal

  /// The code of a diagnostic, or `usage`.
  package var code: DiagnosticCode { reason.code }

  /// The reason as one sentence.
  package var message: String { reason.message }

  /// The scene as it was named on the command line; `nil` if the failure concerns no scene in particular.
  package var scene: String?
  package var line: Int?
  package var column: Int?

  /// The text for the standard error, of one line or several.
  package var text: String

  /// The objects and properties that were refused.
  package var diagnostics: [Diagnostic] = []

  /// All errors in the scene's text, in the order of their places.
  package var faults: [SceneError] = []

  /// True if the scene was read, and the edit was refused.
  package var isRefusal = false

  /// The script that contains the refused step, and the step's position in it.
  package var script: String?
  package var step: ScriptStep?

  /// - Parameter text: the displayed text; `nil` for the sentence alone.
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

/// The position of a step in a script.
package struct ScriptStep {
  /// The step's number, from 1 on.
  let number: Int

  /// The path of the step in the script's tree.
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
  /// Returns the failure for an invalid command line.
  package static func usage(_ reason: some UsageRefusal) -> CommandFailure { CommandFailure(reason, status: .usage) }

  /// Returns the failure for an invalid command line, with a ready-made message.
  static func usage(stated message: String) -> CommandFailure {
    CommandFailure(StatedRefusal(.usage, message), status: .usage)
  }

  /// Returns the failure for a name or value of the command line that the plugins or scenes do not have.
  package static func refused(_ reason: any Refusal) -> CommandFailure { CommandFailure(reason, status: .findings) }

  /// Returns the failure for a file besides the scenes that cannot be created or written.
  ///
  /// - Parameter code: the system's error code.
  package static func cannotWrite(_ path: String, _ code: Int32, status: ExitStatus) -> CommandFailure {
    let reason = CommandLineRefusal.cannotWrite(errno: code)
    return CommandFailure(
      reason, status: status, text: "\(TerminalText.escaped(path)): cannot be written: \(reason.message)")
  }

  /// Returns the failure for a missing input file.
  package static func noInput(_ path: String, _ reason: any Refusal) -> CommandFailure {
    CommandFailure(
      reason, status: .noInput, scene: path,
      text: "\(TerminalText.escaped(path)): \(TerminalText.escapedLines(reason.message))")
  }

  /// Returns the failure for an invalid selector, with the position of the error in it.
  package static func selector(_ error: SelectorError) -> CommandFailure { usage(stated: error.text) }

  /// The failure of work that Ctrl-C or another signal ended.
  package static let cancelled = CommandFailure(CommandLineRefusal.interrupted, status: .interrupted)

  /// True if a signal ended the work. The shell reports the cancellation.
  package var isCancelled: Bool { code == .cancelled }

  /// Creates the failure for a document that cannot be read.
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

  /// Creates the failure for a script that is invalid or cannot be read.
  package init(_ error: SceneError, script: String) {
    self.init(error, scene: script)
    (scene, self.script) = (nil, script)
  }

  /// Creates the failure for a finding at an object that makes the answer incomplete.
  package init(_ diagnostic: Diagnostic, status: ExitStatus) {
    self.init(
      diagnostic, status: status, scene: diagnostic.file, line: diagnostic.line, column: diagnostic.column,
      text: DiagnosticText.text(diagnostic))
  }

  /// Creates the failure for a bundle that cannot be read.
  package init(_ error: BundleError) {
    self.init(
      error, status: error.code == .bundleOpen ? .noInput : .badDocument, line: error.line, column: error.column,
      text: TerminalText.escapedLines(error.description))
  }

  /// Creates the failure for a plugin that does not work.
  package init(_ failure: PluginFailure) { self.init(failure, status: .noPlugin) }

  /// Removes the scene's name, for a failure that concerns all scenes.
  package mutating func nameNoScene() {
    scene = nil
    text = "inspector: \(TerminalText.escapedLines(message))"
  }
}

extension CommandFailure {
  /// Returns the failure for an option that a command does not have; `nil` if the parser prints a text for it, as for
  /// `--version`.
  ///
  /// - Parameter parse: makes the parser refuse the option, since the parser knows the usage of the command.
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

  /// Returns the failure for words that the parser of a command does not understand.
  ///
  /// - Parameter reason: the error in the words; `nil` to use the parser's own sentence.
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

  /// Rewrites the parser's sentences in our style.
  private static func worded(_ message: String) -> String {
    var text = message.replacing(". Did you mean", with: "; did you mean")
      .replacing(". Please provide one of", with: "; write")
    if text.hasSuffix(".") { text.removeLast() }
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}

extension CommandFailure {
  /// The failure as the `error` member of a scene or of `inspector-error/1`.
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

  /// The failure as an `inspector-error/1` document.
  package var document: JSON {
    .object([
      .init("format", "inspector-error/1"), .init("exitCode", .int(Int(status.rawValue))), .init("error", json),
    ])
  }
}
