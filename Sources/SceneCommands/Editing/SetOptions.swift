import ArgumentParser
import CommandLineKit
import CommandReports
import Workbench

/// The options of the commands that change property values of selected objects, and their common implementation.
///
/// ``EditOptions`` stand beside it in these commands. In debug builds the argument parser checks its declarations at each
/// start, which takes four times as long for each level of groups.
struct SetOptions: ParsableArguments {
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
  /// - Parameter named: the scenes as written on the command line.
  func perform(
    _ assignments: [Assignment], of selector: String, in named: [String], _ edit: EditOptions, _ run: CommandRun
  ) throws(CommandFailure) -> ExitStatus {
    try perform(in: named, of: selector, edit, run) { .set($0, assignments) }
  }

  /// Applies one step to the selected objects of each scene.
  ///
  /// - Parameter named: the scenes as written on the command line.
  func perform(
    in named: [String], of selector: String, _ edit: EditOptions, _ run: CommandRun, step: (Selector) -> EditStep
  ) throws(CommandFailure) -> ExitStatus {
    let request = try request(step(try run.selector(selector)), edit, run)
    let scenes = try run.scenes(named, edit.scenes)
    try edit.checkOutputs(of: scenes, run)
    try edit.checkPlugins(run)
    let report = edit.report(run, kind: stat ? .counts : .selection)
    return EditBatch(run: run, options: edit, request: request, report: report).perform(on: scenes)
  }

  private func request(
    _ step: EditStep, _ edit: EditOptions, _ run: CommandRun
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

/// The arguments of `unset` and `reset`.
struct NameOptions: ParsableArguments {
  @Argument(help: ArgumentHelp("Scenes, then a selector, then properties.", valueName: "argument"), completion: .file())
  var arguments: [String] = []

  /// Applies an operation to every named property. In a shell a single word names a property of the current or last
  /// found objects.
  func perform(
    _ operation: Assignment.Operation, _ edit: EditOptions, _ options: SetOptions, _ run: CommandRun
  ) throws(CommandFailure) -> ExitStatus {
    var names: NameArguments
    do throws(NameArgumentsError) {
      names = try NameArguments(
        arguments, hasOtherScenes: run.mayNameNoScene(edit.scenes), defaultSelector: run.workspace.defaultTarget)
    } catch {
      throw .usage(error)
    }
    names.selector = try ArgumentReading.value(names.selector)
    names.names = try ArgumentReading.values(names.names)
    return try options.perform(
      names.names.map { Assignment($0, operation) }, of: names.selector, in: names.scenes, edit, run)
  }
}
