internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import Workbench

/// The command that explains a command, a topic, or a class or property of the plugins. It replaces the argument
/// parser's own `help`, which knows only commands.
struct HelpCommand: InspectorCommand {
  static let row = CommandRow(
    name: "help",
    arguments: "[<command>|<topic>|<property>|<class>]",
    summary: "Explains commands, topics, properties and classes.",
    discussion: """
      Without a name it lists the commands.

      Topics:
      \(HelpTopic.table)
      """,
    examples: [
      .init("help set", "a command"), .init("help selectors", "a topic"), .init("help pointCount", "a property"),
      .init("help StarView", "a class, with all its properties"),
    ],
    scenes: .none, offer: .program, statuses: [.done, .usage, .cannotWrite], jsonFormat: "inspector-help/1")

  @Argument(
    help: "The command, topic, property or class.",
    completion: .list(CommandTable.words + HelpTopic.all.map(\.name)))
  var words: [String] = []

  @OptionGroup var global: GlobalOptions

  func perform(_ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    let name = words.joined(separator: " ")
    let rows = CommandTable.rows.filter {
      name.isEmpty ? !$0.isHidden : $0.isNamed(name) || $0.group == name
    }
    if !rows.isEmpty, run.isJSON {
      run.printHelp(of: rows, isForShell: false)
    } else if !rows.isEmpty {
      run.print(Root.helpMessage(for: Self.command(name)))
    } else {
      run.print(try Self.answer(name, run))
    }
    return .done
  }

  /// Returns the command or group of commands with this name; the whole program if there is none, as for an empty name.
  private static func command(_ name: String) -> any ParsableCommand.Type {
    CommandTable.program.first { $0.row.isNamed(name) }?.inProgram
      ?? CommandTable.groups.first { $0.configuration.commandName == name } ?? Root.self
  }

  /// Returns the help about a topic or, if no topic has the name, about classes and properties of the plugins.
  ///
  /// - Throws: a usage error if nothing has the name.
  private static func answer(_ name: String, _ run: CommandRun) throws(Diagnostic) -> HelpAnswer {
    let topic = HelpAnswer(topic: name)
    guard topic.isEmpty else { return topic }
    let classes = run.library.classes
    let answer = HelpAnswer(declaration: name, among: classes)
    guard answer.isEmpty else { return answer }
    let suggestion = HelpAnswer.suggestion(for: name, commands: CommandTable.rows, classes: classes)
    throw Diagnostic(ProgramUsage.noHelp(name, suggestion: suggestion))
  }
}
