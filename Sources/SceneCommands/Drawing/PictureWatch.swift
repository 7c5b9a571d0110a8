internal import CommandLineKit
internal import CommandReports
internal import SceneDocument
internal import Workbench

/// The drawing of a scene whenever it, or a plugin, changes.
///
/// A look costs a few system calls; see ``PluginWatcher`` for why it is no notification of the kernel's.
struct PictureWatch {
  let drawing: SceneDrawing
  let scene: String

  /// The object that is drawn, as it was given; nil for the whole scene.
  let target: String?
  let output: String
  let saving: SaveOptions
  let run: CommandRun

  /// How many milliseconds after a look the next one is made, and how long a file must stay the same to be whole.
  private static let (pause, settling) = (150, 100)

  /// Draws until the command is cancelled. A failure of the first drawing ends it; a later one is reported, since the
  /// next change may fix it.
  func perform() throws(CommandFailure) -> ExitStatus {
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
      do throws(CommandFailure) { former = try draw(former) } catch {
        run.say(error)
      }
    }
    run.context.signals.claimEnd()
    return .interrupted
  }

  /// Draws the scene as it is now, and writes the picture where it is another one; answers it.
  private func draw(_ former: [UInt8]?) throws(CommandFailure) -> [UInt8] {
    var done = try drawing.perform(.file(scene), target, run)
    let file = try done.bytes()
    if file != former {
      try done.write(to: output, saving)
      done.report(run)
      run.context.flush()
    }
    return file
  }

  /// The plugins whose new files two looks have seen; those that are away are used on.
  private func settled() -> [PluginUpdate] {
    let changed = run.library.updates().filter { $0.kind != .vanished }
    guard !changed.isEmpty, wait(Self.settling) else { return [] }
    return run.library.updates().filter(changed.contains)
  }

  /// False where the command is cancelled.
  private func wait(_ milliseconds: Int) -> Bool { run.job.wait(milliseconds: milliseconds) }
}
