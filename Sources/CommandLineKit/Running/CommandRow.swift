package import ArgumentParser

/// One command's row of the command table, the source of help, documentation and the shell's descriptions.
public struct CommandRow: Sendable {
  /// The name, such as `check` or `plugin list`.
  public let name: String

  /// The arguments after the name on a command line, without the options.
  public let arguments: String

  /// The summary of the command, in half a sentence.
  public let summary: String

  /// The further description of the command.
  public let discussion: String

  /// The example command lines with their effects.
  public let examples: [Example]

  /// The number of scenes that the arguments begin with.
  public let scenes: Scenes

  /// The possible exit codes, besides those of signals, which end any command.
  public let statuses: [ExitStatus]

  /// The format of the document that `--json` prints, such as `inspector-check/1`.
  public let jsonFormat: String

  /// The place where the command is offered.
  public var offer = Offer.everywhere

  /// True if only a shell has the command.
  public var isShellOnly: Bool { offer == .shell }

  /// True if the arguments are ids, so that one with a leading dash is tried as an id.
  public var takesIDs = false

  /// True if help omits the command.
  public var isHidden = false

  /// An example of the command's help.
  public struct Example: Sendable {
    /// The command line as typed.
    public let line: String

    /// The effect of the command, as help prints it beside the line.
    public let effect: String

    /// True if the example also works in a shell, with the scene omitted.
    package let isForShell: Bool

    package init(_ line: String, _ effect: String, isForShell: Bool = true) {
      self.line = line
      self.effect = effect
      self.isForShell = isForShell
    }
  }

  /// A place where a command is offered.
  public enum Offer: Sendable {
    /// The program and its shell.
    case everywhere
    case program, shell
  }

  /// The number of scenes that a command takes.
  public enum Scenes: Sendable {
    case none, one, many
  }

  package init(
    name: String, arguments: String, summary: String, discussion: String = "", examples: [Example], scenes: Scenes,
    offer: Offer = .everywhere, statuses: [ExitStatus], jsonFormat: String, takesIDs: Bool = false,
    isHidden: Bool = false
  ) {
    self.name = name
    self.arguments = arguments
    self.summary = summary
    self.discussion = discussion
    self.examples = examples
    self.scenes = scenes
    self.statuses = statuses
    self.jsonFormat = jsonFormat
    self.offer = offer
    self.takesIDs = takesIDs
    self.isHidden = isHidden
  }

  /// The last word of the name.
  package var verb: String { name.split(separator: " ").last.map(String.init) ?? name }

  /// The first word of the name, for commands of a group; `nil` for others.
  package var group: String? { name.contains(" ") ? name.split(separator: " ").first.map(String.init) : nil }

  /// The examples as typed at the system's prompt.
  public var programExamples: [Example] {
    examples.map { $0.line.hasPrefix(name) ? Example("inspector \($0.line)", $0.effect) : $0 }
  }

  /// Returns examples as help lists them.
  package static func lines(_ examples: [Example]) -> [String] { examples.map { "  \($0.line)\n      \($0.effect)" } }

  /// The row as a configuration for swift-argument-parser.
  package var configuration: CommandConfiguration {
    let usage = [isShellOnly ? "" : "inspector", name, arguments, "[options]"].filter { !$0.isEmpty }.joined(
      separator: " ")
    var configuration = CommandConfiguration(
      commandName: verb, abstract: summary, usage: usage, discussion: help, shouldDisplay: !isHidden)
    // A subcommand is never asked for completion scripts; searching for them takes the parser longer than the rest.
    if !isShellOnly { configuration._superCommandName = group.map { "inspector \($0)" } ?? "inspector" }
    return configuration
  }

  /// The exit codes as help lists them.
  var listedStatuses: [ExitStatus] {
    // A command of a shell has none.
    guard !statuses.isEmpty else { return [] }
    return Set(statuses + [.hungUp, .interrupted, .terminated]).sorted { $0.rawValue < $1.rawValue }
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
      jsonFormat.isEmpty ? "" : "With --json it prints '\(jsonFormat)'; see Schemas.",
    ].filter { !$0.isEmpty }.joined(separator: "\n\n")
  }
}
