internal import CommandLineKit
internal import CommandReports
internal import JSONText
internal import Workbench

// Commands that reply in JSON. Each prints one document, which describes the error if the command fails.
extension Shell {
  /// Returns true if a command replies in JSON: the shell or the command has the option `--json`.
  func isJSON(_ words: [String]) -> Bool { run.isJSON || words.prefix { $0 != "--" }.contains(Self.jsonOption) }

  /// Runs a command and writes one JSON document: `inspector-error/1` if the command fails, otherwise the command's own
  /// document, or `inspector-shell/1` if the command has no document of its own.
  ///
  /// The output is held back until the command ends, so that a failure leaves no partial document.
  func performJSON(_ words: [String]) -> ExitStatus {
    let (outer, outerMessages, output) = (global, messages, context.output)
    let held = ByteSpool()
    global.json = true
    messages = []
    run.context.output = held
    var (status, failure): (ExitStatus, Diagnostic?)
    do throws(Diagnostic) {
      (status, failure) = (try performWords(words), nil)
    } catch {
      (status, failure) = (ExitStatus(error), error)
    }
    run.context.output = output
    let isGeneral = verb(words[0]).map { $0.row.jsonFormat == Self.generalFormat } ?? false
    if failure == nil, status == .interrupted, !isGeneral { failure = .interrupted }
    if let failure {
      run.say(failure, isInJSON: true)
      run.print(failure.document(ExitStatus(failure)).text())
    } else {
      _ = context.writePieces { held.forEachPiece($0) }
      if isGeneral || held.count == 0 { run.print(document(words, status)) }
    }
    (global, messages) = (outer, outerMessages)
    return status
  }

  /// Prints the error document of a command that was not understood or not started, if the command replies in JSON.
  func printDocument(_ failure: Diagnostic, of words: [String]) {
    if isJSON(words) { run.print(failure.document(ExitStatus(failure)).text()) }
  }

  static let jsonOption = "--json"

  /// The format of the document for commands that have an effect but no output of their own.
  static let generalFormat = "inspector-shell/1"

  /// Returns the document `inspector-shell/1`: the command, its status and messages, and the scene and object that are
  /// current after the command.
  private func document(_ words: [String], _ status: ExitStatus) -> String {
    let command = words.filter { $0 != Self.jsonOption }.map(ShellLine.quoted).joined(separator: " ")
    var line = JSONLine()
    line.add("format", .string(Self.generalFormat))
    line.add("command", .string(command))
    line.add("exitCode", .int(Int(status.rawValue)))
    line.add("messages", .array(messages.map(JSON.string)))
    if let scene { line.add("scene", path: scene.path) } else { line.add("scene", .null) }
    line.add("object", currentID.map(JSON.string) ?? .null)
    line.add("selected", .int(scene?.cursor.selection.count ?? 0))
    line.add("modified", .bool(scene?.isModified ?? false))
    return line.text
  }
}
