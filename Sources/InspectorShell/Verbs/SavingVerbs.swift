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
    With a file the scene is written there, and stays the one that it is; a file that is there already is replaced with \
    '--force' only, and so is the scene's own where someone else changed or removed it since it was read. In a script that is one transaction scenes are saved at its end, \
    asked for or not, and copies written then. A transaction or a scratch ends before: 'commit' it first.
    """,
    [
      .init("save", "where it was read"), .init("save copy.json", "a copy"),
      .init("save --all", "all scenes that are changed"),
      .init("save --force", "in place of what someone else made of the file"),
    ])

  @Argument(help: "Where a copy goes.", completion: .file())
  var file: String?

  @Flag(help: "Replace a file that is there, or that someone else changed.")
  var force = false

  @Flag(help: "Save all scenes that are changed.")
  var all = false

  @OptionGroup var saving: SavingOptions

  func perform(_ shell: Shell) throws(Diagnostic) -> ExitStatus {
    var options = saving.options(shell.run.context)
    if let file {
      let path = shell.files.expanded(file)
      if !(try isScene(path, shell)) { return try copy(to: path, shell, options) }
    }
    options.replacesOthers = force
    if all { return saveAll(shell, options) }
    try save(try shell.current(), shell, options)
    return .done
  }

  /// True if a path leads to the file of the current scene.
  private func isScene(_ path: String, _ shell: Shell) throws(Diagnostic) -> Bool {
    guard !all, let file = SceneFile(path) else { return false }
    return file == SceneFile(try shell.current().path)
  }

  /// Saves every scene that can be saved, and reports the rest.
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

  private func save(_ scene: OpenScene, _ shell: Shell, _ options: SaveOptions) throws(Diagnostic) {
    try shell.refuseOpenContext(of: scene)
    let news = shell.fileNews(of: scene)
    guard scene.isModified || shell.savesAtEnd(scene) || force && news != nil else {
      shell.print("\(TerminalText.escaped(scene.path)): nothing to save")
      if let news { shell.report(news, of: scene) }
      return
    }
    if let news, !force { throw Diagnostic(news, file: scene.path) }
    guard !shell.isInteractive else {
      try shell.saveInBackground(scene, options)
      return
    }
    try shell.save(scene, options)
    shell.print(
      "\(TerminalText.escaped(scene.path)): \(shell.savesAtEnd(scene) ? "will be saved at the end" : "saved")")
  }

  private func copy(to path: String, _ shell: Shell, _ options: SaveOptions) throws(Diagnostic) -> ExitStatus {
    if all { throw Diagnostic(ShellUsage.copyOfAll) }
    let scene = try shell.current()
    try shell.refuseOpenContext(of: scene)
    try shell.checkCopy(to: path, isForced: force)
    if shell.savesAtEnd(scene) {
      scene.copies.append((path, options, isForced: force))
      shell.print("\(TerminalText.escaped(path)): will be written at the end")
      return .done
    }
    try shell.save(scene, to: path, options)
    shell.print("\(TerminalText.escaped(path)): written")
    return .done
  }
}

struct RevertVerb: ShellVerb {
  static let row = CommandRow.verb(
    "revert", "", "Makes the scene what it was when it was read or saved last.",
    "It is a step that can be undone. What someone else made of the file since is taken in by 'take-in'.",
    [.init("revert", "as the file had it")])

  func perform(_ shell: Shell) throws(Diagnostic) -> ExitStatus {
    let scene = try shell.current()
    let step = try shell.edit(scene) { session throws(Diagnostic) in try session.revert() }
    let words = step == nil ? "nothing to revert" : "as it was read or saved last"
    shell.print("\(TerminalText.escaped(scene.path)): \(words)")
    if let news = shell.fileNews(of: scene) { shell.report(news, of: scene) }
    return .done
  }
}

struct QuitVerb: ShellVerb {
  static let row = CommandRow.verb(
    "quit", "", "Ends the shell.", "Where a scene is changed and not saved, it asks. 'exit' and Ctrl-D do the same.",
    [.init("quit --discard", "gives up what is not saved")])

  @Flag(help: "Give up changes that are not saved.")
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
  /// Refuses to save a scene while a transaction or a scratch of it is open: only half of the work would be saved.
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

  /// Refuses a copy that would replace an existing file.
  func checkCopy(to path: String, isForced: Bool) throws(Diagnostic) {
    guard isForced || !OutputPaths.isThere(path) else { throw Diagnostic(ShellRefusal.isThere(path)) }
  }

  /// True if a person answers yes.
  func confirms(_ question: String) -> Bool {
    let answer = ask("\(TerminalText.escaped(question)) [y/N] ") ?? ""
    return ["y", "yes"].contains(answer.lowercased())
  }

  /// Asks whether to save or discard each modified scene; returns false if the shell is to continue.
  func mayEnd() throws(Diagnostic) -> Bool {
    for scene in modified where !scene.isGivenUp {
      let name = TerminalText.escaped(scene.name)
      let question = "'\(name)' has changes that are not saved: save, discard or cancel? [s/d/C] "
      switch ask(question)?.lowercased() {
      case "s", "save":
        try refuseOpenContext(of: scene)
        try save(scene, SaveOptions(reportingTo: run.context))
      case "d", "discard": scene.isGivenUp = true
      default: return false
      }
    }
    return true
  }
}
