import CommandLineKit
import CommandReports
import JSONText
import SceneDocument
import Synchronization
import Workbench

/// An edit of a scene that a shell makes in the background.
final class ShellJob {
  /// The number by which `jobs`, `wait` and `cancel` refer to the job.
  let number: Int
  let scene: OpenScene

  /// The edited scratch; nil for an edit of the scene itself, or if the scratch has been closed since.
  private(set) weak var scratch: ScratchSession?

  /// The name of the edited scratch; nil for an edit of the scene itself.
  let scratchName: String?
  let work: SceneWork

  private let counts: Counts

  /// True if the end of the job was reported.
  var isReported = false

  /// The numbers of matched and changed objects, available after the edit.
  final class Counts: Sendable {
    let value = Mutex<(matched: Int, changed: Int)?>(nil)
  }

  init(_ number: Int, _ work: SceneWork, of scene: OpenScene, counts: Counts) {
    (self.number, self.work, self.scene, self.counts) = (number, work, scene, counts)
    (scratch, scratchName) = (scene.scratch, scene.scratch?.name)
  }

  /// True if the job still runs.
  var isRunning: Bool { !work.state.isFinal }

  /// The name in messages, escaped for a terminal, such as `job 1: fix.edit.json`.
  var title: String { "job \(number): \(TerminalText.escaped(work.name))" }

  /// The numbers of matched and changed objects; nil before they are known.
  var found: (matched: Int, changed: Int)? { counts.value.withLock { $0 } }

  /// The name of the state in JSON documents.
  var stateName: String {
    switch work.state {
    case .running: "running"
    case .merging: "merging"
    case .done: "done"
    case .failed: "failed"
    case .cancelled: "cancelled"
    }
  }

  /// The progress or the result, in words for a terminal.
  var result: String {
    switch work.state {
    case .running: progress ?? ""
    case .merging: changed ?? ""
    case .done:
      [
        work.conflicts.isEmpty ? changed : edited,
        work.conflicts.isEmpty ? nil : pluralised(work.conflicts.count, "conflict"),
      ].compactMap(\.self)
        .joined(separator: ", ")
    case .failed(let error): TerminalText.escaped(error.message)
    case .cancelled: "nothing was changed"
    }
  }

  private var changed: String? { words("changed") }

  /// The number of edited objects as text, for a job with conflicts. The scene may have kept some of their values.
  private var edited: String? { words("edited") }

  private func words(_ verb: String) -> String? {
    found.map { found in
      let all = pluralised(found.matched, "object")
      return found.matched == found.changed ? "\(all) \(verb)" : "\(found.changed) of \(all) \(verb)"
    }
  }

  private var progress: String? {
    work.job.progress.state.map { state in
      switch state.part {
      case .reading: "reading"
      // The number of objects to build is not known before.
      case .building: "\(pluralised(state.done, "object")) built"
      case .working: "\(state.done) of \(pluralised(state.total, "object"))"
      }
    }
  }

  /// The exit status of `wait` for the ended job.
  var status: ExitStatus {
    switch work.state {
    case .running, .merging, .cancelled: .done
    case .done: work.conflicts.isEmpty ? .done : .findings
    case .failed(let error): ExitStatus(error)
    }
  }
}

extension Shell {
  /// The maximum number of listed conflicts when a job ends.
  private static let mostConflicts = 10

  /// The maximum number of ended jobs that `jobs` lists.
  private static let mostEnded = 20

  var runningJobs: [ShellJob] { jobs.filter(\.isRunning) }

  /// Starts an edit of the current scene, or of its scratch, in the background.
  func performInBackground(_ script: EditScript, _ request: EditRequest) throws(Diagnostic) {
    let scene = try current()
    let (path, counts) = (scene.path, ShellJob.Counts())
    // The scene's own job belongs to the commands at the prompt.
    let job = InspectorJob()
    let work = scene.session.under(job).perform(
      in: .background, named: script.name, under: job,
      deliver: { [wake] body in
        body()
        wake()
      },
      { session throws(Diagnostic) in
        let result = try script.locating { () throws(Diagnostic) in
          try Diagnostic.naming(path) { () throws(Diagnostic) in try session.perform(request) }
        }
        counts.value.withLock { $0 = (result.matched, result.changed) }
      })
    lastJob += 1
    let ended = jobs.filter { !$0.isRunning && $0.isReported }
    if ended.count >= Self.mostEnded { jobs.removeAll { $0 === ended[0] } }
    jobs.append(ShellJob(lastJob, work, of: scene, counts: counts))
    if let job = jobs.last { printSummary("\(job.title): started") }
  }

  /// Reports each job that has ended, once.
  func reportJobs() {
    for job in jobs where !job.isReported && !job.isRunning { report(job) }
  }

  private func report(_ job: ShellJob) {
    job.isReported = true
    switch job.work.state {
    case .failed(let error):
      run.say(error)
      say("\(job.title): nothing was changed")
      guard let scratch = job.work.takeUnmerged() else { return }
      job.scene.add(scratch)
      say("its edits are in a scratch; 'scratch \(ShellLine.quoted(scratch.name))' opens it")
    case .done:
      printSummary("\(job.title): \(job.result)")
      for warning in job.work.warnings { say(warning.shown()) }
      list(job.work.conflicts.prefix(Self.mostConflicts))
      let more = job.work.conflicts.count - Self.mostConflicts
      if more > 0 { say("\(more) more; 'jobs \(job.number)' lists all") }
    case .running, .merging, .cancelled: note("\(job.title): cancelled; \(job.result)")
    }
  }

  /// Lists conflicts of a job, in which the scene keeps its values.
  func list(_ conflicts: some Sequence<SceneConflict>) {
    for conflict in conflicts { warn("conflict, the scene's value is kept: \(TerminalText.escaped(conflict.message))") }
  }

  /// Waits for jobs to end, and reports them. Ends early if the command is cancelled; the jobs continue.
  ///
  /// - Returns: the common exit status of the jobs.
  func wait(for jobs: [ShellJob]) -> ExitStatus {
    var common = CommonStatus()
    for waited in jobs {
      waited.work.wait(under: job)
      guard !waited.isRunning else { return .interrupted }
      if !waited.isReported { report(waited) }
      if waited.status != .done { common.add(waited.status) }
    }
    return common.status
  }

  /// Cancels jobs, and waits until they have ended.
  func cancel(_ jobs: [ShellJob]) {
    for job in jobs { job.work.cancel() }
    for job in jobs { job.work.wait() }
    reportJobs()
  }

  /// Throws an error if a job edits the given scene, or the given scratch of it.
  func refuseJobs(of scene: OpenScene, in scratch: ScratchSession? = nil) throws(Diagnostic) {
    let job = runningJobs.first { $0.scene === scene && (scratch == nil || $0.scratch === scratch) }
    if let job { throw Diagnostic(ShellRefusal.jobRuns(job.number, scene: scene.name)) }
  }
}
