package import ArgumentParser

/// One page of the `man` manual, made from a row of the command table and the parser's declarations of its options.
package struct ManualPage {
  /// The page's file name, such as `inspector-palette-set.1`.
  package let file: String
  package let text: String

  /// Makes the page of a command.
  ///
  /// - Parameter verbs: the commands typed while this one runs, as in a shell.
  package init(_ command: any ParsableCommand.Type, _ row: CommandRow, verbs: [CommandRow] = []) {
    let name = Self.pageName(row)
    var page = Roff(title: name, summary: row.summary)
    page.section("SYNOPSIS")
    page.line(".B inspector \(row.name)")
    page.paragraph(row.arguments.isEmpty ? "[options]" : "\(row.arguments) [options]")
    if !row.discussion.isEmpty {
      page.section("DESCRIPTION")
      page.paragraphs(row.discussion)
    }
    page.addOptions(of: command)
    page.add(verbs: verbs)
    page.section("EXAMPLES")
    for example in row.programExamples { page.item(example.line, example.effect) }
    page.section("EXIT STATUS")
    for status in row.listedStatuses {
      page.item("\(status.rawValue)", status.meaning)
    }
    if !row.jsonFormat.isEmpty {
      page.section("OUTPUT")
      page.paragraph("With --json it prints '\(row.jsonFormat)'.")
    }
    page.section("SEE ALSO")
    page.line(".BR inspector (1)")
    (file, text) = ("\(name).1", page.text)
  }

  /// Returns the page's name, such as `inspector-palette-set` for `palette set`.
  private static func pageName(_ row: CommandRow) -> String {
    "inspector-\(row.name.split(separator: " ").joined(separator: "-"))"
  }

  /// Makes the page of the whole program, which lists its commands.
  package init(program: CommandConfiguration, _ commands: [CommandRow]) {
    var page = Roff(title: "inspector", summary: program.abstract)
    page.section("SYNOPSIS")
    page.line(".B inspector")
    page.paragraph("<command> [arguments] [options]")
    page.section("DESCRIPTION")
    page.paragraphs(program.discussion)
    page.section("COMMANDS")
    for row in commands {
      page.item("inspector \(row.name) \(row.arguments)", "\(row.summary) See \(Self.pageName(row))(1).")
    }
    page.section("ENVIRONMENT")
    page.item("INSPECTOR_PLUGIN_PATH", "Folders with plugins, as absolute paths separated by colons.")
    page.item("INSPECTOR_PAGER, PAGER", "The pager for long output of a shell; empty or 'cat' for none.")
    page.item("NO_COLOR", "If set, output has no colours.")
    page.section("FILES")
    page.item("$XDG_DATA_HOME/inspector/plugins", "The user's own plugins.")
    page.item("$XDG_CONFIG_HOME/inspector/shellrc", "Commands that a shell at a terminal runs first.")
    page.item("$XDG_STATE_HOME/inspector", "The history of the shell, and edits that are not saved yet.")
    page.section("SEE ALSO")
    page.paragraph(commands.map { "\(Self.pageName($0))(1)" }.joined(separator: ", "))
    (file, text) = ("inspector.1", page.text)
  }
}

extension Roff {
  fileprivate mutating func addOptions(of command: any ParsableCommand.Type) {
    let options = DeclaredArgument.all(of: command).filter(\.isShown)
    guard !options.isEmpty else { return }
    section("OPTIONS")
    for option in options { item(option.synopsis, option.help) }
  }

  fileprivate mutating func add(verbs: [CommandRow]) {
    guard !verbs.isEmpty else { return }
    section("COMMANDS OF THE SHELL")
    for row in verbs { item("\(row.name) \(row.arguments)", "\(row.summary) \(row.discussion)") }
  }
}

extension DeclaredArgument {
  /// The argument as the page writes it, such as `-o, --output <file>`.
  fileprivate var synopsis: String {
    let value = "<\(valueName)>"
    if form == .positional { return value }
    return names.joined(separator: ", ") + (form == .option ? " \(value)" : "")
  }
}

/// Text in roff, the markup language of `man` pages.
struct Roff {
  private(set) var text: String

  init(title: String, summary: String) {
    text = ".TH \(title.uppercased()) 1 \"\" \"inspector \(inspectorVersion)\" \"Inspector Workbench\"\n"
    section("NAME")
    let summary = summary.hasSuffix(".") ? String(summary.dropLast()) : summary
    paragraph("\(title) - \(summary.prefix(1).lowercased())\(summary.dropFirst())")
  }

  mutating func line(_ line: String) { text += line + "\n" }

  mutating func section(_ name: String) { line(".SH \(name)") }

  mutating func paragraph(_ words: String) { line(Self.escaped(words)) }

  /// Appends paragraphs with empty lines between them; lines that begin with blanks keep their layout.
  mutating func paragraphs(_ words: String) {
    var isKept = false
    for part in words.split(separator: "\n", omittingEmptySubsequences: false) {
      let keeps = part.hasPrefix("  ")
      if keeps != isKept { line(keeps ? ".nf" : ".fi") }
      isKept = keeps
      if part.isEmpty { line(".PP") } else { paragraph(String(part)) }
    }
    if isKept { line(".fi") }
  }

  /// Appends a term and, indented below it, its description.
  mutating func item(_ head: String, _ words: String) {
    line(".TP")
    line("\\fB\(Self.escaped(head))\\fR")
    paragraph(words)
  }

  /// Escapes the characters that are markup in roff; a dash becomes one that can be copied and typed.
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
