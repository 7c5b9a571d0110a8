internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import JSONText
internal import Workbench

struct BeginVerb: SimpleVerb {
  static let row = CommandRow.verb(
    "begin", "[<name>]", "Begins a transaction, whose edits become one step of the history or are all undone.",
    "'commit' ends it; 'rollback' undoes its edits.", [.init("begin 'make it round'", "with a name for the step")])

  @Argument(help: "The name of the step.")
  var name: String = "transaction"

  func run(in shell: Shell) throws(Diagnostic) {
    try shell.edit(try shell.current()) { session throws(Diagnostic) in try session.begin(named: name) }
  }
}

struct CommitVerb: SimpleVerb {
  static let row = CommandRow.verb(
    "commit", "", "Ends a transaction or a scratch, whose edits become one step of the history.",
    "If both are open, the one opened last ends.",
    [.init("commit", "keeps the edits")]
  )

  func run(in shell: Shell) throws(Diagnostic) {
    let scene = try shell.current()
    // A transaction within a scratch ends before the scratch.
    if !scene.session.isInTransaction, try shell.commitScratch(scene) { return }
    let name = scene.session.transaction ?? ""
    let step = try shell.edit(scene) { session throws(Diagnostic) in try session.commit() }
    shell.printSummary(
      step.map { "one step: \(TerminalText.escaped($0.name)), \(pluralised($0.edits, "edit"))" }
        ?? "nothing was changed in '\(TerminalText.escaped(name))'")
    shell.noteJobs(of: scene)
  }
}

struct RollbackVerb: SimpleVerb {
  static let row = CommandRow.verb(
    "rollback", "", "Ends a transaction and undoes its edits.", "",
    [.init("rollback", "as if nothing had been done")])

  func run(in shell: Shell) throws(Diagnostic) {
    let scene = try shell.current()
    let steps = scene.session.history.filter { !$0.isUndone }
    let count = try shell.edit(scene) { session throws(Diagnostic) in try session.rollback() }
    shell.printSummary("\(pluralised(count, "step")) rolled back")
    for step in steps.suffix(count) where step.origin == .background {
      shell.note("inspector: the background edit '\(TerminalText.escaped(step.name))' is undone, too")
    }
    shell.noteJobs(of: scene)
  }
}

extension Shell {
  /// Reports the running background edits, which are merged after a transaction and therefore not part of it.
  fileprivate func noteJobs(of scene: OpenScene) {
    for job in runningJobs where job.scene === scene && job.scratchName == nil {
      note("\(job.title): still running, and not part of the transaction; 'cancel \(job.number)' ends it")
    }
  }
}
