internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import JSONText
internal import Workbench

struct BeginVerb: ShellVerb {
  static let row = CommandRow.verb(
    "begin", "[<name>]", "Begins a transaction: edits that become one step of the history, or none.",
    "'commit' ends it; 'rollback' undoes its edits.", [.init("begin 'make it round'", "with a name for the step")])

  @Argument(help: "The name of the step.")
  var name: String = "transaction"

  func perform(_ shell: Shell) throws(Diagnostic) -> ExitStatus {
    try shell.edit(try shell.current()) { session throws(Diagnostic) in try session.begin(named: name) }
    return .done
  }
}

struct CommitVerb: ShellVerb {
  static let row = CommandRow.verb(
    "commit", "", "Ends a transaction or a scratch, whose edits become one step of the history.",
    "If both are open, the one opened last ends.",
    [.init("commit", "keeps the edits")]
  )

  func perform(_ shell: Shell) throws(Diagnostic) -> ExitStatus {
    let scene = try shell.current()
    // A transaction within a scratch ends before it.
    if !scene.session.isInTransaction, let status = try shell.commitScratch(scene) { return status }
    let name = scene.session.transaction ?? ""
    let step = try shell.edit(scene) { session throws(Diagnostic) in try session.commit() }
    shell.print(
      step.map { "one step: \(TerminalText.escaped($0.name)), \(pluralised($0.edits, "edit"))" }
        ?? "nothing was changed in '\(TerminalText.escaped(name))'")
    return .done
  }
}

struct RollbackVerb: ShellVerb {
  static let row = CommandRow.verb(
    "rollback", "", "Ends a transaction and undoes its edits.", "",
    [.init("rollback", "as if nothing had been done")])

  func perform(_ shell: Shell) throws(Diagnostic) -> ExitStatus {
    let count = try shell.edit(try shell.current()) { session throws(Diagnostic) in try session.rollback() }
    shell.print("\(pluralised(count, "step")) rolled back")
    return .done
  }
}
