internal import ArgumentParser
internal import JSONText

/// One page of the manual, for `man`: made from a row of the command table and from what the parser knows of its options.
struct ManualPage {
  /// Such as `inspector-palette-set.1`.
  let file: String
  let text: String

  /// One for the program and one for each command.
  static var all: [ManualPage] {
    [program] + CommandTable.all.filter { !$0.row.isHidden }.map { ManualPage($0) }
  }

  private init(_ command: any InspectorCommand.Type) {
    let row = command.row
    let name = Self.pageName(row)
    var page = Roff(title: name, summary: row.summary)
    page.section("SYNOPSIS")
    page.line(".B inspector \(row.name)")
    page.paragraph(row.arguments.isEmpty ? "[options]" : "\(row.arguments) [options]")
    if !row.discussion.isEmpty {
      page.section("DESCRIPTION")
      page.paragraphs(row.discussion)
    }
    page.add(options: CommandOption.all(of: command))
    if row.name == ShellCommand.row.name { page.addVerbs() }
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

  private init(file: String, text: String) { (self.file, self.text) = (file, text) }

  /// `inspector-palette-set` for `palette set`.
  private static func pageName(_ row: CommandRow) -> String {
    "inspector-\(row.name.split(separator: " ").joined(separator: "-"))"
  }

  private static var program: ManualPage {
    var page = Roff(title: "inspector", summary: Root.configuration.abstract)
    page.section("SYNOPSIS")
    page.line(".B inspector")
    page.paragraph("<command> [arguments] [options]")
    page.section("DESCRIPTION")
    page.paragraphs(Root.configuration.discussion)
    page.section("COMMANDS")
    for command in CommandTable.all where !command.row.isHidden {
      let row = command.row
      page.item("inspector \(row.name) \(row.arguments)", "\(row.summary) See \(pageName(row))(1).")
    }
    page.section("ENVIRONMENT")
    page.item("INSPECTOR_PLUGIN_PATH", "Folders with plugins, by whole paths, with colons between them.")
    page.item("INSPECTOR_PAGER, PAGER", "What shows long output of a shell; empty or 'cat' for nothing.")
    page.item("NO_COLOR", "Where it is set, output has no colours.")
    page.section("FILES")
    page.item("$XDG_DATA_HOME/inspector/plugins", "A person's own plugins.")
    page.item("$XDG_CONFIG_HOME/inspector/shellrc", "Commands that a shell at a terminal begins with.")
    page.item("$XDG_STATE_HOME/inspector", "The history of a shell, and edits that are not saved yet.")
    page.section("SEE ALSO")
    let pages = CommandTable.all.filter { !$0.row.isHidden }.map { "\(pageName($0.row))(1)" }
    page.paragraph(pages.joined(separator: ", "))
    return ManualPage(file: "inspector.1", text: page.text)
  }
}

/// An option or an argument of a command, from the parser's description of it.
private struct CommandOption {
  /// Such as `-o, --output <file>`.
  var names: String
  var help: String

  static func all(of command: any ParsableCommand.Type) -> [CommandOption] {
    // The only door to what the parser knows.
    guard let dump = try? JSON.parse(Array(command._dumpHelp().utf8)) else { return [] }
    return (dump["command"]?["arguments"]?.arrayValue ?? []).compactMap(CommandOption.init)
  }

  private init?(_ json: JSON) {
    guard json["shouldDisplay"]?.boolValue != false else { return nil }
    let value = "<\(json["valueName"]?.stringValue ?? "value")>"
    let kind = json["kind"]?.stringValue
    let names = (json["names"]?.arrayValue ?? []).compactMap { name -> String? in
      guard let text = name["name"]?.stringValue else { return nil }
      return name["kind"]?.stringValue == "short" ? "-\(text)" : "--\(text)"
    }
    self.names =
      kind == "positional" ? value : names.joined(separator: ", ") + (kind == "option" ? " \(value)" : "")
    help = json["abstract"]?.stringValue ?? ""
  }
}

/// Text in the language of `man`'s pages.
private struct Roff {
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

  /// Paragraphs with empty lines between them; lines that begin with blanks stay as they are.
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

  /// Something and, further in, what it is.
  mutating func item(_ head: String, _ words: String) {
    line(".TP")
    line("\\fB\(Self.escaped(head))\\fR")
    paragraph(words)
  }

  mutating func add(options: [CommandOption]) {
    guard !options.isEmpty else { return }
    section("OPTIONS")
    for option in options { item(option.names, option.help) }
  }

  /// The commands that a shell has beside those of the program.
  mutating func addVerbs() {
    section("COMMANDS OF THE SHELL")
    for verb in ShellTable.all {
      item("\(verb.row.name) \(verb.row.arguments)", "\(verb.row.summary) \(verb.row.discussion)")
    }
  }

  /// Signs that mean something in the language as they stand; a dash is one that can be typed.
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
