internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import Workbench

/// The options of the commands that give properties of selected objects other values, and what these commands do.
struct SetOptions: ParsableArguments {
  @OptionGroup var edit: EditOptions

  @Flag(help: "Print how much is different, scene by scene and in all, and no values.")
  var stat = false

  @Flag(help: "Make the other edits where some are refused.")
  var skipRefused = false

  @Flag(help: "Leave out objects that do not have the property or action.")
  var skipMissing = false

  @Flag(help: "Take a selector that matches nothing for an edit of nothing.")
  var allowEmpty = false

  /// Makes the assignments in each of the scenes.
  ///
  /// - Parameter named: the scenes as the command line has them.
  func perform(
    _ assignments: [Assignment], of selector: String, in named: [String], _ run: CommandRun
  ) throws(CommandFailure) -> ExitStatus {
    try perform(in: named, of: selector, run) { .set($0, assignments) }
  }

  /// Makes one step in each of the scenes, of the objects that a selector means.
  ///
  /// - Parameter named: the scenes as the command line has them.
  func perform(
    in named: [String], of selector: String, _ run: CommandRun, step: (Selector) -> EditStep
  ) throws(CommandFailure) -> ExitStatus {
    let request = try request(step(try run.selector(selector)), run)
    let scenes = try run.scenes(named, edit.scenes)
    try edit.checkOutputs(of: scenes, run)
    try edit.checkPlugins(run)
    let report = edit.report(run, kind: stat ? .counts : .selection)
    return EditBatch(run: run, options: edit, request: request, report: report).perform(on: scenes)
  }

  private func request(
    _ step: EditStep, _ run: CommandRun
  ) throws(CommandFailure) -> EditRequest {
    var request = EditRequest([step])
    request.isDryRun = edit.dryRun
    request.skipsRefused = skipRefused
    request.skipsMissing = skipMissing
    request.allowsEmpty = allowEmpty
    request.wantsChanges = ((edit.dryRun || run.workspace.keepsScenes) && !stat) || edit.isStructured(run)
    return request
  }
}
