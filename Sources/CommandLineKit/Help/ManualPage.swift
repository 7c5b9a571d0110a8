package import ArgumentParser

/// One page of the `man` manual in roff, the markup language of `man`. The page of a command is made from its row in
/// the command table and from the parser's declarations of its options.
package struct ManualPage {
  /// The page's file name, such as `inspector-palette-set.1`.
  package let file: String
  package private(set) var text: String

  /// Creates the page of a command.
  ///
  /// - Parameter verbs: the commands that the user can type at the shell's prompt; empty for every command except a
  ///   shell.
  package init(_ command: any ParsableCommand.Type, _ row: CommandRow, verbs: [CommandRow] = []) {
    self.init(title: Self.name(row), summary: row.summary)
    section("SYNOPSIS")
    line(".B inspector \(row.name)")
    paragraph(row.arguments.isEmpty ? "[options]" : "\(row.arguments) [options]")
    if !row.discussion.isEmpty {
      section("DESCRIPTION")
      paragraphs(row.discussion)
    }
    let options = DeclaredArgument.all(of: command).filter(\.isShown)
    if !options.isEmpty { section("OPTIONS") }
    for option in options { item(option.synopsis, option.help) }
    if !verbs.isEmpty { section("COMMANDS OF THE SHELL") }
    for verb in verbs { item("\(verb.name) \(verb.arguments)", "\(verb.summary) \(verb.discussion)") }
    section("EXAMPLES")
    for example in row.programExamples { item(example.line, example.effect) }
    section("EXIT STATUS")
    for status in row.listedStatuses { item("\(status.rawValue)", status.meaning) }
    if !row.jsonFormat.isEmpty {
      section("OUTPUT")
      paragraph("With --json it prints '\(row.jsonFormat)'.")
    }
    section("SEE ALSO")
    line(".BR inspector (1)")
  }

  /// Creates the page of the program itself, with a list of its commands.
  package init(program: CommandConfiguration, _ commands: [CommandRow]) {
    self.init(title: "inspector", summary: program.abstract)
    section("SYNOPSIS")
    line(".B inspector")
    paragraph("<command> [arguments] [options]")
    section("DESCRIPTION")
    paragraphs(program.discussion)
    section("COMMANDS")
    for row in commands {
      item("inspector \(row.name) \(row.arguments)", "\(row.summary) See \(Self.name(row))(1).")
    }
    for (title, heading) in [("ENVIRONMENT", "Variables"), ("FILES", "Files")] {
      section(title)
      for row in HelpTopic.rows(of: "environment", under: heading) { item(row[0], row[1]) }
    }
    section("SEE ALSO")
    paragraph(commands.map { "\(Self.name($0))(1)" }.joined(separator: ", "))
  }

  /// Creates a page with its title and its NAME section.
  private init(title: String, summary: String) {
    file = "\(title).1"
    text = ".TH \(title.uppercased()) 1 \"\" \"inspector \(inspectorVersion)\" \"Inspector Workbench\"\n"
    section("NAME")
    let summary = summary.hasSuffix(".") ? String(summary.dropLast()) : summary
    paragraph("\(title) - \(summary.prefix(1).lowercased())\(summary.dropFirst())")
  }

  /// Returns the name of a command's page, such as `inspector-palette-set` for `palette set`.
  private static func name(_ row: CommandRow) -> String {
    "inspector-\(row.name.split(separator: " ").joined(separator: "-"))"
  }

  private mutating func line(_ line: String) { text += line + "\n" }

  private mutating func section(_ name: String) { line(".SH \(name)") }

  private mutating func paragraph(_ words: String) { line(Self.escaped(words)) }

  /// Appends paragraphs with empty lines between them; lines that begin with two blanks keep their layout.
  private mutating func paragraphs(_ words: String) {
    var isKept = false
    for part in words.split(separator: "\n", omittingEmptySubsequences: false) {
      let keeps = part.hasPrefix("  ")
      if keeps != isKept { line(keeps ? ".nf" : ".fi") }
      isKept = keeps
      if part.isEmpty { line(".PP") } else { paragraph(String(part)) }
    }
    if isKept { line(".fi") }
  }

  /// Appends a term and, indented below the term, its description.
  private mutating func item(_ head: String, _ words: String) {
    line(".TP")
    line("\\fB\(Self.escaped(head))\\fR")
    paragraph(words)
  }

  /// Escapes the characters that are markup in roff. `\-` is the dash that readers can copy from the page and type.
  private static func escaped(_ words: String) -> String {
    var result = ""
    for scalar in words.unicodeScalars {
      switch scalar {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "\n": result += " "
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result.hasPrefix(".") || result.hasPrefix("'") ? "\\&\(result)" : result
  }
}
