package import ArgumentParser

/// One command's row of the table: all that help, documentation and a shell say of it comes from here.
public struct CommandRow: Sendable {
  /// The name, such as `check` or `plugin list`.
  public let name: String

  /// What follows the name on a command line, options apart.
  public let arguments: String

  /// What the command does, in half a sentence.
  public let summary: String

  /// What else there is to know.
  public let discussion: String

  /// Command lines with what they do.
  public let examples: [Example]

  /// How many scenes the arguments begin with.
  public let scenes: Scenes

  /// The exit codes that it can give, besides those of signals, which end any command.
  public let statuses: [ExitStatus]

  /// The document that `--json` prints, such as `inspector-check/1`.
  public let jsonFormat: String

  /// Whether only a shell has it.
  public var isShellOnly = false

  /// Whether its arguments are ids, so that one with a dash before it is tried as such.
  public var takesIDs = false

  /// Whether help leaves it out.
  public var isHidden = false

  /// An example of the command's help.
  public struct Example: Sendable {
    /// The command line as a person types it.
    public let line: String

    /// What it does, as help prints it beside the line.
    public let effect: String

    /// Whether it works in a shell too, the scene being left out.
    package let isForShell: Bool

    package init(_ line: String, _ effect: String, isForShell: Bool = true) {
      self.line = line
      self.effect = effect
      self.isForShell = isForShell
    }
  }

  /// How many scenes a command takes.
  public enum Scenes: Sendable {
    case none, one, many
  }

  package init(
    name: String, arguments: String, summary: String, discussion: String = "", examples: [Example], scenes: Scenes,
    statuses: [ExitStatus], jsonFormat: String, isShellOnly: Bool = false, takesIDs: Bool = false,
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
    self.isShellOnly = isShellOnly
    self.takesIDs = takesIDs
    self.isHidden = isHidden
  }

  /// The last word of the name.
  package var verb: String { name.split(separator: " ").last.map(String.init) ?? name }

  /// The word before it, for commands of a group.
  package var group: String? { name.contains(" ") ? name.split(separator: " ").first.map(String.init) : nil }

  /// The examples as they are typed at the system's prompt.
  public var programExamples: [Example] {
    examples.map { $0.line.hasPrefix(name) ? Example("inspector \($0.line)", $0.effect) : $0 }
  }

  /// Examples as help lists them.
  package static func lines(_ examples: [Example]) -> [String] { examples.map { "  \($0.line)\n      \($0.effect)" } }

  /// The row as swift-argument-parser wants it.
  package var configuration: CommandConfiguration {
    let usage = [isShellOnly ? "" : "inspector", name, arguments, "[options]"].filter { !$0.isEmpty }.joined(
      separator: " ")
    var configuration = CommandConfiguration(
      commandName: verb, abstract: summary, usage: usage, discussion: help, shouldDisplay: !isHidden)
    // A part of a program is not asked for completion scripts; looking for that takes the parser longer than the rest.
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
