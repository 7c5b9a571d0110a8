internal import CommandLineKit
internal import CommandReports
internal import InspectorKit
internal import JSONText
internal import Settings
internal import Workbench

/// The output of the commands on settings.
enum SettingReport {
  static let format = "inspector-setting-values/1"
  static let changeFormat = "inspector-setting-change/1"
  static let writingStatuses: [ExitStatus] = [
    .done, .findings, .usage, .badDocument, .noInput, .cannotCreate, .cannotWrite, .changedUnderneath, .interrupted,
  ]

  /// Returns the settings, including those that plugins declare, unless the key is known without plugins.
  ///
  /// - Parameter key: the key that the command reads or sets; nil for all keys.
  static func settings(for key: String? = nil, _ run: CommandRun) -> Settings {
    if key.map(SettingDefinition.isKnownWithoutPlugins) != true { _ = run.library }
    return run.settings
  }

  /// Throws an error if a command must not change a key: in a script, a personal setting, since the script may come
  /// from someone else; in a transaction, any setting.
  static func check(_ key: String, _ run: CommandRun) throws(Diagnostic) {
    if !run.workspace.isUsersOwn, settings(for: key, run).definition(of: key)?.isPersonal == true {
      throw Diagnostic(SceneUsage.personalInScript(key))
    }
    if run.workspace.holdsEdits { throw Diagnostic(SceneUsage.settingInTransaction) }
  }

  /// Prints the problems about unknown keys in settings files.
  static func sayUnknown(_ settings: Settings, _ run: CommandRun) {
    for problem in settings.problems where problem.code == .settingUnknown { run.say(problem.shown()) }
  }

  /// Prints settings as `inspector-setting-values/1`.
  static func print(_ keys: [String], of settings: Settings, _ run: CommandRun) {
    var line = JSONLine()
    line.add("format", .string(format))
    let suite = run.context.suite
    if let file = suite.userFile { line.add("userFile", path: file) }
    if let file = suite.workspaceFile { line.add("workspaceFile", path: file) }
    line.add("settings", list: keys.map { record(of: $0, settings) })
    line.add("problems", .array(settings.problems.map { $0.json(ofScene: "") }))
    run.print(line.text)
  }

  private static func record(of key: String, _ settings: Settings) -> String {
    let layers = settings.layers(of: key)
    var line = JSONLine()
    line.add("key", .string(key))
    if let property = settings.definition(of: key)?.property {
      line.add("label", .string(property.label))
      line.add("help", .string(property.help ?? ""))
    }
    let type = settings.definition(of: key)?.property.type ?? layers.last?.value.type
    if let type { line.add("type", .string(type.rawValue)) }
    if let layer = layers.last {
      line.add("value", layer.value.json)
      line.add("source", .string(layer.source.rawValue))
    }
    if let definition = settings.definition(of: key) { line.add("isPersonal", .bool(definition.isPersonal)) }
    line.add("layers", list: layers.reversed().map(\.record))
    return line.text
  }

  /// Prints a change of a setting, and returns the exit status.
  static func finish(_ change: SettingsSuite.Change, _ run: CommandRun) -> ExitStatus {
    run.context.refreshSettings()
    if run.isJSON {
      var line = JSONLine()
      line.add("format", .string(changeFormat))
      line.add("key", .string(change.key))
      line.add("file", path: change.file)
      if let old = change.old { line.add("old", raw: old) }
      if let new = change.new { line.add("new", raw: new) }
      line.add("written", .bool(change.isChange))
      run.print(line.text)
      return .done
    }
    let (old, new) = (change.old ?? "(not set)", change.new ?? "(not set)")
    let key = TerminalText.escaped(change.key)
    let values =
      change.isChange
      ? "\(run.style.old(TerminalText.escaped(old))) → \(run.style.new(TerminalText.escaped(new)))"
      : "\(TerminalText.escaped(new)), as before"
    run.printSummary("\(TerminalText.escaped(change.file)): \(key): \(values)")
    let settings = run.settings
    if let layer = settings.layers(of: change.key).last, change.isChange,
      layer.source == .environment || layer.source == .option
        || layer.source == .workspace && layer.file != change.shownFile
    {
      run.note("inspector: '\(key)' is \(TerminalText.escaped(layer.value.text)) here, because of \(layer.place)")
    }
    return .done
  }
}

extension SettingsSuite.Change {
  /// The path of the file, as messages about settings show it.
  fileprivate var shownFile: String { FileName.fromWorkingFolder(file) }
}

extension Settings.Layer {
  /// The value as an element of `layers` in `inspector-setting-values/1`.
  fileprivate var record: String {
    var line = JSONLine()
    line.add("source", .string(source.rawValue))
    line.add("value", value.json)
    if let file { line.add("file", path: file) }
    if let number = self.line { line.add("line", .int(number)) }
    if let column { line.add("column", .int(column)) }
    if let name { line.add("name", .string(name)) }
    return line.text
  }
}
