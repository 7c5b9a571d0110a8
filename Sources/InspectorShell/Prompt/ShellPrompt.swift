import CommandLineKit
import CommandReports
import Glibc
import JSONText
import LineEditing
import Workbench

/// A shell at a terminal, with its prompt, its history and the user's own start-up files.
final class ShellPrompt: ShellInput {
  let name: String? = nil
  private let shell: Shell
  private let editor: LineEditor
  /// True if the prompt reads the user's start-up file and key bindings.
  private let readsOwnFiles: Bool
  private let historyPath: String?
  private lazy var settings = SettingsWatcher(shell.context.suite, shell.notices, wake: shell.wake)
  private var hasSaidHistory = false
  private var isAsking = false
  private var shownPrompt = ""
  private var isContinuing = false

  /// The number of consecutive reads that returned the end of the input. Reads of a closed terminal always do.
  private var ends = 0

  /// Connects a shell to the terminal; returns nil if the line editor cannot be created for lack of memory.
  init?(_ shell: Shell, readsOwnFiles: Bool) {
    guard let editor = LineEditor(program: "inspector") else { return nil }
    self.shell = shell
    self.editor = editor
    self.readsOwnFiles = readsOwnFiles
    historyPath = shell.context.historyFile
    let job = shell.job
    // The signal may arrive at any time until the process ends, so the job is never released.
    Terminal.catchInterrupts(Unmanaged.passRetained(job).toOpaque()) { context in
      if let context { Unmanaged<InspectorJob>.fromOpaque(context).takeUnretainedValue().cancel() }
    }
    shell.terminalErrors = shell.run.context.errors
    let paged = PagedOutput(shell.run.context, under: job)
    paged.isOn = shell.isPaging
    // The pager writes to the terminal, too.
    (shell.run.context.output, shell.run.context.errors) = (TerminalSink(paged), paged.words)
    shell.paged = paged
    shell.run.context.showHeldOutput = { [unowned paged] in paged.release() }
    shell.wake = { Terminal.wake() }
    editor.woken = { [unowned self] in
      // A command that asks a question keeps using the plugins that it started with.
      let news =
        isAsking
        ? ""
        : shown {
          shell.reportJobs()
          shell.noticePlugins()
          shell.noticeSettings()
        }
      let lines = shell.notices.take().map { "\($0)\n" }.joined() + news
      // The reported changes may affect the text of the prompt.
      guard !lines.isEmpty, !isAsking, !isContinuing else { return LineEditor.News(lines: lines) }
      shownPrompt = prompt
      return LineEditor.News(lines: lines, prompt: shownPrompt)
    }
    editor.complete = { shell.completion(of: $0) }
    editor.hint = { [unowned self] line in
      // The editor accepts colour codes only before a visible character.
      isAsking
        ? nil : shell.hint(for: line, room: room(line)).map { hidden(shell.run.style.dim($0)) + " " }
    }
    shell.ask = { [unowned self] question in answer(to: question) }
  }

  /// Runs until the user ends the shell, and returns the exit status, which is always ``ExitStatus/done``.
  func perform() -> ExitStatus {
    if readsOwnFiles { readOwnFiles() }
    if let historyPath { editor.loadHistory(historyPath) }
    shell.context.refreshSettings()
    let watcher = PluginWatcher(shell.run.library, shell.notices, wake: shell.wake)
    shell.watcher = watcher
    watcher.start()
    defer { watcher.stop() }
    settings.start()
    defer { settings.stop() }
    if shell.scenes.isEmpty { shell.note("'open FILE' opens a scene; 'help' lists the commands") }
    while !shell.isEnding {
      shell.perform(self)
      if !shell.isEnding { endInput() }
    }
    shell.closeScenes()
    for notice in shell.notices.take() { shell.say(notice) }
    return .done
  }

  private func readOwnFiles() {
    editor.readUserKeys()
    guard let path = shell.context.startUpFile, access(path, F_OK) == 0 else { return }
    do throws(Diagnostic) {
      _ = shell.performAll(TextInput(try shell.run.text(ofScript: path), name: path))
    } catch {
      _ = shell.report(error)
    }
  }

  /// Handles Ctrl-D like `quit`. The third end of input in a row means that the terminal is closed, and ends the shell.
  private func endInput() {
    shell.print("")
    do throws(Diagnostic) {
      if ends > 2 {
        for scene in shell.modified {
          shell.say("\(TerminalText.escaped(scene.path)): not saved; the terminal was closed")
        }
        shell.end()
      } else if try shell.mayEnd() {
        shell.end()
      }
    } catch {
      _ = shell.report(error)
    }
  }

  // MARK: lines

  func next(_ shell: Shell, isContinued: Bool) -> LineEditor.Line {
    shell.run.context.flush()
    for notice in shell.notices.take() { shell.say(notice) }
    forgetInterrupts()
    if !isContinued {
      shell.reportJobs()
      shell.noticePlugins()
      shell.noticeFiles()
    }
    isContinuing = isContinued
    shownPrompt = isContinued ? "> " : prompt
    settings.watch(shell.context.settings)
    let line = read(shownPrompt)
    settings.rest()
    if let size = Terminal.size { shell.run.context.terminal.columns = size.columns }
    ends = line == .end ? ends + 1 : 0
    return line
  }

  /// Returns the text that `body` writes, for the editor to show above the line being typed.
  private func shown(by body: () -> Void) -> String {
    let context = shell.run.context
    let (output, errors, held) = (context.output, context.errors, CollectingSink())
    (context.output, context.errors) = (held, held)
    defer { (context.output, context.errors) = (output, errors) }
    body()
    return FileName.text(of: held.bytes)
  }

  /// Forgets an interrupt of the previous command.
  private func forgetInterrupts() {
    Terminal.forgetInterrupt()
    shell.job.reset()
  }

  /// Reads a line. A Ctrl-C after the end of the line cancels the command on that line.
  private func read(_ prompt: String) -> LineEditor.Line {
    let (notices, wake) = (shell.notices, shell.wake)
    // A plugin that is described in the meantime would otherwise write into the line being typed.
    shell.run.context.pluginOutput.give { line in
      notices.add(line)
      wake()
    }
    defer { shell.run.context.pluginOutput.give(to: nil) }
    let line = editor.read(prompt: prompt)
    if line == .interrupted { forgetInterrupts() }
    return line
  }

  func keep(_ entry: String) {
    guard !entry.trimmed.isEmpty else { return }
    if let historyPath { makeFolders(FileName.folder(of: historyPath)) }
    let code = editor.keep(entry, in: historyPath)
    guard code != 0, !hasSaidHistory, let historyPath else { return }
    hasSaidHistory = true
    shell.say("\(TerminalText.escaped(historyPath)): cannot keep the history: \(errnoText(code))")
  }

  /// Asks the user a question, and returns the first word of the answer, or an empty string for an empty answer; nil at
  /// the end of the input and after Ctrl-C.
  private func answer(to question: String) -> String? {
    shell.run.context.progress?.stop()
    shell.paged?.release()
    shell.run.context.flush()
    isAsking = true
    defer { isAsking = false }
    forgetInterrupts()
    guard case .text(let answer) = read(question) else { return nil }
    return answer.words.first ?? ""
  }

  /// The text of the prompt, such as `card.json* follow "Follow">`: the scene, a mark if it is modified, the open
  /// scratch and transaction, and the current object with its title, or the number and the class of the selected
  /// objects. If the prompt would take more than a third of the line, the title is cut or left out, then names are cut
  /// in the middle.
  private var prompt: String {
    guard let scene = shell.scene else { return "inspector> " }
    let third = columns / 3
    let prompts = stride(from: third, through: 4, by: -1).lazy.map { self.prompt(of: scene, cuttingNamesTo: $0) }
    // The blank at the end does not count.
    return prompts.first { TerminalText.width(Self.seen($0)) <= third + 1 } ?? prompt(of: scene, cuttingNamesTo: 3)
  }

  private func prompt(of scene: OpenScene, cuttingNamesTo width: Int) -> String {
    let style = shell.run.style
    func plain(_ text: String) -> String { TerminalText.cutInMiddle(TerminalText.escaped(text), to: width) }
    var text = style.bold(plain(scene.name)) + (scene.isModified ? style.warning("*") : "")
    if let scratch = scene.scratch { text += " {\(plain(scratch.name))}" }
    if let transaction = scene.session.transaction { text += " (\(plain(transaction)))" }
    if !scene.cursor.selection.isEmpty {
      text += " [\(plain(scene.selectionWords))]"
    } else if let id = shell.currentID {
      text += " \(plain(id))"
      if let title = scene.cursor.current.flatMap(scene.session.title) {
        let room = columns / 3 - TerminalText.width(Self.seen(hidden("\(text) > ")))
        let isShown = room >= min(TerminalText.width(title.quoted(to: .max)), Self.leastTitle)
        if isShown { text += " \(style.dim(title.quoted(to: room)))" }
      }
    }
    return hidden("\(text)> ")
  }

  /// The minimum number of columns for a title; with less room, the title is left out.
  private static let leastTitle = 12

  /// Returns the number of columns that remain after the prompt, the typed line and a margin of four.
  private func room(_ line: String) -> Int {
    columns - TerminalText.width(Self.seen(shownPrompt) + line) - 4
  }

  private var columns: Int { Terminal.size?.columns ?? 80 }

  /// Returns a prompt without its colour codes.
  private static func seen(_ prompt: String) -> String {
    let parts = prompt.parts(between: "\u{1}")
    return stride(from: 0, to: parts.count, by: 2).map { parts[$0] }.joined()
  }

  /// Returns the text with each colour code between marker bytes, so that the editor counts no columns for the code.
  private func hidden(_ text: String) -> String {
    var result = ""
    var isCode = false
    for scalar in text.unicodeScalars {
      if scalar == "\u{1B}", !isCode {
        // The editor accepts a single run of codes before a visible character.
        if result.ends(with: "\u{1}") { result.unicodeScalars.removeLast() } else { result += "\u{1}" }
        isCode = true
      }
      result.unicodeScalars.append(scalar)
      if isCode, scalar == "m" {
        result += "\u{1}"
        isCode = false
      }
    }
    return result
  }
}
