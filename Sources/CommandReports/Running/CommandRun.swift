package import CommandLineKit
internal import Glibc
internal import InspectorKit
internal import JSONText
package import SceneDocument
package import SceneSessions
package import Settings

/// One run of one command: its context together with the options common to all commands.
package struct CommandRun {
  package let context: CommandContext
  package let global: GlobalOptions

  /// The command table.
  package let commands: [any InspectorCommand.Type]

  /// The workspace that supplies the scenes.
  package let workspace: any Workspace

  package init(
    context: CommandContext, global: GlobalOptions, commands: [any InspectorCommand.Type],
    workspace: any Workspace
  ) {
    self.context = context
    self.global = global
    self.commands = commands
    self.workspace = workspace
  }

  /// The job through which Ctrl-C or the program cancels the command.
  package var job: InspectorJob { context.job }

  package var isJSON: Bool { global.json }

  /// The settings, including those that the command's options override.
  package var settings: Settings { global.settings(context) }

  /// The sandboxing of plugins.
  package var sandbox: PluginSandbox { global.limits(context).sandbox }

  /// The colours for the standard output; none for JSON, and by default none if the output is not a terminal.
  package var style: Style {
    let color = settings.text("color").flatMap(ColorChoice.init(rawValue:)) ?? .auto
    let hasColor =
      switch color {
      case .always: true
      case .never: false
      case .auto:
        context.terminal.isOutputTerminal && context.environment["TERM"] != "dumb"
      }
    return Style(hasColor: hasColor && !isJSON, hasTrueColor: context.terminal.hasTrueColor)
  }

  /// The maximum width of tables, in columns: the width of the terminal; `nil` for no limit, if the output is not a
  /// terminal or its width is unknown.
  package var tableWidth: Int? { context.terminal.isOutputTerminal ? context.terminal.columns : nil }

  // MARK: outputs

  /// Writes a line to the standard output.
  package func print(_ line: String) { context.print(line) }

  /// Writes text to the standard output. A terminal shows the first line wrapped; indented lines below it, such as an
  /// excerpt, are not wrapped.
  package func printWords(_ text: String) { print(Style.wrappedMessage(text, to: tableWidth)) }

  /// Writes a message, as a line, to the standard error.
  package func say(_ line: String) { context.say(line) }

  /// Writes a message that is neither an error nor a finding, as a line, to the standard error, unless `--quiet` leaves
  /// it out.
  package func note(_ line: String) { context.note(line) }

  /// Writes a failure to the standard error. A cancellation is reported elsewhere.
  package func say(_ failure: Diagnostic) { if !failure.isCancelled { say(failure.report) } }

  /// Writes a finding to the standard error, unless the command's JSON already shows the finding on the same terminal.
  package func say(_ finding: String, isInJSON: Bool) {
    if !isInJSON || !context.terminal.showsBothOutputs { say(finding) }
  }

  /// Writes a failure to the standard error, unless the command's JSON already shows the failure on the same terminal.
  package func say(_ failure: Diagnostic, isInJSON: Bool) {
    if !failure.isCancelled { say(failure.report, isInJSON: isInJSON) }
  }

  /// Prints a summary line, unless `--quiet` leaves it out. An indented line, such as a command to copy, is not wrapped
  /// at a terminal.
  package func printSummary(_ line: String) {
    guard !context.isQuiet else { return }
    if line.begins(with: " ") { print(line) } else { printWords(line) }
  }

  /// Writes a warning about a scene to the standard error. If `scene` is nil, the warning is about the command line.
  package func warn(_ message: String, of scene: String?) {
    say("\(scene.map(TerminalText.escaped) ?? "inspector"): warning: \(TerminalText.escapedLines(message))")
  }

  /// Writes a table, as wide as the terminal.
  package func print(_ table: TextTable) { table.forEachLine(width: tableWidth, under: job, print) }

  /// Throws the error `cancelled` if the command was cancelled, for example by Ctrl-C in a shell.
  package func checkCancelled() throws(Diagnostic) {
    if job.isCancelled { throw .interrupted }
  }

  // MARK: plugins and scenes

  /// The library of plugins. Its first use prints the problems of all plugins.
  package var library: PluginLibrary { library { _ in true } }

  /// Returns the library of plugins, for a command that itself reports some of the plugins' problems.
  ///
  /// - Parameter isSaid: returns true for a problem to print now, if this is the first use of the plugins.
  package func library(where isSaid: (Diagnostic) -> Bool) -> PluginLibrary {
    for problem in pluginProblems() where isSaid(problem) { say(problem.shown()) }
    saySettingProblems()
    return known.library
  }

  /// Returns the problems of the plugins on the first use, and none afterwards. The caller prints the problems.
  package func pluginProblems() -> [Diagnostic] {
    let (library, isNew) = known
    return isNew ? library.problems : []
  }

  /// The formats of other programs that documents may have. They are loaded only when a document is not a scene.
  package var formats: ForeignFormats { formatFiles.formats }

  /// Throws an error if `--format-name` names no known format, or if a palette of `--palette` cannot be read.
  package func checkFormatChoice() throws(Diagnostic) {
    for path in global.palettes {
      var status = stat()
      if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
        throw Diagnostic(ReportUsage.paletteIsNoFile(path))
      }
      try Diagnostic.ofFile(path) { () throws(SceneError) in _ = try MemberDocument.load(path: path, as: .palette) }
    }
    guard let name = global.formatName, formats.candidates.isEmpty else { return }
    let suggestion = DidYouMean.suggestion(for: name, among: formats.all.map(\.name))
    throw Diagnostic(ReportUsage.noFormat(name, suggestion: suggestion))
  }

  /// The files that describe the formats of other programs.
  package var formatFiles: FormatFiles { context.formats(paths: global.plugins, global.formatChoice) }

  /// Prints the problems of settings. Each problem is printed once.
  package func saySettingProblems() { for problem in context.newSettingProblems() { say(problem.shown()) } }

  /// Prints the faults of plugins that appeared only after their workers had started. Each fault is printed once.
  package func sayLateProblems() { for problem in context.lateProblems() { say(problem.shown()) } }

  private var known: (library: PluginLibrary, isNew: Bool) {
    context.library(
      paths: global.plugins, limits: global.limits(context),
      showsOutput: global.pluginOutput || context.showsPluginOutput, debugged: global.attachDebugger,
      isSafeMode: global.safeMode, formatChoice: global.formatChoice)
  }

  /// Parses a selector; throws an error if the text is not a selector. In a shell, `.` means the current object, and
  /// `@` means the objects that were found last.
  package func selector(_ text: String) throws(Diagnostic) -> Selector {
    if let selector = try workspace.target(text) { return selector }
    do throws(SelectorError) {
      return try Selector(parsing: text)
    } catch {
      if workspace.hasObject(text) { throw Diagnostic(ReportUsage.idForSelector(text)) }
      if let selector = Selector.text(bracketing: text) {
        throw Diagnostic(ReportUsage.bareCondition(text, selector: selector))
      }
      if SceneArguments.isSceneFile(text) { throw Diagnostic(ReportUsage.sceneAtEnd(text)) }
      var error = error
      if Self.mayBeID(text) { error.message += "; an id is written like '\(Selector.text(ofID: text))'" }
      throw Diagnostic(ReportUsage.badSelector(error))
    }
  }

  /// Returns true if a word could be an id without its `#`.
  private static func mayBeID(_ word: String) -> Bool {
    !word.isEmpty && !word.utf8.contains { $0 <= 0x20 || "#[](){}:*>+~,\"'\\@".utf8.contains($0) }
  }

  /// Calls `body` with a reference to a property, such as `ID.PROPERTY`. In a shell, the reference is first tried as
  /// the name of a property of each found object, or of the current one.
  ///
  /// - Parameter limit: the maximum number of objects to query.
  /// - Returns: the answers, and in `left` the number of objects beyond the limit.
  /// - Throws: the error of `body`, or an error if JSON is requested and there are several objects.
  package func asking<Answer>(
    _ reference: String, limit: Int = .max, _ body: (String) throws(Diagnostic) -> Answer
  ) throws(Diagnostic) -> (answers: [Answer], left: Int) {
    let ids = workspace.targetIDs
    guard let first = ids.first else { return ([try body(reference)], 0) }
    var answers: [Answer]
    do throws(Diagnostic) {
      answers = [try body("\(first).\(reference)")]
    } catch let refusal {
      guard reference.holds(".") else { throw refusal }
      do throws(Diagnostic) {
        return ([try body(reference)], 0)
      } catch {
        guard error.code == .unknownObject else { throw error }
        // `frame.z` refers to a component that the property lacks, not to an object 'frame'.
        let owner = reference.lastIndex(of: ".").map { reference[..<$0] } ?? ""
        let isComponent = (try? body("\(first).\(owner)")) != nil
        throw isComponent || refusal.code != .unknownProperty ? refusal : error
      }
    }
    if isJSON, ids.count > 1 { throw Diagnostic(ReportRefusal.severalSelected(ids.count, reference: reference)) }
    for id in ids.dropFirst().prefix(limit - 1) { answers.append(try body("\(id).\(reference)")) }
    return (answers, ids.count - answers.count)
  }

  /// Reads the text of a shell script from a file, or from the standard input if the path is `-`.
  package func text(ofScript path: String) throws(Diagnostic) -> String {
    try Diagnostic.ofFile(path) { () throws(SceneError) in FileName.text(of: try context.read(path, as: "script")) }
  }

  /// Returns true if the command line need not name a scene, because a list names some or the workspace has a current
  /// scene.
  package func mayNameNoScene(_ options: SceneOptions) -> Bool { options.hasList || workspace.currentScene != nil }

  /// Returns the scenes that a command acts on: the current scene, if any, before the named scenes.
  ///
  /// - Parameter findsOthers: true to select files of other programs' formats in folders, too.
  package func scenes(
    _ named: [String], _ options: SceneOptions, findsOthers: Bool = true
  ) throws(Diagnostic) -> [CommandScene] {
    try workspace.scenes(named, options, context) { findsOthers ? formats : nil }
  }

  /// Completes or rolls back the unfinished transactions of killed commands that include this file.
  package func finishTransactions(of path: String) {
    for end in FinishedTransaction.all(of: path, environment: context.environment) {
      switch end {
      case .finished(let files):
        let names = files.prefix(5).map(TerminalText.escaped).joined(separator: ", ")
        let more = files.count > 5 ? " and \(files.count - 5) more" : ""
        note(
          "inspector: finished a change of several files that an earlier command had begun when it was ended: \(names)\(more)"
        )
      case .undone: break
      case .kept(let problem): say(problem)
      }
    }
  }

  /// Opens a scene. In a shell, returns the session of the open scene, and throws if the scene is not open.
  ///
  /// - Parameters:
  ///   - searched: the selector with which the caller will search the scene; nil for none.
  ///   - edit: the edit that the caller will perform; nil for none.
  ///   - findsAllFaults: true to report all errors in the scene's text, not only the first.
  ///   - options: the options of the lock that keeps other processes from writing the file until it is saved; `nil` if
  ///     the scene is only read, or is saved in a transaction of several files.
  ///   - templates: the documents of the scene's templates.
  package func open(
    _ scene: CommandScene, comparing searched: Selector? = nil, editing edit: EditRequest? = nil,
    findsAllFaults: Bool = false, locking options: SaveOptions? = nil, templates: TemplateFiles = .shared
  ) throws(Diagnostic) -> SceneSession {
    let session = try workspace.session(
      of: scene, comparing: searched, editing: edit, findsAllFaults: findsAllFaults, locking: options,
      templates: templates, self)
    if global.trace, !workspace.keepsScenes {
      session.traceLifecycles { [hasTimes = !global.noTimes, outputs = context.outputs] life in
        life.lines(hasTimes: hasTimes).forEach(outputs.say)
      }
    }
    return session
  }
}

extension Selector {
  /// Returns the text of the selector that a condition without brackets probably means; nil if the text is not such a
  /// condition.
  ///
  /// ```swift
  /// Selector.text(bracketing: "text~=Ann")     // *[text*="Ann"]
  /// Selector.text(bracketing: "pointCount>4")  // *[pointCount>4]
  /// ```
  fileprivate static func text(bracketing text: String) -> String? {
    let name = text.prefix { $0.isLetter || $0.isNumber || "._".contains($0) }
    let rest = text.dropFirst(name.count).drop { $0 == " " }
    let signs = ["~=", "=~", "==", "^=", "$=", "*=", "!=", "<=", ">=", "=", "<", ">"]
    guard name.first?.isLetter == true, let sign = signs.first(where: rest.hasPrefix) else { return nil }
    // Some languages write "contains" and "equals" with other signs.
    let others = ["~=": "*=", "=~": "*=", "==": "="]
    let value = rest.dropFirst(sign.count).drop { $0 == " " }
    let isNumber = Double(value) != nil
    // If no number follows, `>` is the child combinator of a faulty selector, not a comparison.
    guard isNumber || sign != ">" else { return nil }
    let isBare = isNumber || value == "true" || value == "false" || value.first == "\""
    let selector = "*[\(name)\(others[sign] ?? sign)\(isBare ? String(value) : "\"\(value)\"")]"
    return value.isEmpty || (try? Selector(parsing: selector)) == nil ? nil : selector
  }
}
