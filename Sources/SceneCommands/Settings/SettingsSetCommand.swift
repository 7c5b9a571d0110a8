internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import JSONText
internal import Settings
internal import Workbench

struct SettingsSetCommand: InspectorCommand {
  static let row = CommandRow(
    name: "settings set",
    arguments: "<key> <value>",
    summary: "Sets a setting, for all programs that share it.",
    discussion: """
      The value is written to your own file or, with '--workspace', to that of the workspace. It is checked against the \
      setting's type, range and options. A key of your own ('user.theme') keeps its type; a new one has the type of the \
      value: a number, true or false, an object such as '{"x": 1, "y": 2}', or else a text. Any number of processes may \
      write at once. An open shell uses the new value from its next command on.
      """,
    examples: [
      .init("settings set color never", "no colours"),
      .init(
        "settings set find.columns frame,alpha --workspace", "for all who work in this workspace", isForShell: false),
      .init("settings set user.theme dark", "a key of your own"),
    ],
    scenes: .none, statuses: SettingReport.writingStatuses, jsonFormat: SettingReport.changeFormat)

  @Argument(help: "The key, such as 'color' or 'user.theme'.")
  var key: String

  @Argument(help: "The value, such as 'never', '4.5' or '{\"x\": 1, \"y\": 2}'.")
  var value: String

  @OptionGroup var options: SettingFileOptions
  @OptionGroup var global: GlobalOptions

  func perform(_ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    try SettingReport.check(key, run)
    _ = SettingReport.settings(for: key, run)
    let change = try run.context.suite.set(key, to: value, in: options.source) { run.job.isCancelled }
    return SettingReport.finish(change, run)
  }
}

struct SettingsUnsetCommand: InspectorCommand {
  static let row = CommandRow(
    name: "settings unset",
    arguments: "<key>",
    summary: "Removes a setting from your file, or from the workspace's.",
    discussion: "What other places say, or the default, then holds. A key that nothing reads can be removed, too.",
    examples: [
      .init("settings unset color", "the default again"),
      .init("settings unset find.columns --workspace", "in the workspace's file", isForShell: false),
    ],
    scenes: .none, statuses: SettingReport.writingStatuses, jsonFormat: SettingReport.changeFormat)

  @Argument(help: "The key, such as 'color' or 'user.theme'.")
  var key: String

  @OptionGroup var options: SettingFileOptions
  @OptionGroup var global: GlobalOptions

  func perform(_ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    try SettingReport.check(key, run)
    _ = SettingReport.settings(for: key, run)
    let change = try run.context.suite.unset(key, in: options.source) { run.job.isCancelled }
    return SettingReport.finish(change, run)
  }
}

/// The options of the commands that write settings.
struct SettingFileOptions: ParsableArguments {
  @Flag(help: "Write the workspace's file instead of your own.")
  var workspace = false

  /// The settings file that the command writes.
  var source: Settings.Source { workspace ? .workspace : .user }
}
