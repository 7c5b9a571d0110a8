internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import JSONText
internal import SceneDocument
internal import Workbench

struct ScratchVerb: SimpleVerb {
  static let row = CommandRow.verb(
    "scratch", "[<name>]", "Opens a scratch copy of the scene, in which to try edits.",
    """
    Commands act on the scratch until 'commit' makes its edits one step of the scene, or 'discard' drops them and \
    leaves nothing to undo. 'diff' shows what would be committed; 'refresh' merges later changes to the scene into the \
    scratch, and with '--follow' each command does. Several scratches can be open: the name of an open one switches to \
    it, and '--scene' returns to the scene itself.
    """,
    [
      .init("scratch 'bigger stars'", "with a name for the step"), .init("diff", "what the scratch has changed"),
      .init("scratch --scene", "back to the scene; the scratch stays open"),
      .init("scratch --list", "the open scratches"),
    ])

  @Argument(help: "The name of the scratch and of its step.")
  var name: String?

  @Flag(
    inversion: .prefixedNo, exclusivity: .chooseLast,
    help: "Merge later changes to the scene into the scratch before each command.")
  var follow: Bool?

  @Flag(help: "Return to the scene itself; its scratches stay open.")
  var scene = false

  @Flag(help: "List the open scratches.")
  var list = false

  func run(in shell: Shell) throws(Diagnostic) {
    let scene = try shell.current()
    guard [self.scene, list, name != nil || follow != nil].count(where: \.self) < 2 else {
      throw Diagnostic(ShellUsage.differentScratches)
    }
    if list { return shell.listScratches(of: scene) }
    if self.scene { return scene.use(nil) }
    if name != nil || follow == nil || scene.scratch == nil { try use(in: scene, shell) }
    if let follow { scene.scratch?.follows = follow }
  }

  /// Switches to the scratch of the given name, and opens it first if it is not open.
  private func use(in scene: OpenScene, _ shell: Shell) throws(Diagnostic) {
    if let name, name.trimmed.isEmpty { throw Diagnostic(ShellUsage.blankScratch) }
    if let name, let scratch = scene.scratch(named: name) { return scene.use(scratch) }
    let numbers = (1...).lazy.map { $0 == 1 ? "scratch" : "scratch \($0)" }
    let name = name ?? numbers.first { scene.scratch(named: $0) == nil } ?? "scratch"
    scene.use(try Diagnostic.naming(scene.path) { () throws(Diagnostic) in try scene.base.scratch(named: name) })
    if shell.tracing != nil { shell.trace(scene) }
  }
}

extension Shell {
  /// Prints the open scratches of a scene: a mark for the one on which commands act, the name, and the number of its
  /// steps.
  fileprivate func listScratches(of scene: OpenScene) {
    guard !scene.scratches.isEmpty else { return say("no scratch is open; 'scratch' opens one") }
    var table = TextTable()
    for scratch in scene.scratches {
      let steps = scratch.session.history.count { !$0.isUndone }
      table.add([
        TextTable.Cell(scratch === scene.scratch ? ">" : " ", as: .fixed),
        TextTable.Cell(TerminalText.escaped(scratch.name), as: .name),
        TextTable.Cell(pluralised(steps, "step"), as: .fixed),
        TextTable.Cell(scratch.follows ? "follows the scene" : "", as: .words, style: run.style.dim),
      ])
    }
    table.lines(width: run.tableWidth).forEach(print)
  }

  /// Merges later changes to the scene into the scratches that follow it. A scratch stops following if the merge fails.
  func followScenes() {
    for scene in scenes {
      for scratch in scene.scratches where scratch.follows && scratch.isBehind {
        do throws(Diagnostic) {
          let conflicts = try scratch.refresh { say($0.shown()) }
          for conflict in conflicts {
            say("conflict in '\(TerminalText.escaped(scratch.name))': \(TerminalText.escaped(conflict.message))")
          }
        } catch {
          scratch.follows = false
          _ = report(error)
          say("'\(TerminalText.escaped(scratch.name))' no longer follows the scene")
        }
      }
    }
  }
}

struct RefreshVerb: ShellVerb {
  static let row = CommandRow.verb(
    "refresh", "", "Merges later changes to the scene into a scratch.",
    "If both the scene and the scratch changed a property, the scratch keeps its value, and the conflict is reported.",
    [.init("refresh", "in a scratch")])

  func perform(_ shell: Shell) throws(Diagnostic) -> ExitStatus {
    let scene = try shell.current()
    guard let scratch = scene.scratch else { throw Diagnostic(ShellRefusal.noneToUse(over: scene.name)) }
    let conflicts = try shell.edit(scene) { _ throws(Diagnostic) in
      try scratch.refresh { shell.say($0.shown()) }
    }
    scene.use(scratch)
    return shell.report(conflicts)
  }
}

struct DiscardVerb: SimpleVerb {
  static let row = CommandRow.verb(
    "discard", "", "Discards the scratch copy.", "The scene stays as it is.",
    [.init("discard", "drops the edits made in it")])

  func run(in shell: Shell) throws(Diagnostic) {
    let scene = try shell.current()
    guard let scratch = scene.scratch else { throw Diagnostic(ShellRefusal.noneToDiscard(over: scene.name)) }
    try shell.refuseJobs(of: scene, in: scratch)
    scene.endScratch()
  }
}

struct DiffVerb: SimpleVerb {
  static let row = CommandRow.verb(
    "diff", "", "Shows unsaved or uncommitted changes by object and property.",
    "With '--theirs' it shows what someone else changed in the file since it was read; 'take-in' merges that.",
    [
      .init("diff", "what 'save' or 'commit' would change"), .init("diff --stat", "how much"),
      .init("diff --theirs", "changes in the file"),
    ], json: "inspector-diff/1")

  @Flag(help: "Show what someone else changed in the file.")
  var theirs = false

  @Flag(help: "Print counts of what differs instead of the values.")
  var stat = false

  func run(in shell: Shell) throws(Diagnostic) {
    let scene = try shell.current()
    let file = theirs ? try shell.theirs(scene) : nil
    let comparison = try shell.edit(scene) { session throws(Diagnostic) in
      if let file { return try scene.base.comparison(to: file) }
      if let scratch = scene.scratch { return try scratch.comparison() }
      return try session.unsavedComparison()
    }
    let against = theirs ? "file" : scene.scratch == nil ? "saved" : "scene"
    try shell.run.report(comparison, of: scene.path, against: against, countsOnly: stat)
  }
}

struct TakeInVerb: ShellVerb {
  static let row = CommandRow.verb(
    "take-in", "", "Merges what someone else changed in the file, property by property.",
    """
    The merge is one step, which components may refuse; after it, the scene can be saved. If both sides changed a \
    property differently, nothing is merged until '--ours' or '--theirs' says whose value to keep. What was merged is \
    printed.
    """,
    [.init("take-in", "after 'diff --theirs'"), .init("take-in --ours", "keeps your value where both changed it")])

  @Flag(help: "In a conflict, keep your value.")
  var ours = false

  @Flag(help: "In a conflict, take the value from the file.")
  var theirs = false

  func perform(_ shell: Shell) throws(Diagnostic) -> ExitStatus {
    guard !ours || !theirs else { throw Diagnostic(ShellUsage.bothSides) }
    let scene = try shell.current()
    let file = try shell.theirs(scene)
    let before = scene.base.textSnapshot
    let side: SceneSession.ConflictSide? = ours ? .ours : theirs ? .theirs : nil
    let conflicts = try shell.edit(scene) { _ throws(Diagnostic) in
      try scene.base.takeInFile(file, keeping: side) { shell.say($0.shown()) }
    }
    let status = shell.report(conflicts)
    if !shell.run.isJSON { _ = try shell.run.printDifferences(try scene.base.comparison(since: before)) }
    if side == .ours {
      if !conflicts.isEmpty { shell.say("in these conflicts, the values here are kept") }
      return .done
    }
    if !conflicts.isEmpty {
      let canTakeTheirs = side == nil && conflicts.allSatisfy(\.canTakeTheirs)
      let others = canTakeTheirs ? ", 'take-in --theirs' takes the file's" : ""
      shell.say("nothing was merged; 'take-in --ours' keeps the values here\(others)")
    }
    return status
  }
}

extension Shell {
  /// Makes the edits of the open scratch one step of the scene, and closes the scratch. Returns false if none is open;
  /// throws, and keeps the scratch open, if there are conflicts.
  func commitScratch(_ scene: OpenScene) throws(Diagnostic) -> Bool {
    guard let scratch = scene.scratch else { return false }
    try refuseJobs(of: scene, in: scratch)
    let isModified = scratch.isModified
    let conflicts = try edit(scene) { _ throws(Diagnostic) in
      try scratch.commit { say($0.shown()) }
    }
    guard conflicts.isEmpty else {
      throw Diagnostic(ShellRefusal.conflicts(conflicts), file: scene.path)
    }
    scene.endScratch()
    let name = TerminalText.escaped(scratch.name)
    print(isModified ? "committed: \(name)" : "nothing was changed in '\(name)'")
    return true
  }

  /// Reports conflicts, and returns the exit status of the command: ``ExitStatus/findings`` if there are conflicts.
  fileprivate func report(_ conflicts: [SceneConflict]) -> ExitStatus {
    for conflict in conflicts { warn("conflict: \(TerminalText.escaped(conflict.message))") }
    return conflicts.isEmpty ? .done : .findings
  }

  /// Returns the document that another program has written to a scene's file; throws an error if the file is unchanged,
  /// missing, or not a scene.
  fileprivate func theirs(_ scene: OpenScene) throws(Diagnostic) -> SceneDocument {
    switch scene.base.fileState() {
    case .changed(let theirs): return theirs
    case .unchanged: throw Diagnostic(ShellRefusal.unchanged(scene.path))
    case .missing: throw Diagnostic(ShellRefusal.notTakenIn(.missing), file: scene.path)
    case .unreadable(let error):
      throw Diagnostic(ShellRefusal.notTakenIn(.unreadable(error.reason)), file: scene.path)
    }
  }

  /// Updates a scene to changed templates; reports a failure once. If the scene is in use, the next command tries
  /// again.
  func follow(templatesOf scene: OpenScene) {
    let words: String?
    do throws(Diagnostic) {
      _ = try scene.session.followTemplates()
      words = nil
    } catch {
      words = "a template can no longer be read, and its last text stays in use: \(error.message)"
    }
    if let words, !scene.hasReportedTemplates {
      say("\(TerminalText.escaped(scene.path)): warning: \(TerminalText.escapedLines(words))")
    }
    scene.hasReportedTemplates = words != nil
  }

  /// Reports each change by another program to the file of an open scene, once.
  func noticeFiles() {
    for scene in scenes {
      let news = fileNews(of: scene)
      if let news, !scene.hasReportedTheirs { report(news, of: scene) }
      scene.hasReportedTheirs = news != nil
      let lost = scene.session.lostPalettes
      for (path, words) in lost where !scene.reportedPalettes.contains(path) {
        say(
          "\(TerminalText.escaped(scene.path)): warning: \(TerminalText.escapedLines(words)); its colours stay as they were"
        )
      }
      scene.reportedPalettes = Set(lost.map(\.path))
      follow(templatesOf: scene)
    }
  }
}
