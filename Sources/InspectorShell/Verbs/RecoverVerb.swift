internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import Glibc
internal import JSONText
internal import SceneDocument
internal import Workbench

struct RecoverVerb: ShellVerb {
  static let row = CommandRow.verb(
    "recover", "[<number>]", "Shows the unsaved edits of a shell that ended, and restores them.",
    """
    Edits are written to a journal as they are made, so that none are lost if the shell is killed. At the prompt, \
    'recover' asks whether to restore them as one step, which can be undone; a scratch that was open is opened again. \
    In a script, give '--apply', '--discard' or '--to FILE'.
    """,
    [
      .init("recover", "shows the difference, and asks"), .init("recover --apply", "restores the changes"),
      .init("recover --to other.json", "writes a scene with the changes, and leaves this one alone"),
      .init("recover --discard", "discards them"),
    ], json: "inspector-recovery/1")

  @Argument(help: "Which shell's edits, if several left some; by default the latest.")
  var number: Int?

  @Flag(help: "Restore the changes.")
  var apply = false

  @Flag(help: "Discard the changes.")
  var discard = false

  @Option(
    help: ArgumentHelp("Write the scene with the changes to another file.", valueName: "file"),
    completion: .file())
  var to: String?

  func perform(_ shell: Shell) throws(Diagnostic) -> ExitStatus {
    let scene = try shell.current()
    guard [apply, discard, to != nil].count(where: \.self) < 2 else {
      throw Diagnostic(ShellUsage.differentEnds)
    }
    guard let place = number.map({ $0 - 1 }) ?? scene.recoveries.indices.last else {
      throw Diagnostic(ShellRefusal.nothingToRecover(scene.name))
    }
    guard scene.recoveries.indices.contains(place) else {
      throw Diagnostic(ShellRefusal.noRecovery(place + 1, count: scene.recoveries.count))
    }
    let recovery = scene.recoveries[place]
    if discard {
      recovery.discard()
      scene.recoveries.remove(at: place)
      reportKept(recovery, scene, shell)
      return end("discarded", recovery, place, scene, shell)
    }
    if let to {
      try write(recovery, to: to, shell)
      return end("written", recovery, place, scene, shell)
    }
    if shell.run.isJSON, !apply { return end("shown", recovery, place, scene, shell) }
    if !apply {
      try show(recovery, scene, shell)
      guard shell.isInteractive, shell.confirms("restore them?") else { return .done }
    }
    let status = try take(recovery, at: place, scene, shell)
    return status == .done ? end("applied", recovery, place, scene, shell) : status
  }

  /// Prints an `inspector-recovery/1` document if the command prints JSON. Always returns ``ExitStatus/done``.
  ///
  /// - Parameter what: the effect of the command, which the document reports as `done`.
  private func end(
    _ what: String, _ recovery: SceneRecovery, _ place: Int, _ scene: OpenScene, _ shell: Shell
  ) -> ExitStatus {
    guard shell.run.isJSON else { return .done }
    func records(_ steps: [SceneRecovery.Step]) -> JSON {
      .array(steps.map { ["name": .string($0.name), "cause": .string($0.cause.rawValue)] })
    }
    var line = JSONLine()
    line.add("format", "inspector-recovery/1")
    line.add("scene", path: scene.path)
    line.add("number", .int(place + 1))
    line.add("left", .int(scene.recoveries.count))
    line.add("done", .string(what))
    line.add("steps", records(recovery.steps))
    let scratches = recovery.scratches.map {
      JSON(members: [("name", .string($0.name)), ("steps", records($0.steps))])
    }
    line.add("scratches", .array(scratches))
    if let kept = recovery.keptPath { line.add("kept", path: kept) }
    shell.run.print(line.text)
    return .done
  }

  /// Prints the last steps of a recovery, and the differences that the recovery would make in the scene and its
  /// scratches.
  private func show(_ recovery: SceneRecovery, _ scene: OpenScene, _ shell: Shell) throws(Diagnostic) {
    for step in recovery.steps.suffix(10) {
      let undone = step.cause == .edit ? "" : "\(step.cause.rawValue): "
      shell.print("\(undone)\(TerminalText.escaped(step.name))")
    }
    if !recovery.steps.isEmpty {
      let comparison = SceneComparison(from: scene.base.document, to: try recovery.document(), under: shell.job)
      _ = try shell.run.printDifferences(comparison, margin: "  ")
    }
    for scratch in recovery.scratches {
      shell.print("scratch: \(TerminalText.escaped(scratch.name))")
      _ = try shell.run.printDifferences(try scratch.comparison(), margin: "  ")
    }
  }

  /// Writes the scene with the recovered changes to a new file; throws an error if the file exists or cannot be
  /// written.
  private func write(_ recovery: SceneRecovery, to path: String, _ shell: Shell) throws(Diagnostic) {
    let path = try shell.newFile(path)
    do {
      try recovery.save(to: path)
    } catch let error as SceneError {
      throw Diagnostic(error, scene: path)
    } catch let error as Diagnostic {
      throw error
    } catch {
      throw Diagnostic(ShellRefusal.cannotWrite(path))
    }
    shell.printSummary("\(TerminalText.escaped(path)): written")
  }

  /// Reports the path under which a damaged journal is kept; does nothing for an intact journal.
  private func reportKept(_ recovery: SceneRecovery, _ scene: OpenScene, _ shell: Shell) {
    guard let path = recovery.keptPath else { return }
    shell.say(
      "\(TerminalText.escaped(scene.path)): the journal is kept as '\(TerminalText.escaped(path))'; remove it when you no longer need it"
    )
  }

  /// Restores the recovered changes in the scene, and opens the recovered scratches. Conflicts are reported, and make
  /// the status ``ExitStatus/findings``. Throws if a scratch of the same name is open.
  private func take(
    _ recovery: SceneRecovery, at place: Int, _ scene: OpenScene, _ shell: Shell
  ) throws(Diagnostic) -> ExitStatus {
    let isOpen = recovery.scratches.first { scene.scratch(named: $0.name) != nil }
    if let isOpen { throw Diagnostic(ShellRefusal.isOpen(isOpen.name)) }
    let conflicts = try Diagnostic.naming(scene.path) { () throws(Diagnostic) in try recovery.apply(to: scene.base) }
    for conflict in conflicts { shell.warn(TerminalText.escaped(conflict.message)) }
    guard conflicts.isEmpty else { return .findings }
    if !recovery.steps.isEmpty { shell.printSummary("recovered: \(pluralised(recovery.steps.count, "change"))") }
    let scratches = try Diagnostic.naming(scene.path) { () throws(Diagnostic) in
      try recovery.openScratches(over: scene.base)
    }
    scene.recoveries.remove(at: place)
    reportKept(recovery, scene, shell)
    for (scratch, recovered) in zip(scratches, recovery.scratches) {
      scene.use(scratch)
      let count = pluralised(recovered.steps.count, "change")
      shell.printSummary("recovered: scratch \(TerminalText.escaped(scratch.name)), \(count)")
    }
    return .done
  }
}
