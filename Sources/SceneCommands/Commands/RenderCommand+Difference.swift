internal import CommandLineKit
internal import CommandReports
internal import InspectorKit
internal import JSONText
internal import SceneDocument
internal import Workbench

extension RenderCommand {
  /// Draws the differences between the two scenes of the command line and writes the picture. With `--exit-code`, the
  /// status shows whether the scenes differ. Throws if the other arguments and options do not fit `--diff`.
  func drawDifference(_ kind: PictureKind, _ output: String, _ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    let picture = try picture()
    let program = kind != .svg || outlines ? try PictureProgram(run) : nil
    guard arguments.count == 2, selected.isEmpty, only == nil, !grid, !options.hasList, !options.recursive else {
      throw Diagnostic(SceneUsage.diffOfOthers)
    }
    let (old, new) = (CommandScene(arguments[0]), CommandScene(arguments[1]))
    do throws(Diagnostic) {
      let difference = DifferencePicture(from: try run.open(old), to: try run.open(new))
      let titles = Self.titles(old.name, new.name)
      let drawn = try Diagnostic.naming(new.name) { () throws(Diagnostic) in
        try difference.svg(titles: titles, isOverlaid: overlay, picture)
      }
      var done = DrawnScene(scene: new.name, object: nil, picture: SpooledPicture(drawn), notes: drawn.failures)
      done.kind = kind
      (done.base, done.isDifferent) = (old.name, !difference.difference.isEmpty)
      if let program { try done.convert(by: program, to: kind) }
      try done.deliver(to: output, links.options, run)
      return done.status == .done && exitCode && done.isDifferent ? .findings : done.status
    } catch {
      guard exitCode, ExitStatus(error) == .findings else { throw error }
      var error = error
      error.reason = AnyRefusal(SceneUsage.noComparison(error.reason))
      throw error
    }
  }

  /// Returns the shortest path suffixes that distinguish two files: their names, with as many folders as necessary.
  private static func titles(_ old: String, _ new: String) -> (old: String, new: String) {
    let (first, second) = (FileName.shown(old).split(separator: "/"), FileName.shown(new).split(separator: "/"))
    var count = 1
    while count < max(first.count, second.count), first.suffix(count) == second.suffix(count) { count += 1 }
    return (first.suffix(count).joined(separator: "/"), second.suffix(count).joined(separator: "/"))
  }
}
