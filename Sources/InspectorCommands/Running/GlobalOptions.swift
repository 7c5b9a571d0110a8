internal import ArgumentParser

/// The options that every command has.
struct GlobalOptions: ParsableArguments {
  @Flag(help: "Print one JSON document instead of text.")
  var json = false

  @Option(
    name: .customLong("plugin"),
    help: ArgumentHelp(
      "A plugin, or a folder of plugins, to use before all others; may be repeated.", valueName: "path"))
  var plugins: [String] = []

  @Option(help: ArgumentHelp("When to use colours: auto, always or never.", valueName: "when"))
  var color = ColorChoice.auto

  @Option(help: ArgumentHelp("How long a plugin may take for an answer, in seconds.", valueName: "seconds"))
  var timeout = 5.0

  func validate() throws {
    guard timeout > 0, timeout <= 86_400 else {
      throw ValidationError("'--timeout' is a number of seconds above 0, at most 86400")
    }
  }

  /// The names, and whether a value follows.
  static let names: [(name: String, hasValue: Bool)] = [
    ("--json", false), ("--plugin", true), ("--color", true), ("--timeout", true),
  ]
}

enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
  case auto, always, never
}
