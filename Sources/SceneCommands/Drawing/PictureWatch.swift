internal import CommandLineKit
internal import CommandReports
internal import SceneDocument
internal import Workbench

/// A loop that draws a scene whenever the scene or a plugin changes.
///
/// Each poll costs a few system calls; see ``PluginWatcher`` for the reason to avoid kernel notifications.
struct PictureWatch {
  let drawing: SceneDrawing
  let scene: String

  /// The object to draw, as given on the command line; nil for the whole scene.
  let target: String?
  let output: String
  let saving: SaveOptions
  let run: CommandRun

  /// The interval between polls, and the time for which a file must stay unchanged to count as complete, in
  /// milliseconds.
  private static let (pause, settling) = (150, 100)

  /// Draws until the command is cancelled. A failure of the first drawing is thrown; a later one is only reported,
  /// since the next change may fix it.
  func perform() throws(Diagnostic) -> ExitStatus {
    var seen = FileIdentity(path: scene)
    var former = try draw(nil)
    run.say("watching '\(TerminalText.escaped(scene))' and the plugins; Ctrl-C ends it")
    while wait(Self.pause) {
      let updates = settled()
      let file = FileIdentity(path: scene)
      guard file != seen || !updates.isEmpty, wait(Self.settling) else { continue }
      guard file == FileIdentity(path: scene) else { continue }
      seen = file
      for reload in run.library.take(updates, under: run.job) { run.say(PluginNews.line(reload)) }
      do throws(Diagnostic) { former = try draw(former) } catch {
        run.say(error)
      }
    }
    run.context.signals.claimEnd()
    return .interrupted
  }

  /// Draws the scene's present state, writes the picture if it changed, and returns its bytes.
  private func draw(_ former: [UInt8]?) throws(Diagnostic) -> [UInt8] {
    var done = try drawing.perform(.file(scene), target, run)
    let file = try done.bytes()
    if file != former {
      try done.write(to: output, saving)
      done.report(run)
      run.context.flush()
    }
    return file
  }

  /// Returns the changed plugins whose files two polls found the same. A plugin whose file vanished stays in use.
  private func settled() -> [PluginUpdate] {
    let changed = run.library.updates().filter { $0.kind != .vanished }
    guard !changed.isEmpty, wait(Self.settling) else { return [] }
    return run.library.updates().filter(changed.contains)
  }

  /// Waits; returns false if the command is cancelled.
  private func wait(_ milliseconds: Int) -> Bool { run.job.wait(milliseconds: milliseconds) }
}
