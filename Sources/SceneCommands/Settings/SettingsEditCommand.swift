internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import JSONText
internal import Settings
internal import Workbench

struct SettingsEditCommand: InspectorCommand {
  static let row = CommandRow(
    name: "settings edit",
    arguments: "",
    summary: "Opens your settings, or the workspace's, in your editor.",
    discussion: """
      The editor is the one that $VISUAL or $EDITOR names, or else 'vi'. A file that does not exist is created first. When \
      the editor ends, the file is checked, and mistakes are reported with their places.
      """,
    examples: [
      .init("settings edit", "your own", isForShell: false),
      .init("settings edit --workspace", "those of the workspace", isForShell: false),
    ],
    scenes: .none, statuses: SettingReport.writingStatuses, jsonFormat: SettingReport.format)

  @OptionGroup var options: SettingFileOptions
  @OptionGroup var global: GlobalOptions

  func perform(_ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    guard run.workspace.isUsersOwn else { throw Diagnostic(SceneUsage.editorInScript) }
    let path = try run.context.suite.file(toEdit: options.source)
    let editor = UserEditor(run.context.environment)
    guard let end = editor.edit(path, run.context) else { throw Diagnostic(SceneCommandRefusal.noSystemShell) }
    guard end == .exited(0) else { throw Diagnostic(SceneCommandRefusal.editorFailed(editor.command)) }
    // The settings that the next command will read. A shell's own settings may still be from before a syntax error.
    let suite = SettingsSuite(environment: run.context.environment, folder: run.context.workingFolder)
    suite.declare(SettingReport.settings(run).declarations)
    let settings = suite.current
    let shown = FileName.fromWorkingFolder(path)
    let problems = settings.problems.filter { $0.file.map { $0 == path || $0 == shown } == true }
    guard !run.isJSON else {
      SettingReport.print(settings.keys, of: settings, run)
      return Self.status(problems)
    }
    for problem in problems { run.say(problem.shown()) }
    return Self.status(problems)
  }

  private static func status(_ problems: [Diagnostic]) -> ExitStatus {
    problems.hasErrors ? .badDocument : problems.isEmpty ? .done : .findings
  }
}
