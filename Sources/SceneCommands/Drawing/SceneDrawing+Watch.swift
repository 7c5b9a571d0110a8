package import CommandLineKit
package import CommandReports
package import SceneDocument
internal import Workbench

extension SceneDrawing {
  /// The interval between polls, and the time for which a file must stay unchanged to count as complete, in
  /// milliseconds.
  private static let (pause, settling) = (150, 100)

  /// Draws a scene whenever the scene or a plugin changes, until the command is cancelled. A failure of the first
  /// drawing is thrown; a later failure is only reported, since the next change may fix it.
  ///
  /// Each poll costs a few system calls. The shell's `PluginWatcher` states why kernel notifications are not used.
  ///
  /// - Parameters:
  ///   - target: the object to draw, as given on the command line; nil for the whole scene.
  ///   - eachTime: a function that is called before each poll, such as one that builds a plugin.
  package func watch(
    _ scene: String, _ target: String?, _ output: String, _ run: CommandRun, saving: SaveOptions = SaveOptions(),
    eachTime: () throws(Diagnostic) -> Void = { () throws(Diagnostic) in }
  ) throws(Diagnostic) -> ExitStatus {
    /// Draws the scene's present state, writes the picture if it changed, and returns its bytes.
    func draw(_ former: [UInt8]?) throws(Diagnostic) -> [UInt8] {
      var done = try perform(.file(scene), target, run)
      let file = try done.bytes()
      if file != former {
        try done.write(to: output, saving)
        done.report(run)
        run.context.flush()
      }
      return file
    }
    var seen = FileIdentity(path: scene)
    var former = try draw(nil)
    run.note("watching '\(TerminalText.escaped(scene))' and the plugins; Ctrl-C ends it")
    while run.job.wait(milliseconds: Self.pause) {
      try eachTime()
      let updates = Self.settledUpdates(run)
      let file = FileIdentity(path: scene)
      guard file != seen || !updates.isEmpty, run.job.wait(milliseconds: Self.settling) else { continue }
      guard file == FileIdentity(path: scene) else { continue }
      seen = file
      for reload in run.library.take(updates, under: run.job) {
        let line = PluginNews.line(reload)
        if reload.hasFailed { run.say(line) } else { run.note(line) }
      }
      do throws(Diagnostic) { former = try draw(former) } catch {
        run.say(error)
      }
    }
    run.context.signals.claimEnd()
    return .interrupted
  }

  /// Returns the plugin updates that two successive polls report, since the files are then complete. A plugin whose
  /// file vanished stays in use.
  private static func settledUpdates(_ run: CommandRun) -> [PluginUpdate] {
    let changed = run.library.updates().filter { $0.kind != .vanished }
    guard !changed.isEmpty, run.job.wait(milliseconds: settling) else { return [] }
    return run.library.updates().filter(changed.contains)
  }
}
