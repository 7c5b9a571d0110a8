package import ArgumentParser

/// A row of the command table, which describes one command. Help, the manual and the shell's completion are made from
/// the rows.
public struct CommandRow: Sendable {
  /// The name, such as `check` or `plugin list`.
  public let name: String

  /// The other names under which the program and its shell offer the command, such as `migrate`.
  package var otherNames: [String] = []

  /// The arguments after the name on a command line, without the options.
  public let arguments: String

  /// The summary of the command, one sentence without a subject.
  public let summary: String

  /// The description that follows the summary in the command's help; empty for none.
  public let discussion: String

  /// The examples in the order of the command's help, each with its effect.
  public let examples: [Example]

  /// The number of scenes with which the arguments begin.
  public let scenes: Scenes

  /// The possible exit codes, without the codes for signals, which can end any command; empty for a shell-only command.
  public let statuses: [ExitStatus]

  /// The format of the document that `--json` prints, such as `inspector-check/1`; empty if the command prints none.
  public let jsonFormat: String

  /// The places that offer the command: the program, its shell, or both.
  public var offer = Offer.everywhere

  /// True if only a shell offers the command.
  public var isShellOnly: Bool { offer == .shell }

  /// True if the command accepts ids. An unknown option is then interpreted as an id with a leading dash.
  public var takesIDs = false

  /// The words that other programs use for this command, such as `uninstall`. If the user types one of them as a
  /// command, the error message suggests this command.
  package var otherWords: [String] = []

  /// True if help omits the command.
  public var isHidden = false

  /// An example in the command's help.
  public struct Example: Sendable {
    /// The command line as typed.
    public let line: String

    /// The command's effect; help prints it below the line.
    public let effect: String

    /// True if the example also works in a shell, with the scene omitted.
    package let isForShell: Bool

    package init(_ line: String, _ effect: String, isForShell: Bool = true) {
      self.line = line
      self.effect = effect
      self.isForShell = isForShell
    }
  }

  /// The places that offer a command.
  public enum Offer: Sendable {
    /// The program and its shell.
    case everywhere
    case program, shell
  }

  /// The number of scenes that a command reads.
  public enum Scenes: Sendable {
    case none, one, many
  }

  package init(
    name: String, arguments: String, summary: String, discussion: String = "", examples: [Example], scenes: Scenes,
    offer: Offer = .everywhere, statuses: [ExitStatus], jsonFormat: String, takesIDs: Bool = false,
    otherNames: [String] = [], otherWords: [String] = [], isHidden: Bool = false
  ) {
    self.name = name
    self.otherNames = otherNames
    self.arguments = arguments
    self.summary = summary
    self.discussion = discussion
    self.examples = examples
    self.scenes = scenes
    self.statuses = statuses
    self.jsonFormat = jsonFormat
    self.offer = offer
    self.takesIDs = takesIDs
    self.otherWords = otherWords
    self.isHidden = isHidden
  }

  /// Returns true if a text is the name of the command, or another name of it.
  package func isNamed(_ text: String) -> Bool { text == name || otherNames.contains(text) }

  /// The last word of the name, such as `list` of `plugin list`.
  package var verb: String { name.split(separator: " ").last.map(String.init) ?? name }

  /// The first word of a name of two words, such as `plugin` of `plugin list`; `nil` for a command outside of groups.
  package var group: String? { name.utf8.firstIndex(of: UInt8(ascii: " ")).map { String(name[..<$0]) } }

  /// The examples in the form for the system's prompt, with the program's name.
  public var programExamples: [Example] {
    examples.map { $0.line.hasPrefix(name) ? Example("inspector \($0.line)", $0.effect) : $0 }
  }

  /// Returns examples in the form for help texts, with each effect below its command line.
  static func lines(_ examples: [Example]) -> [String] { examples.map { "  \($0.line)\n      \($0.effect)" } }

  /// The row as a configuration for swift-argument-parser.
  package var configuration: CommandConfiguration {
    let usage = [isShellOnly ? "" : "inspector", name, arguments, "[options]"].filter { !$0.isEmpty }.joined(
      separator: " ")
    var configuration = CommandConfiguration(
      commandName: verb, abstract: summary, usage: usage, discussion: help, shouldDisplay: !isHidden,
      aliases: otherNames)
    // A subcommand generates no completion scripts. Without this name, the parser would search for them, which takes
    // longer than the rest of its work.
    if !isShellOnly { configuration._superCommandName = group.map { "inspector \($0)" } ?? "inspector" }
    return configuration
  }

  /// The exit codes that help lists, including the codes for signals; empty for a shell-only command.
  var listedStatuses: [ExitStatus] {
    // A shell-only command has no exit code.
    guard !statuses.isEmpty else { return [] }
    return Set(statuses + [.hungUp, .interrupted, .terminated]).sorted { $0.rawValue < $1.rawValue }
  }

  /// The help sentence on the command's JSON output; empty if the command has none.
  private var jsonWords: String {
    if jsonFormat.isEmpty { return "" }
    // The output is a document of a foreign format only where the command prints nothing else.
    return jsonFormat.begins(with: "inspector-")
      ? "With '--json' it prints \(jsonFormat); see the folder Schemas." : "The output is always JSON: \(jsonFormat)."
  }

  private var help: String {
    let lines = Self.lines(isShellOnly ? examples : programExamples)
    let codes = listedStatuses.map { status in
      let number = String(status.rawValue)
      return "  \(String(repeating: " ", count: 3 - number.count))\(number)  \(status.meaning)"
    }
    return [
      discussion, examples.isEmpty ? "" : (["Examples:"] + lines).joined(separator: "\n"),
      codes.isEmpty ? "" : (["Exit codes:"] + codes).joined(separator: "\n"),
      jsonWords,
    ].filter { !$0.isEmpty }.joined(separator: "\n\n")
  }
}

extension Sequence<CommandRow> {
  /// Returns the verb of the first command that other programs call by the given word; nil if there is no such command.
  package func verb(knownElsewhereAs word: String) -> String? { first { $0.otherWords.contains(word) }?.verb }
}
