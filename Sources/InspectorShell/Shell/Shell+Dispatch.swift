import ArgumentParser
import CommandLineKit
import CommandReports
import InspectorKit
import Workbench

extension Shell {
  /// Runs a command, redirects its output if the command line says so, and reports the error if the command fails.
  func dispatch(_ command: ShellLine.Command) -> ExitStatus {
    guard let output = command.output else { return dispatch(command.words) }
    do throws(Diagnostic) {
      return try dispatch(command.words, to: output)
    } catch {
      printDocument(error, of: command.words)
      return report(error)
    }
  }

  /// Runs the command or the alias that the words begin with, and reports the error if the command fails.
  func dispatch(_ words: [String]) -> ExitStatus {
    guard let word = words.first else { return .done }
    if let alias = aliases[word], !expanding.contains(word) { return expand(word, alias, Array(words.dropFirst())) }
    guard !isJSON(words) else { return performJSON(words) }
    do throws(Diagnostic) {
      return try performWords(words)
    } catch {
      return report(error)
    }
  }

  /// Runs the shell-only command, or the command of the program, that the words begin with.
  func performWords(_ words: [String]) throws(Diagnostic) -> ExitStatus {
    context.refreshSettings()
    run.saySettingProblems()
    for scene in scenes { follow(templatesOf: scene) }
    followScenes()
    guard let verb = verb(words[0]) else { return try performBatch(words) }
    return try perform(verb, Array(words.dropFirst()))
  }

  /// Runs the commands of an alias, the last one with the words after the alias, until one fails.
  private func expand(_ word: String, _ alias: String, _ rest: [String]) -> ExitStatus {
    expanding.insert(word)
    defer { expanding.remove(word) }
    do throws(CommandLineRefusal) {
      var commands = try ShellLine(alias).commands
      if !commands.isEmpty { commands[commands.count - 1].words += rest }
      for command in commands {
        guard !job.isCancelled else {
          reportCancelled(command)
          printDocument(.interrupted, of: command.words)
          return .interrupted
        }
        let status = dispatch(command)
        if status == .interrupted, !hasReportedCancelled { reportCancelled(command) }
        guard status == .done else { return status }
      }
      return .done
    } catch {
      let failure = Diagnostic(ShellUsage.badAlias(word, error))
      printDocument(failure, of: [word] + rest)
      return report(failure)
    }
  }

  /// Reports an error, unless it is a cancellation, and returns the exit status of a command that ends with the error.
  func report(_ failure: Diagnostic) -> ExitStatus {
    run.say(failure)
    return ExitStatus(failure)
  }

  // MARK: the shell's own commands

  private static let quietOptions = ["-q", "--quiet"]

  private func perform(_ verb: any InspectorCommand.Type, _ words: [String]) throws(Diagnostic) -> ExitStatus {
    // Every command accepts the options for JSON and for quiet output.
    let options = words.prefix { $0 != "--" }
    let others = options.filter { $0 != Self.jsonOption && !Self.quietOptions.contains($0) }
    let words = others + words.dropFirst(options.count)
    var global = global
    global.quiet = global.quiet || options.contains(where: Self.quietOptions.contains)
    return try perform(verb, words) { _ in run(global) }
  }

  /// Parses the arguments of a command, and runs the command.
  ///
  /// - Parameter environment: returns the environment in which the parsed command runs.
  private func perform(
    _ type: any InspectorCommand.Type, _ arguments: [String], in environment: (any InspectorCommand) -> CommandRun
  ) throws(Diagnostic) -> ExitStatus {
    let reading: ArgumentReading
    do {
      reading = try ArgumentReading(type, arguments, former: parsedCommands)
    } catch let failure as Diagnostic {
      throw failure
    } catch {
      return try answer(error, type, arguments)
    }
    return try reading.perform(environment(reading.command))
  }

  /// Handles an error of the argument parser: prints help if the arguments request it, otherwise throws a usage error.
  private func answer(
    _ error: any Error, _ command: any InspectorCommand.Type, _ arguments: [String]
  ) throws(Diagnostic) -> ExitStatus {
    guard command.exitCode(for: error) != .success else {
      print(command.row.shellText(command.fullMessage(for: error)))
      return .done
    }
    if isAtPrompt, let word = arguments.first(where: Self.joinsPipe) {
      throw Diagnostic(ShellUsage.joinedRedirection(word))
    }
    let unknown = (error as? OptionUsage).flatMap { option in
      option.explained(by: command) { try command.parse(arguments) }
    }
    throw Diagnostic((unknown ?? OptionUsage(error, command)).inShell(command.row))
  }

  /// Returns true if a word probably contains a pipe, such as `|wc` or `StarView|wc`.
  private static func joinsPipe(_ word: String) -> Bool { word.holds("|") && !word.contains { "[\"'".contains($0) } }

  // MARK: commands that work on files elsewhere

  /// The program's options that apply to a whole shell. A command of the program that is typed in a shell refuses them.
  private static let shellOptions = [
    "--plugin", "--safe-mode", "--timeout", "--plugin-memory", "--plugin-threads", "--sandbox", "--plugin-output",
    "--attach-debugger", "--format-name", "--palette",
  ]

  /// Runs a command of the program on the current scene.
  private func performBatch(_ words: [String]) throws(Diagnostic) -> ExitStatus {
    let (command, rest) = try batchCommand(words)
    let options = rest.prefix { $0 != "--" }
    for option in Self.shellOptions where options.contains(where: { $0 == option || $0.hasPrefix("\(option)=") }) {
      throw Diagnostic(ShellUsage.optionOfShell(option))
    }
    for option in ["--trace", "--no-times"] where options.contains(option) {
      throw Diagnostic(ShellUsage.optionOfTrace(option))
    }
    // Nothing after '--' is an option. Without any argument the parser would print the full help, not the short error
    // that the user needs.
    let color = run.global.color
    let isColorGiven = color != nil || options.contains { $0 == "--color" || $0.begins(with: "--color=") }
    var arguments = color != nil || command.row.scenes != .none ? ["--color", (color ?? .auto).rawValue] : []
    if run.global.json, !options.contains(Self.jsonOption) { arguments.append(Self.jsonOption) }
    arguments += rest
    let wantsHelp = options.contains("--help") || options.contains("-h")
    if command.row.scenes != .none, !wantsHelp { _ = try current() }
    return try perform(command, arguments) { command in
      var global = command.global.filled(from: self.global)
      if !isColorGiven { global.color = nil }
      return run(global)
    }
  }

  /// Returns the command of the program that the words begin with, and the words after its name. At a prompt, the name
  /// of an object or of a property alone means `show`. Throws an error if there is no such command.
  private func batchCommand(
    _ words: [String]
  ) throws(Diagnostic) -> (command: any InspectorCommand.Type, rest: [String]) {
    if let (command, count) = CommandTable.command(words, among: commands) {
      return (command, Array(words.dropFirst(count)))
    }
    let verbs = commands.filter { $0.row.group == words[0] }.map { $0.row.verb }
    if !verbs.isEmpty { throw Diagnostic(ShellUsage.noVerb(of: words[0], verbs: verbs)) }
    if words[0] == "inspector" {
      let line = words.count > 1 ? words.dropFirst().map(ShellLine.quoted).joined(separator: " ") : "help"
      throw Diagnostic(ShellUsage.programInShell(command: line))
    }
    if isAtPrompt, words[0].contains(where: { "|>".contains($0) }) {
      throw Diagnostic(ShellUsage.joinedRedirection(words[0]))
    }
    if words[0] == "shell" { throw Diagnostic(ShellUsage.isTheShell) }
    if aliases[words[0]] != nil { throw Diagnostic(ShellUsage.aliasOfItself(words[0])) }
    if isAtPrompt, let scene, words.dropFirst().allSatisfy({ $0.begins(with: "-") }),
      scene.document.node(typed: words[0]) != nil || reference(words[0], in: scene.session) != nil
    {
      return try batchCommand(["show"] + words.dropFirst() + ["--", words[0]])
    }
    let rows = (self.verbs + commands).map { $0.row }
    let suggestion =
      rows.lazy.filter { $0.group == nil }.verb(knownElsewhereAs: words[0])
      ?? DidYouMean.suggestion(for: words[0], among: rows.map(\.name) + aliases.keys.sorted())
    throw Diagnostic(ShellUsage.unknownCommand(words[0], suggestion: suggestion))
  }
}

extension Shell {
  /// Returns the command line after a leading `!`, for the system's shell; nil if the line does not begin with `!`.
  static func program(in line: String) -> String? {
    let scalars = line.unicodeScalars.drop { $0 == " " || $0 == "\t" }
    return scalars.first == "!" ? String(scalars.dropFirst()) : nil
  }

  /// Runs a command line in the system's shell, and reports how the program ended, unless it succeeded.
  func perform(program command: String) {
    run.context.flush()
    guard command.contains(where: { !$0.isWhitespace }) else {
      return say("inspector: '!' is followed by a command, as in '! ls'")
    }
    guard let process = ChildProgram.start(command, run.context.environment) else {
      _ = report(Diagnostic(ShellRefusal.noSystemShell))
      return
    }
    let end = ChildProgram.wait(for: process)
    // A Ctrl-C during the program was meant for the program, not for the shell.
    job.reset()
    report(end, of: command)
  }

  /// Reports the end of a program, unless it succeeded.
  ///
  /// - Parameter command: the command line of the program.
  func report(_ end: ChildProgram.End, of command: String) {
    let name = TerminalText.truncated(TerminalText.escaped(command.trimmed), to: 40)
    switch end {
    case .exited(0): break
    case .exited(let code): say("inspector: exit code \(code) from: \(name)")
    case .signal(let number): say("inspector: signal \(number) killed: \(name)")
    }
  }
}
