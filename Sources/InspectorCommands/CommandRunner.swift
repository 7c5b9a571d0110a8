internal import ArgumentParser
public import CommandLineKit
internal import CommandReports
internal import Glibc
internal import InspectorKit
internal import InspectorShell
internal import JSONText
internal import Workbench

/// A runner of command lines in a context.
///
/// ```swift
/// let status = CommandRunner(context).run(["check", "card.scene.json"])
/// ```
public struct CommandRunner {
  private let context: CommandContext

  /// Creates a runner whose commands run in this context, one after the other.
  public init(_ context: CommandContext) { self.context = context }

  /// Runs the command of the arguments, which exclude the program's name, and returns its exit status.
  public func run(_ arguments: [String]) -> ExitStatus {
    var status = context.output.failure == 0 ? runUnflushed(arguments) : .cannotWrite
    if status == .interrupted {
      context.signals.claimEnd()
      status = context.signals.status()
    }
    context.flush()
    guard context.output.failure == 0 else {
      let failure = context.output.failure
      let reason = failure == EBADF ? "it is closed, or open for reading only" : errnoText(failure)
      context.errors.write("inspector: the standard output cannot be written: \(reason)\n")
      return status == .done || status == .findings ? .cannotWrite : status
    }
    return status
  }

  private func runUnflushed(_ arguments: [String]) -> ExitStatus {
    let isJSON = arguments.prefix { $0 != "--" }.contains("--json")
    do {
      let arguments = SceneOptions.withPatternsApart(try Self.withGlobalOptionsAfterCommand(arguments))
      if let reading = try Self.read(arguments) { return perform(reading) }
      // The help of the program or of a group.
      var parsed = try Root.parseAsRoot(arguments)
      try parsed.run()
      return .done
    } catch let failure as Diagnostic {
      return report(failure, isJSON: isJSON)
    } catch {
      return answer(error, arguments, isJSON: isJSON)
    }
  }

  /// Parses the arguments with the named command alone, since the tree of all commands takes milliseconds to make. The
  /// tree is left for help and for anything that the command does not understand.
  private static func read(_ arguments: [String]) throws -> ArgumentReading? {
    guard let (command, count) = CommandTable.command(arguments, among: CommandTable.program) else { return nil }
    do {
      return try ArgumentReading(command, Array(arguments.dropFirst(count)))
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
    // A shell shows the progress of each of its commands.
    if !isShell { context.progress = Progress(context) }
    defer {
      context.progress?.end()
      context.progress = nil
      run.sayLateProblems()
    }
    do throws(Diagnostic) {
      let status = try reading.perform(run)
      // The output may be cut short.
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

  /// Reports the reason why a command failed.
  private func report(_ failure: Diagnostic, isJSON: Bool) -> ExitStatus {
    var (failure, status) = (failure, ExitStatus(failure))
    if context.job.isCancelled || failure.isCancelled {
      // Interrupted work may look like another failure.
      failure = .interrupted
      context.signals.claimEnd()
      status = context.signals.status()
    }
    context.say(failure.report)
    if isJSON { context.print(failure.document(status).text()) }
    return status
  }

  /// Handles an error of the argument parser: a request for help or the version, or a usage error.
  private func answer(_ error: any Error, _ arguments: [String], isJSON: Bool) -> ExitStatus {
    guard Root.exitCode(for: error) != .success else {
      let isDocument = isJSON && Self.asksForVersion(arguments)
      context.print(isDocument ? Self.versionDocument.text() : Root.fullMessage(for: error))
      return .done
    }
    return report(Diagnostic(OptionUsage(error, Root.self)), isJSON: isJSON)
  }

  /// True if arguments that the parser answers with a text ask for the version: without `--version` it has no answer.
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

  /// Checks the words after `help`, since the parser shows the help of the whole program for an unknown command.
  private static func checkHelp(of words: [String]) throws(Diagnostic) {
    let name = words.joined(separator: " ")
    let rows = CommandTable.rows
    guard !words.isEmpty, !rows.contains(where: { $0.name == name || $0.group == name }), name != "help" else { return }
    let known = rows.map(\.name) + rows.compactMap(\.group)
    throw Diagnostic(ProgramUsage.noHelp(name, suggestion: DidYouMean.suggestion(for: name, among: known)))
  }

  /// Moves leading global options behind the command: `inspector --json check x` means `inspector check --json x`, and
  /// the parser knows options of commands only.
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
      let suggestion = DidYouMean.suggestion(for: word, among: CommandTable.words)
      throw Diagnostic(ProgramUsage.unknownCommand(word, suggestion: suggestion))
    }
    rest.removeFirst()
    if word == "help" { try checkHelp(of: rest.filter { !$0.hasPrefix("-") }) }
    let verbs = CommandTable.program.filter { $0.row.group == word }.map { $0.row.verb }
    guard !verbs.isEmpty, let verb = rest.first, !verb.hasPrefix("-") else { return [word] + options + rest }
    guard (verbs + ["help"]).contains(verb) else {
      let suggestion = DidYouMean.suggestion(for: verb, among: verbs).map { "\(word) \($0)" }
      throw Diagnostic(ProgramUsage.unknownVerb("\(word) \(verb)", suggestion: suggestion, verbs: verbs))
    }
    return [word, verb] + options + rest.dropFirst()
  }
}
