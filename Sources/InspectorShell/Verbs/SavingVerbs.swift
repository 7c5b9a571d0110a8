internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import Glibc
internal import JSONText
internal import SceneDocument
internal import Workbench

struct SaveVerb: ShellVerb {
  static let row = CommandRow.verb(
    "save", "[<file>]", "Saves the scene, or writes a copy of it.",
    """
    If a file is given, a copy of the scene is written to it, and the scene keeps its own file. An existing file is \
    replaced only with '--force', and so is the scene's own file if someone else has changed or removed it since it \
    was read. In a script that is one transaction, scenes are saved at its end, with or without 'save', and copies are \
    written then, too. An open transaction or scratch must end first: 'commit' it.
    """,
    [
      .init("save", "in its own file"), .init("save copy.json", "a copy"),
      .init("save --all", "all changed scenes"),
      .init("save --force", "even if someone else changed the file"),
    ])

  @Argument(help: "The file for a copy.", completion: .file())
  var file: String?

  @Flag(help: "Replace an existing file, or one that someone else changed.")
  var force = false

  @Flag(help: "Save all changed scenes.")
  var all = false

  @OptionGroup var saving: SavingOptions

  func perform(_ shell: Shell) throws(Diagnostic) -> ExitStatus {
    var options = saving.options(shell.run.context)
    if let file {
      let path = shell.expanded(file)
      if !(try isScene(path, shell)) { return try copy(to: path, shell, options) }
    }
    options.replacesOthers = force
    if all { return saveAll(shell, options) }
    try save(try shell.current(), shell, options)
    return .done
  }

  /// Returns true if a path leads to the file of the current scene; always false with `--all`.
  private func isScene(_ path: String, _ shell: Shell) throws(Diagnostic) -> Bool {
    guard !all, let file = SceneFile(path) else { return false }
    return file == SceneFile(try shell.current().path)
  }

  /// Saves every modified scene, reports an error for each scene that cannot be saved, and returns the common exit
  /// status.
  private func saveAll(_ shell: Shell, _ options: SaveOptions) -> ExitStatus {
    var common = CommonStatus()
    for scene in shell.modified {
      do throws(Diagnostic) {
        try save(scene, shell, options)
        common.add(.done)
      } catch {
        common.add(shell.report(error))
      }
    }
    return common.status
  }

  /// Saves a scene to its file, or prints that there is nothing to save. Throws an error if another program has changed
  /// the file, unless `--force` is given. An interactive shell saves in the background.
  private func save(_ scene: OpenScene, _ shell: Shell, _ options: SaveOptions) throws(Diagnostic) {
    try shell.refuseOpenContext(of: scene)
    let news = shell.fileNews(of: scene)
    guard scene.base.isModified || shell.savesAtEnd(scene) || force && news != nil else {
      shell.printSummary("\(TerminalText.escaped(scene.path)): nothing to save")
      if let news { shell.report(news, of: scene) }
      return
    }
    if let news, !force { throw Diagnostic(news, file: scene.path) }
    guard !shell.isInteractive else { return try shell.saveInBackground(scene, options) }
    try shell.save(scene, options)
    shell.printSummary(
      "\(TerminalText.escaped(scene.path)): \(shell.savesAtEnd(scene) ? "will be saved at the end" : "saved")")
  }

  /// Writes a copy of the current scene. In a script that is one transaction, the copy is written at the script's end.
  private func copy(to path: String, _ shell: Shell, _ options: SaveOptions) throws(Diagnostic) -> ExitStatus {
    if all { throw Diagnostic(ShellUsage.copyOfAll) }
    let scene = try shell.current()
    try shell.refuseOpenContext(of: scene)
    try shell.checkCopy(to: path, isForced: force)
    if shell.savesAtEnd(scene) {
      try shell.checkPendingCopy(to: path)
      scene.copies.append((path, options, isForced: force))
      shell.printSummary("\(TerminalText.escaped(path)): will be written at the end")
      return .done
    }
    try shell.save(scene, to: path, options)
    shell.printSummary("\(TerminalText.escaped(path)): written")
    return .done
  }
}

struct RevertVerb: SimpleVerb {
  static let row = CommandRow.verb(
    "revert", "", "Restores the scene to the state in which it was last read or saved.",
    "This is a step that can be undone. 'take-in' instead merges what someone else has changed in the file since then.",
    [.init("revert", "goes back to what was in the file")])

  func run(in shell: Shell) throws(Diagnostic) {
    let scene = try shell.current()
    let step = try shell.edit(scene) { session throws(Diagnostic) in try session.revert() }
    let words = step == nil ? "nothing to revert" : "as last read or saved"
    shell.printSummary("\(TerminalText.escaped(scene.path)): \(words)")
    if let news = shell.fileNews(of: scene) { shell.report(news, of: scene) }
  }
}

struct QuitVerb: ShellVerb {
  static let row = CommandRow.verb(
    "quit", "", "Ends the shell.", "Asks about each scene with unsaved changes. 'q', 'exit' and Ctrl-D do the same.",
    [.init("quit --discard", "discards unsaved changes")])

  @Flag(help: "Discard unsaved changes.")
  var discard = false

  func perform(_ shell: Shell) throws(Diagnostic) -> ExitStatus {
    if discard {
      for scene in shell.scenes { scene.isGivenUp = true }
    } else if shell.isInteractive, !(try shell.mayEnd()) {
      return .findings
    }
    shell.end()
    return .done
  }
}

extension Shell {
  /// Throws an error if a transaction or a scratch of a scene is open, since saving would save only a part of the work.
  func refuseOpenContext(of scene: OpenScene) throws(Diagnostic) {
    if let scratch = scene.scratch {
      if let name = scratch.session.transaction {
        throw Diagnostic(ShellRefusal.transactionIsOpen(name, in: scene.name))
      }
      throw Diagnostic(ShellRefusal.isOpen(scratch.name, over: scene.name))
    }
    if let name = scene.base.transaction, !savesAtEnd(scene) {
      throw Diagnostic(ShellRefusal.transactionIsOpen(name, in: scene.name))
    }
  }

  /// Throws an error if a copy would replace an existing file and is not forced.
  func checkCopy(to path: String, isForced: Bool) throws(Diagnostic) {
    guard isForced || !OutputPaths.isThere(path) else { throw Diagnostic(ShellRefusal.isThere(path)) }
  }

  /// Throws an error if a script's transaction already writes a file at its end.
  func checkPendingCopy(to path: String) throws(Diagnostic) {
    let place = OutputPaths.place(of: path)
    for scene in scenes {
      guard OutputPaths.place(of: scene.path) != place,
        !scene.copies.contains(where: { OutputPaths.place(of: $0.path) == place })
      else { throw Diagnostic(ShellRefusal.writesTwice(path)) }
    }
  }

  /// Asks the user a question, and returns true if the answer is yes.
  func confirms(_ question: String) -> Bool {
    choice("\(TerminalText.escaped(question)) [y/N] ", of: ["yes", "no"]) == "yes"
  }

  /// Asks the user a question until the answer is one of the given words or its first letter; nil if the answer is
  /// empty or the input ends.
  private func choice(_ question: String, of words: [String]) -> String? {
    while let answer = ask(question)?.trimmed.lowercased(), !answer.isEmpty {
      if let word = words.first(where: { $0 == answer || $0.prefix(1) == answer }) { return word }
      run.say("please answer \(words.dropLast().joined(separator: ", ")) or \(words.last ?? "")")
    }
    return nil
  }

  /// Asks what to do with running jobs and with each modified scene, and does it. Returns false if the shell should
  /// continue. Throws an error if a scene cannot be saved.
  func mayEnd() throws(Diagnostic) -> Bool {
    if !runningJobs.isEmpty {
      let jobs = runningJobs.count == 1 ? "1 job is" : "\(runningJobs.count) jobs are"
      switch choice("\(jobs) running: wait, cancel or stay? [w/c/S] ", of: ["wait", "cancel", "stay"]) {
      case "wait": guard wait(for: runningJobs) != .interrupted else { return false }
      case "cancel": cancel(runningJobs)
      default: return false
      }
    }
    for scene in modified where !scene.isGivenUp {
      let name = TerminalText.escaped(scene.name)
      let question = "'\(name)' has unsaved changes: save, discard or cancel? [s/d/C] "
      switch choice(question, of: ["save", "discard", "cancel"]) {
      case "save":
        try refuseOpenContext(of: scene)
        if let scratch = scene.scratches.first(where: \.isEdited) {
          throw Diagnostic(ShellRefusal.isOpen(scratch.name, over: scene.name))
        }
        try save(scene, SaveOptions(reportingTo: run.context))
      case "discard": scene.isGivenUp = true
      default: return false
      }
    }
    return true
  }
}
