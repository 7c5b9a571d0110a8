package import ArgumentParser
internal import InspectorKit
internal import JSONText
package import PluginHost
package import Settings

/// The options that every command has.
package struct GlobalOptions: ParsableArguments {
  @Flag(help: "Print one JSON document instead of text.")
  package var json = false

  @Flag(
    name: [.customShort("q"), .long],
    help: "Print only results, findings and errors: no counts, notes, progress, or notices about plugins.")
  package var quiet = false

  @Option(
    name: .customLong("plugin"),
    help: ArgumentHelp(
      "A plugin, or a folder of plugins, that takes precedence over all others; may be repeated.", valueName: "path"),
    completion: .file())
  package var plugins: [String] = []

  @Option(
    help: ArgumentHelp(
      "The format of files that are no scenes, such as 'tiled'; by default their contents decide.", valueName: "name"))
  package var formatName: String?

  @Option(
    name: .customLong("palette"),
    help: ArgumentHelp(
      "A palette whose colours can be given by name in files that are no scenes; may be repeated.", valueName: "file"),
    completion: .file())
  package var palettes: [String] = []

  /// The choices that the options specify for documents that are not scenes.
  package var formatChoice: FormatChoice {
    FormatChoice(name: formatName, palettes: palettes.map { realpath($0) ?? $0 })
  }

  @Flag(help: "Do not look for or run plugins: every class is unknown and read-only.")
  package var safeMode = false

  @Option(
    help: ArgumentHelp(
      "When to use colours: auto, always or never; by default as the setting 'color' says.", valueName: "when"))
  package var color: ColorChoice?

  @Option(
    help: ArgumentHelp(
      "The time that a plugin may take for one object, in seconds; 5 by default.", valueName: "seconds"))
  package var timeout: Double?

  @Option(
    help: ArgumentHelp(
      "The memory that a plugin may use, in MB of address space; 4096 by default, 0 for no limit.",
      valueName: "mb"))
  var pluginMemory: Int?

  @Option(
    help: ArgumentHelp(
      "The number of threads that a plugin's process may have in its sandbox; 64 by default, 0 for no limit.",
      valueName: "count"))
  var pluginThreads: Int?

  @Option(
    help: ArgumentHelp(
      "Sandboxing of plugins: 'require' it, 'try' what the kernel supports (the default), or 'off'.",
      valueName: "mode"),
    completion: .list(PluginSandbox.allCases.map(\.rawValue)),
    transform: { text in
      guard let mode = PluginSandbox(rawValue: text) else {
        throw ValidationError("'--sandbox' must be require, try or off, not '\(text)'")
      }
      return mode
    })
  package var sandbox: PluginSandbox?

  @Flag(help: "Show what plugins write to standard error, each line preceded by the plugin's name.")
  package var pluginOutput = false

  @Option(
    help: ArgumentHelp(
      "Each time this plugin starts, make it wait, without a time limit, until a debugger is attached.",
      valueName: "plugin"))
  package var attachDebugger: String?

  @Flag(
    help: ArgumentHelp(
      "Report on standard error what happens to each component that is built: init, attributes, awake, edit, recreate."
    ))
  package var trace = false

  @Flag(help: "Leave durations out of the trace, so that traces can be compared.")
  package var noTimes = false

  package init() {}

  package func validate() throws {
    guard !safeMode || attachDebugger == nil else {
      throw ValidationError(
        "'--safe-mode' runs no plugins, but '--attach-debugger' names one; use only one of these options")
    }
    guard !safeMode || plugins.isEmpty else {
      throw ValidationError("'--safe-mode' runs no plugins, but '--plugin' names one; use only one of these options")
    }
    if let timeout, !(timeout > 0 && timeout <= 86_400) {
      throw ValidationError("'--timeout' must be a number of seconds, greater than 0 and at most 86400")
    }
    if let pluginMemory, !(0...Self.mostMemory).contains(pluginMemory) {
      throw ValidationError("'--plugin-memory' must be a number of MB, at most \(Self.mostMemory), or 0 for no limit")
    }
    if let pluginThreads, !(0...Self.mostThreads).contains(pluginThreads) {
      throw ValidationError(
        "'--plugin-threads' must be a number of threads, at most \(Self.mostThreads), or 0 for no limit")
    }
    guard trace || !noTimes else {
      throw ValidationError("'--no-times' applies to '--trace'; give that too")
    }
  }

  private static let mostMemory = 1 << 30
  private static let mostThreads = 1 << 20

  /// Returns the limits for each plugin's process, on the time for a reply, memory, threads and the sandbox.
  package func limits(_ context: CommandContext) -> PluginLimits {
    let settings = settings(context)
    let isStandard = settings.layers(of: "plugins.timeout").last?.source == .standard
    let timeout = isStandard ? context.defaultTimeout : settings.number("plugins.timeout") ?? context.defaultTimeout
    return PluginLimits(
      answer: .milliseconds(Int64((timeout * 1000).rounded(.up))),
      memory: settings.count("plugins.memory").map { $0 << 20 } ?? PluginLimits.usualMemory,
      sandbox: settings.text("plugins.sandbox").flatMap(PluginSandbox.init(rawValue:)) ?? .attempt,
      threads: settings.count("plugins.threads") ?? PluginLimits.usualThreads)
  }

  /// Returns the settings of a context, overridden by the values of these options.
  package func settings(_ context: CommandContext) -> Settings {
    context.settings.with(color.map { .string($0.rawValue) }, of: "color", option: "--color")
      .with(timeout.map { .double($0) }, of: "plugins.timeout", option: "--timeout")
      .with(pluginMemory.map { .int($0) }, of: "plugins.memory", option: "--plugin-memory")
      .with(pluginThreads.map { .int($0) }, of: "plugins.threads", option: "--plugin-threads")
      .with(sandbox.map { .string($0.rawValue) }, of: "plugins.sandbox", option: "--sandbox")
  }

  /// Returns the options of a command in a shell, with the plugin limits from the shell's own options as defaults.
  package func filled(from shell: GlobalOptions) -> GlobalOptions {
    var options = self
    options.timeout = timeout ?? shell.timeout
    options.pluginMemory = pluginMemory ?? shell.pluginMemory
    options.pluginThreads = pluginThreads ?? shell.pluginThreads
    options.sandbox = sandbox ?? shell.sandbox
    return options
  }

  /// The names of these options; `hasValue` is true if a value follows the name.
  package static let names: [(name: String, hasValue: Bool)] = [
    ("--json", false), ("--quiet", false), ("-q", false), ("--plugin", true), ("--format-name", true),
    ("--palette", true),
    ("--safe-mode", false),
    ("--color", true), ("--timeout", true), ("--plugin-memory", true),
    ("--plugin-threads", true), ("--sandbox", true), ("--plugin-output", false),
    ("--attach-debugger", true), ("--trace", false), ("--no-times", false),
  ]
}

/// The value of `--color`; `auto` uses colours only at a terminal.
package enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
  case auto, always, never
}
