internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import JSONText
internal import Workbench

struct SourceVerb: ShellVerb {
  static let row = CommandRow.verb(
    "source", "<file>", "Runs the commands of a file.", "It stops at the first command that fails.",
    [.init("source fix.txt", "as if they were typed")])

  @Argument(help: "The file.", completion: .file())
  var file: String

  func perform(_ shell: Shell) throws(Diagnostic) -> ExitStatus {
    let path = shell.expanded(file)
    guard shell.openScripts < 16 else { throw Diagnostic(ShellUsage.tooManyScripts(file)) }
    let text = try shell.run.text(ofScript: path)
    shell.paged?.release()
    shell.openScripts += 1
    defer { shell.openScripts -= 1 }
    return shell.performAll(TextInput(text, name: path))
  }
}

struct AliasVerb: SimpleVerb {
  static let row = CommandRow.verb(
    "alias", "[<name>=<command>]", "Defines a short name for a command, or lists all of them.",
    "What follows the short name is appended to the command. A start-up file is a good place for aliases.",
    [
      .init("alias stars='find StarView --columns pointCount'", "'stars' then lists them"), .init("alias", "lists all"),
    ], json: "inspector-aliases/1")

  @Argument(help: "The short name and its command.")
  var definition: String?

  func run(in shell: Shell) throws(Diagnostic) {
    guard let definition else {
      if shell.run.isJSON { return printDocument(shell) }
      for (name, command) in shell.aliases.sorted(by: { $0.key < $1.key }) {
        shell.print("alias \(TerminalText.escaped("\(name)=\(ShellLine.quoted(command))"))")
      }
      return
    }
    let parts = definition.unicodeScalars.split(
      separator: "=", maxSplits: 1, omittingEmptySubsequences: false
    ).map { String(Substring($0)) }
    guard parts.count == 2, !parts[0].isEmpty, !parts[0].unicodeScalars.contains(where: \.properties.isWhitespace)
    else {
      throw Diagnostic(ShellUsage.noAlias(definition))
    }
    do throws(CommandLineRefusal) {
      _ = try ShellLine(parts[1])
    } catch {
      throw Diagnostic(ShellUsage.badAlias(parts[0], error))
    }
    shell.aliases[parts[0]] = parts[1]
    if shell.run.isJSON { printDocument(shell) }
  }

  /// Prints all aliases as an `inspector-aliases/1` document.
  private func printDocument(_ shell: Shell) {
    let records = JSONRecords(shell.run.context, [("format", "inspector-aliases/1")], list: "aliases")
    for (name, command) in shell.aliases.sorted(by: { $0.key < $1.key }) {
      let record: JSON = ["name": .string(name), "command": .string(command)]
      records.add(record.text())
    }
    records.finish()
  }
}

struct UnaliasVerb: SimpleVerb {
  static let row = CommandRow.verb(
    "unalias", "<name>", "Removes a short name.", "", [.init("unalias stars", "one alias")])

  @Argument(help: "The short name.")
  var name: String

  func run(in shell: Shell) throws(Diagnostic) {
    guard shell.aliases.removeValue(forKey: name) != nil else { throw Diagnostic(ShellRefusal.noAlias(name)) }
  }
}

extension Shell {
  /// Returns true for `on`, false for `off`, and nil without a word; throws an error for other words.
  ///
  /// - Parameter verb: the name of the command, for the error.
  func isOn(_ word: String?, of verb: String) throws(Diagnostic) -> Bool? {
    switch word {
    case nil: nil
    case "on": true
    case "off": false
    case let word?: throw Diagnostic(ShellUsage.neitherOnNorOff(verb: verb, word))
    }
  }
}

struct TimingVerb: SimpleVerb {
  static let row = CommandRow.verb(
    "timing", "[on|off]", "Shows how long each command took.", "'\\timing' is the same.",
    [.init("timing on", "from now on")])

  @Argument(help: "On or off; toggles without an argument.")
  var choice: String?

  func run(in shell: Shell) throws(Diagnostic) {
    shell.isTiming = try shell.isOn(choice, of: "timing") ?? !shell.isTiming
    shell.print("timing is \(shell.isTiming ? "on" : "off")")
  }
}
