internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import Workbench

struct HelpVerb: SimpleVerb {
  static let row = CommandRow.verb(
    "help", "[<command>|<topic>|<property>|<class>]", "Explains commands, topics, properties and classes.",
    """
    A property can be one of the current object, of the selected objects, or of any class. \(HelpTopic.list) 'h' and \
    '?' do the same.
    """,
    [
      .init("help", "all commands"), .init("help set", "a command"), .init("help selectors", "a topic"),
      .init("help 'Corner Radius'", "a property"), .init("help StarView", "a class, with all its properties"),
    ], json: "inspector-help/1")

  @Argument(help: "The command, topic, property or class.")
  var words: [String] = []

  func run(in shell: Shell) throws(Diagnostic) {
    let name = words.joined(separator: " ")
    if name.isEmpty { return commands(shell) }
    let answer = HelpAnswer(topic: name)
    let command = shell.command(named: name)
    let rows = command.map { [$0.row] } ?? shell.commands.map { $0.row }.filter { $0.group == name }
    guard !rows.isEmpty || !answer.isEmpty else { return shell.run.print(try declarations(name, shell)) }
    if shell.run.isJSON, !rows.isEmpty { return shell.run.printHelp(of: rows, and: answer.topic, isForShell: true) }
    if let command {
      shell.print(command.row.shellText(command.helpMessage()))
    } else if !rows.isEmpty {
      var table = TextTable()
      for row in rows { table.add(Self.cells(row)) }
      shell.run.print(table)
    }
    guard !answer.isEmpty else { return }
    if !rows.isEmpty { shell.print("") }
    shell.run.print(answer)
  }

  // MARK: commands

  private func commands(_ shell: Shell) {
    guard !shell.run.isJSON else {
      return shell.run.printHelp(of: (shell.commands + shell.verbs).map { $0.row }, isForShell: true)
    }
    var table = TextTable()
    for (title, rows) in [
      ("Scenes and objects", shell.commands.map { $0.row }), ("The shell", shell.verbs.map { $0.row }),
    ] {
      table.add(line: shell.run.style.bold(title))
      for row in rows { table.add(Self.cells(row)) }
    }
    shell.run.print(table)
    for line in [
      "'help COMMAND' explains a command, and 'help PROPERTY' a property. Tab completes.", HelpTopic.list,
      "Commands act on the current object ('cd'), on the selected objects ('find'), or on a selector argument.",
      "At the prompt, an id alone shows its object, 'ID.PROPERTY' a property, and '> FILE', '>> FILE' or '| PROGRAM' redirects output.",
    ] {
      Style.wrapped(line, to: shell.run.tableWidth).forEach(shell.print)
    }
  }

  private static func cells(_ row: CommandRow) -> [TextTable.Cell] {
    [TextTable.Cell("  \(row.shellUsage)", as: .words), TextTable.Cell(row.summary, as: .words)]
  }

  // MARK: properties and classes

  /// Returns the properties and the class that a name can mean.
  ///
  /// - Throws: an error if the name means neither a property nor a class.
  private func declarations(_ name: String, _ shell: Shell) throws(Diagnostic) -> HelpAnswer {
    let answer = HelpAnswer(declaration: name, of: shell.targetClasses, among: shell.classes)
    guard answer.isEmpty else { return answer }
    let suggestion = HelpAnswer.suggestion(
      for: name, commands: (shell.verbs + shell.commands).map { $0.row }, classes: shell.classes)
    throw Diagnostic(ShellRefusal.noHelp(name, suggestion: suggestion))
  }
}
