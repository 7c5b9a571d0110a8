internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import InspectorKit
internal import JSONText
internal import Workbench

struct HelpVerb: SimpleVerb {
  static let row = CommandRow.verb(
    "help", "[<command>|<property>|<class>]", "Explains commands, properties and classes.",
    "A property can be one of the current object, of the selected objects, or of any class. 'h' and '?' do the same.",
    [
      .init("help", "all commands"), .init("help set", "a command"), .init("help 'Corner Radius'", "a property"),
      .init("help StarView", "a class, with all its properties"),
    ], json: "inspector-help/1")

  @Argument(help: "The topic.")
  var words: [String] = []

  func run(in shell: Shell) throws(Diagnostic) {
    let name = words.joined(separator: " ")
    if name.isEmpty { return commands(shell) }
    if shell.run.isJSON { return try document(name, shell) }
    if let command = shell.command(named: name) {
      shell.print(command.row.shellText(command.helpMessage()))
    } else if shell.commands.contains(where: { $0.row.group == name }) {
      var table = TextTable()
      for row in shell.commands.map({ $0.row }) where row.group == name { table.add(Self.cells(row)) }
      shell.run.print(table)
    } else {
      let (found, component) = try named(name, shell)
      if let component {
        var text = ComponentText()
        text.lines(component, shell.run.style, width: shell.run.tableWidth).forEach(shell.print)
      }
      for (property, classes) in found { report(property, classes, shell) }
    }
  }

  // MARK: commands

  private func commands(_ shell: Shell) {
    guard !shell.run.isJSON else { return write((shell.commands + shell.verbs).map { $0.row }, shell) }
    var table = TextTable()
    for (title, rows) in [
      ("Scenes and objects", shell.commands.map { $0.row }), ("The shell", shell.verbs.map { $0.row }),
    ] {
      table.add(line: shell.run.style.bold(title))
      for row in rows { table.add(Self.cells(row)) }
    }
    shell.run.print(table)
    shell.print("'help COMMAND' explains a command, and 'help PROPERTY' a property. Tab completes.")
    shell.print(
      "Commands act on the current object ('cd'), on the selected objects ('find'), or on a selector argument.")
    shell.print(
      "At the prompt an id shows its object, and '> FILE', '>> FILE' or '| PROGRAM' takes a command's output.")
  }

  private static func cells(_ row: CommandRow) -> [TextTable.Cell] {
    [TextTable.Cell("  \(row.shellUsage)", isWords: true), TextTable.Cell(row.summary, isWords: true)]
  }

  // MARK: JSON

  /// Prints `inspector-help/1` about a command, a group of commands, a property or a class.
  private func document(_ name: String, _ shell: Shell) throws(Diagnostic) {
    let verb = shell.verb(name).map { [$0.row] }
    let rows = verb ?? shell.commands.map { $0.row }.filter { $0.name == name || $0.group == name }
    guard rows.isEmpty else { return write(rows, shell) }
    let (found, component) = try named(name, shell)
    let properties = found.map { property, classes in
      JSON.object([.init("property", property.json), .init("classes", .array(classes.map(JSON.string)))])
    }
    let document: JSON = [
      "format": "inspector-help/1", "properties": .array(properties), "component": component?.json ?? .null,
    ]
    shell.run.print(document.text())
  }

  /// Prints `inspector-help/1` about commands.
  private func write(_ rows: [CommandRow], _ shell: Shell) {
    let records = JSONRecords(shell.run.context, [("format", "inspector-help/1")], list: "commands")
    for row in rows { records.add(row.json.text()) }
    records.finish()
  }

  // MARK: properties and classes

  /// Returns the properties, each with the names of its classes, and the class that a name or a label can mean.
  ///
  /// - Throws: an error if the name means neither a property nor a class.
  private func named(
    _ name: String, _ shell: Shell
  ) throws(Diagnostic) -> (
    properties: [(property: PropertyDefinition, classes: [String])], component: ComponentDefinition?
  ) {
    let found = shell.properties(named: name)
    let component = shell.classes.first { $0.name == name || $0.label.lowercased() == name.lowercased() }
    guard !found.isEmpty || component != nil else {
      let known =
        (shell.verbs + shell.commands).map { $0.row.name }
        + Set(shell.classes.flatMap { $0.properties.map(\.name) }).sorted() + shell.classes.map(\.name)
      throw Diagnostic(ShellRefusal.noHelp(name, suggestion: DidYouMean.suggestion(for: name, among: known)))
    }
    return (found, component)
  }

  /// Prints the description of a property.
  private func report(_ property: PropertyDefinition, _ classes: [String], _ shell: Shell) {
    let style = shell.run.style
    let (name, label) = (TerminalText.escaped(property.name), TerminalText.escaped(property.label))
    shell.print("\(style.bold(name))  \(property.type.rawValue)\(property.isOptional ? "?" : "")  \(label)")
    let limits = property.limits
    if !limits.isEmpty { shell.print("  \(TerminalText.escaped(limits))") }
    if let unit = property.unit { shell.print("  in \(TerminalText.escaped(unit))") }
    shell.print("  default \(ValueText(style: style).text(property.defaultValue))")
    for line in property.remarks { shell.print("  \(TerminalText.escaped(line))") }
    shell.print("  of \(classes.map(TerminalText.escaped).joined(separator: ", "))")
  }
}

extension CommandRow {
  /// An element of `commands` in `inspector-help/1`.
  fileprivate var json: JSON {
    [
      "name": .string(name), "arguments": .string(shellUsage), "summary": .string(summary),
      "discussion": .string(discussion),
      "examples": .array(shellExamples.map { ["line": .string($0.line), "effect": .string($0.effect)] }),
      "json": .string(jsonFormat), "shellOnly": .bool(isShellOnly),
    ]
  }
}
