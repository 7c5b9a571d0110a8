internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import Workbench

/// What `unset` and `reset` take.
struct NameOptions: ParsableArguments {
  @Argument(help: ArgumentHelp("Scenes, then a selector, then properties.", valueName: "argument"), completion: .file())
  var arguments: [String] = []

  @OptionGroup var options: SetOptions

  /// Does one thing with every property that is named; in a shell one word alone is a property of what is current, or was
  /// found.
  func perform(_ operation: Assignment.Operation, _ run: CommandRun) throws(CommandFailure) -> ExitStatus {
    var names: NameArguments
    do throws(NameArgumentsError) {
      names = try NameArguments(
        arguments, hasOtherScenes: run.mayNameNoScene(options.edit.scenes), defaultSelector: run.workspace.defaultTarget
      )
    } catch {
      throw .usage(error)
    }
    names.selector = try ArgumentReading.value(names.selector)
    names.names = try ArgumentReading.values(names.names)
    return try options.perform(names.names.map { Assignment($0, operation) }, of: names.selector, in: names.scenes, run)
  }
}
