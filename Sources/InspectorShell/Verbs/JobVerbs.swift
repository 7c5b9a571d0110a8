internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import JSONText
internal import Workbench

struct JobsVerb: SimpleVerb {
  static let row = CommandRow.verb(
    "jobs", "[<number>]", "Lists the edits that run, or ran, in the background.",
    """
    'edit --background SCRIPT' starts one. With a number, the command lists all conflicts and warnings of that job. \
    In a conflict, the scene keeps its value, and everything else is merged.
    """,
    [.init("jobs", "one line per job"), .init("jobs 2", "what the second could not merge")], json: "inspector-jobs/1")

  @Argument(help: "The job's number.")
  var number: Int?

  func run(in shell: Shell) throws(Diagnostic) {
    let jobs = try number.map { number throws(Diagnostic) in [try shell.job(number)] } ?? shell.jobs
    if shell.run.isJSON { return printDocument(jobs, shell) }
    guard !jobs.isEmpty else { return shell.say("no job was started; 'edit --background SCRIPT' starts one") }
    var table = TextTable()
    for job in jobs {
      if !job.isRunning { job.isReported = true }
      table.add([
        TextTable.Cell("\(job.number)", as: .fixed, style: shell.run.style.dim),
        TextTable.Cell(job.stateName, as: .fixed),
        TextTable.Cell(TerminalText.escaped(job.place), as: .name),
        TextTable.Cell(TerminalText.escaped(job.work.name), as: .name),
        TextTable.Cell(job.result, as: .words),
      ])
    }
    table.lines(width: shell.run.tableWidth).forEach(shell.print)
    guard number != nil, let job = jobs.first else { return }
    for warning in job.work.warnings { shell.say(warning.shown()) }
    shell.list(job.work.conflicts)
  }

  /// Prints jobs as an `inspector-jobs/1` document.
  private func printDocument(_ jobs: [ShellJob], _ shell: Shell) {
    let records = JSONRecords(shell.run.context, [("format", "inspector-jobs/1")], list: "jobs")
    for job in jobs {
      if !job.isRunning { job.isReported = true }
      var line = JSONLine()
      line.add("number", .int(job.number))
      line.add("name", .string(job.work.name))
      line.add("scene", path: job.scene.path)
      line.add("scratch", job.scratchName.map(JSON.string) ?? .null)
      line.add("state", .string(job.stateName))
      if let found = job.found {
        line.add("matched", .int(found.matched))
        line.add("changed", .int(found.changed))
      }
      if let state = job.work.job.progress.state, job.isRunning {
        line.add("progress", ["done": .int(state.done), "total": .int(state.total)])
      }
      line.add("conflicts", .array(job.work.conflicts.map { .string($0.message) }))
      if case .failed(let error) = job.work.state { line.add("error", .string(error.message)) }
      records.add(line.text)
    }
    records.finish()
  }
}

struct WaitVerb: ShellVerb {
  static let row = CommandRow.verb(
    "wait", "[<number>]", "Waits for edits in the background, and reports their results.",
    "Ctrl-C ends the waiting, not the edits. A script waits for them before it ends, too.",
    [.init("wait", "for all of them"), .init("wait 2", "for the second job")])

  @Argument(help: "The job's number.")
  var number: Int?

  func perform(_ shell: Shell) throws(Diagnostic) -> ExitStatus {
    shell.wait(
      for: try number.map { number throws(Diagnostic) in [try shell.job(number)] }
        ?? shell.jobs.filter { !$0.isReported })
  }
}

struct CancelVerb: SimpleVerb {
  static let row = CommandRow.verb(
    "cancel", "[<number>]", "Ends an edit in the background, which then changes nothing.",
    "Without a number, all of them are ended.", [.init("cancel 2", "the second job"), .init("cancel", "all jobs")])

  @Argument(help: "The job's number.")
  var number: Int?

  func run(in shell: Shell) throws(Diagnostic) {
    let jobs = try number.map { number throws(Diagnostic) in [try shell.job(number)] } ?? shell.runningJobs
    guard jobs.contains(where: \.isRunning) else {
      return shell.note(number.map { "job \($0) has ended already" } ?? "no job is running")
    }
    shell.cancel(jobs)
  }
}

extension ShellJob {
  /// The name of the scene, followed by the name of the edited scratch in braces, if any.
  fileprivate var place: String { scene.name + (scratchName.map { " {\($0)}" } ?? "") }
}

extension Shell {
  /// Returns a job by its number; throws an error if there is none.
  fileprivate func job(_ number: Int) throws(Diagnostic) -> ShellJob {
    guard let job = jobs.first(where: { $0.number == number }) else {
      throw Diagnostic(ShellRefusal.noJob(number, last: lastJob))
    }
    return job
  }
}
