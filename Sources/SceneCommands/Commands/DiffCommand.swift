internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import JSONText
internal import SceneDocument
internal import Workbench

/// The command that compares two files. A shell has a command of the same name for the unsaved changes of its scene.
struct DiffCommand: InspectorCommand {
  static let row = CommandRow(
    name: "diff",
    arguments: "<old> <new>",
    summary: "Shows the differences between two scenes by object and property.",
    discussion: """
      Objects are matched by their ids; those that were added, removed, moved or renamed are listed as such, with \
      their places. Values are compared as they are stored, and no plugins run. Differences in the layout of the \
      files, or in how characters are escaped, are ignored.

      Either scene can be '-', standard input, as in 'git show HEAD:card.json | inspector diff - card.json'. In a \
      shell, 'diff' shows the unsaved changes.
      """,
    examples: [
      .init("diff card.json scenes/card.json", "the values that differ"),
      .init("git show HEAD:card.json | inspector diff - card.json", "what is not committed yet"),
      .init("diff --stat --exit-code card.json scenes/card.json", "only counts; exits with 1 if anything differs"),
    ],
    scenes: .none, offer: .program,
    statuses: [.done, .findings, .usage, .badDocument, .noInput, .changedUnderneath, .cannotWrite],
    jsonFormat: "inspector-diff/1")

  @Argument(help: "The old scene.", completion: .file())
  var old: String

  @Argument(help: "The new scene.", completion: .file())
  var new: String

  @Flag(help: "Print counts of what differs instead of the values.")
  var stat = false

  @Flag(help: "Exit with 1 if anything differs.")
  var exitCode = false

  @OptionGroup var global: GlobalOptions

  func perform(_ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    guard old != "-" || new != "-" else { throw Diagnostic(SceneUsage.inputTwice) }
    if Self.isRevision(old) {
      throw Diagnostic(SceneUsage.isRevision(old, arguments: "- \(Self.isRevision(new) ? "new.json" : new)"))
    }
    if Self.isRevision(new) { throw Diagnostic(SceneUsage.isRevision(new, arguments: "\(old) -")) }
    let comparison = SceneComparison(from: try run.document(of: old), to: try run.document(of: new), under: run.job)
    let isDifferent = try run.report(comparison, of: new, against: "old", old: old, countsOnly: stat)
    return exitCode && isDifferent ? .findings : .done
  }

  /// Returns true if a name is not a file, and has git's form REVISION:PATH.
  private static func isRevision(_ name: String) -> Bool {
    let parts = name.split(separator: ":", maxSplits: 1)
    return parts.count == 2 && !parts[0].isEmpty && FileIdentity.status(name) == nil
  }
}
