internal import CommandLineKit
internal import CommandReports
internal import InspectorKit
internal import JSONText
internal import SceneDocument
internal import Workbench

/// A drawing of the differences between two scenes.
struct DifferenceDrawing {
  let picture: PictureOptions
  let isOverlaid: Bool

  /// True if the exit code reports a difference.
  let exitsByDifference: Bool
  let kind: PictureKind
  let program: PictureProgram?
  let saving: SaveOptions

  func perform(
    _ old: CommandScene, _ new: CommandScene, _ output: String, _ run: CommandRun
  ) throws(Diagnostic) -> ExitStatus {
    do throws(Diagnostic) { return try drawn(old, new, output, run) } catch {
      guard exitsByDifference, ExitStatus(error) == .findings else { throw error }
      var error = error
      error.reason = AnyRefusal(SceneUsage.noComparison(error.reason))
      throw error
    }
  }

  private func drawn(
    _ old: CommandScene, _ new: CommandScene, _ output: String, _ run: CommandRun
  ) throws(Diagnostic) -> ExitStatus {
    let difference = DifferencePicture(from: try run.open(old), to: try run.open(new))
    let titles = Self.titles(old.name, new.name)
    let drawn = try Diagnostic.naming(new.name) { () throws(Diagnostic) in
      try difference.svg(titles: titles, isOverlaid: isOverlaid, picture)
    }
    var done = DrawnScene(scene: new.name, object: nil, picture: SpooledPicture(drawn), notes: drawn.failures)
    done.kind = kind
    (done.base, done.isDifferent) = (old.name, !difference.difference.isEmpty)
    if let program { try done.convert(by: program, to: kind) }
    if output == "-" {
      guard !run.isJSON else { throw Diagnostic(SceneUsage.bothGoToOutput) }
      try done.print(run)
    } else {
      run.context.signals.expect(1)
      try done.write(to: run.workspace.expanded(output), saving)
    }
    done.report(run)
    if run.isJSON { run.print(done.record(isAlone: true)) }
    guard done.status == .done else { return done.status }
    return exitsByDifference && !difference.difference.isEmpty ? .findings : .done
  }

  /// Returns the shortest path suffixes that distinguish the files: the names, with as many folders as necessary.
  private static func titles(_ old: String, _ new: String) -> (old: String, new: String) {
    let (first, second) = (FileName.shown(old).split(separator: "/"), FileName.shown(new).split(separator: "/"))
    var count = 1
    while count < max(first.count, second.count), first.suffix(count) == second.suffix(count) { count += 1 }
    return (first.suffix(count).joined(separator: "/"), second.suffix(count).joined(separator: "/"))
  }
}
