internal import ArgumentParser
public import CommandLineKit
internal import CommandReports
internal import Glibc
internal import InspectorKit
internal import InspectorShell
internal import JSONText
internal import Workbench

/// A runner of the program's command lines, with the outputs and the environment of a context.
///
/// ```swift
/// let status = CommandRunner(context).run(["check", "card.scene.json"])
/// ```
public struct CommandRunner {
  private let context: CommandContext

  /// Creates a runner whose commands share the given context.
  public init(_ context: CommandContext) { self.context = context }

  /// Runs a command line, and returns the exit status.
  ///
  /// - Parameter arguments: the words of the command line after the program's name.
  public func run(_ arguments: [String]) -> ExitStatus {
    var status = context.output.failure == 0 ? runUnflushed(arguments) : .cannotWrite
    if status == .interrupted {
      context.signals.claimEnd()
      status = context.signals.status()
    }
    context.flush()
    let failure = context.output.failure
    if failure != 0 {
      let reason = failure == EBADF ? "it is closed, or open for reading only" : errnoText(failure)
      context.errors.write("inspector: standard output cannot be written: \(reason)\n")
      return status == .done || status == .findings ? .cannotWrite : status
    }
    return status
  }

  private func runUnflushed(_ arguments: [String]) -> ExitStatus {
    let isJSON = arguments.prefix { $0 != "--" }.contains("--json")
    do {
      let arguments = SceneOptions.withPatternsApart(try Self.withGlobalOptionsAfterCommand(arguments))
      if let reading = try Self.read(arguments) { return perform(reading) }
      // The words request the help of the program or of a group of commands.
      var parsed = try Root.parseAsRoot(arguments)
      try parsed.run()
      return .done
    } catch let failure as Diagnostic {
      return report(failure, isJSON: isJSON)
    } catch {
      return answer(error, arguments, isJSON: isJSON)
    }
  }

  /// Parses the arguments with the named command alone, since building the parser's tree of all commands takes
  /// milliseconds. Returns nil if the tree is necessary: for help, and for words that the command does not understand.
  private static func read(_ arguments: [String]) throws -> ArgumentReading? {
    guard let (listed, count) = CommandTable.command(arguments, among: CommandTable.program) else { return nil }
    let command = listed.inProgram
    do {
      let words = Array(arguments.dropFirst(count))
      let reading = try ArgumentReading(command, words)
      try ArgumentReading.checkScenesFirst(words, of: command)
      return reading
    } catch let failure as Diagnostic {
      throw failure
    } catch let option as OptionUsage {
      let unknown = option.explained(by: Root.self) { try Root.parseAsRoot(arguments) }
      if let unknown { throw Diagnostic(unknown) }
      return nil
    } catch {
      return nil
    }
  }

  private func perform(_ reading: ArgumentReading) -> ExitStatus {
    let isShell = reading.command is ShellCommand
    let run = CommandRun(
      context: context, global: reading.command.global, commands: CommandTable.all, workspace: FileWorkspace())
    context.refreshSettings()
    run.saySettingProblems()
    // A shell itself shows the progress of each of its commands.
    if !isShell, !run.global.quiet { context.progress = Progress(context) }
    defer {
      context.progress?.end()
      context.progress = nil
      run.sayLateProblems()
      context.sayNotesAtEnd()
    }
    do throws(Diagnostic) {
      let status = try reading.perform(run)
      // The output of a cancelled command may be incomplete.
      if context.job.isCancelled, status == .done || status == .findings, !isShell,
        context.job.committedFiles.isEmpty
      {
        throw .interrupted
      }
      return status
    } catch {
      return report(error, isJSON: run.isJSON)
    }
  }

  /// Reports the error that ended a command, and returns the exit status.
  private func report(_ failure: Diagnostic, isJSON: Bool) -> ExitStatus {
    var (failure, status) = (failure, ExitStatus(failure))
    if context.job.isCancelled || failure.isCancelled {
      // Interrupted work may end with an error of another kind.
      failure = .interrupted
      context.signals.claimEnd()
      status = context.signals.status()
    }
    if !isJSON || !context.terminal.showsBothOutputs { context.say(failure.report) }
    if isJSON { context.print(failure.document(status).text()) }
    return status
  }

  /// Handles an error of the argument parser: prints the requested help or version, or reports a usage error.
  private func answer(_ error: any Error, _ arguments: [String], isJSON: Bool) -> ExitStatus {
    guard Root.exitCode(for: error) != .success else {
      let isDocument = isJSON && Self.asksForVersion(arguments)
      context.print(isDocument ? Self.versionDocument.text() : Root.fullMessage(for: error))
      return .done
    }
    return report(Diagnostic(OptionUsage(error, Root.self)), isJSON: isJSON)
  }

  /// Returns true if the arguments request the version instead of help: without `--version`, the parser would accept
  /// them or fail, rather than print help.
  private static func asksForVersion(_ arguments: [String]) -> Bool {
    let others = arguments.filter { $0 != "--version" }
    guard others.count < arguments.count else { return false }
    do {
      _ = try Root.parseAsRoot(others)
      return true
    } catch {
      return Root.exitCode(for: error) != .success
    }
  }

  private static let versionDocument: JSON = ["format": "inspector-version/1", "version": .string(inspectorVersion)]

  /// Returns the arguments with leading global options moved after the command, since the parser accepts options only
  /// there: `inspector --json check x` becomes `inspector check --json x`.
  ///
  /// - Throws: an error if the first word is not a command, or the second word is not a command of the group.
  private static func withGlobalOptionsAfterCommand(_ arguments: [String]) throws -> [String] {
    var options: [String] = []
    var rest = arguments[...]
    while let first = rest.first, first.hasPrefix("-"),
      let option = GlobalOptions.names.first(where: { name, _ in
        first == name || first.hasPrefix("\(name)=")
      })
    {
      options.append(rest.removeFirst())
      if option.hasValue, first == option.name, !rest.isEmpty { options.append(rest.removeFirst()) }
    }
    guard let word = rest.first, !word.hasPrefix("-") else { return Array(rest) + options }
    guard CommandTable.words.contains(word) else {
      if SceneFile(word)?.isRegular == true { throw Diagnostic(ProgramUsage.fileForCommand(word)) }
      let suggestion =
        CommandTable.rows.lazy.filter { $0.group == nil }.verb(knownElsewhereAs: word)
        ?? DidYouMean.suggestion(for: word, among: CommandTable.words)
      throw Diagnostic(ProgramUsage.unknownCommand(word, suggestion: suggestion))
    }
    rest.removeFirst()
    let group = CommandTable.rows.filter { $0.group == word }
    let verbs = group.map(\.verb)
    guard !verbs.isEmpty, let verb = rest.first, !verb.hasPrefix("-") else { return [word] + options + rest }
    guard (verbs + ["help"]).contains(verb) else {
      let suggestion = (group.verb(knownElsewhereAs: verb) ?? DidYouMean.suggestion(for: verb, among: verbs))
        .map { "\(word) \($0)" }
      throw Diagnostic(ProgramUsage.unknownVerb("\(word) \(verb)", suggestion: suggestion, verbs: verbs))
    }
    return [word, verb] + options + rest.dropFirst()
  }
}
