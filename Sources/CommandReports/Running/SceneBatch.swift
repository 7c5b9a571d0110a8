package import CommandLineKit
internal import JSONText
internal import SceneSessions

/// The result of a command's work on one scene.
package protocol SceneOutcome {
  var status: ExitStatus { get }
}

/// A command's work on many scenes: several at once, with what became of each taken in their order, progress on a
/// terminal, and an end on Ctrl-C.
package struct SceneBatch<Outcome: SceneOutcome> {
  package let run: CommandRun
  package let scenes: [CommandScene]
  package let options: SceneOptions

  /// Whether the work on one scene depends on that on those before it.
  package var isSerial = false

  package init(run: CommandRun, scenes: [CommandScene], options: SceneOptions) {
    (self.run, self.scenes, self.options) = (run, scenes, options)
  }

  /// One scene's work.
  package struct Work {
    package let run: CommandRun
    package let scene: CommandScene

    /// Waits until all scenes before are done with; false where this one is to be left alone, one before having failed.
    package let awaitTurn: () -> Bool
  }

  /// How the work on all scenes ended.
  package enum End {
    case done
    /// Ended by a signal, after this many scenes.
    case interrupted(after: Int)
    /// Ended at a scene that failed, the last of this many.
    case stopped(after: Int)

    /// Whether a text report has something to print: nothing was done where a signal came at once.
    package var hasResults: Bool {
      if case .interrupted(after: 0) = self { return false }
      return true
    }

    /// How many scenes of `count` were done with.
    package func reached(of count: Int) -> Int {
      switch self {
      case .done: count
      case .interrupted(let reached), .stopped(let reached): reached
      }
    }
  }

  /// - Parameters:
  ///   - work: runs on several threads at once.
  ///   - take: is called in the order of the scenes. Those that a signal cut short are left out.
  package func perform(_ work: @escaping (Work) -> Outcome, take: (Outcome) -> Void) -> End {
    let ordered = OrderedWork(
      count: scenes.count, threadCount: threadCount, isInterrupted: run.context.isInterrupted
    ) { [self] ordered, place in
      work(Work(run: run, scene: scenes[place]) { ordered.awaitTurn(place) })
    }
    var (done, isStopped) = (0, false)
    let taken = ordered.perform(
      willTake: { run.context.progress?.update($0, of: scenes.count, scenes[$0].name) },
      take: { _, outcome in
        if outcome.status == .interrupted { return true }
        done += 1
        take(outcome)
        isStopped = options.onFailure == .failFast && outcome.status != .done
        return !isStopped
      })
    if isStopped, taken < scenes.count { return .stopped(after: taken) }
    if done == scenes.count { return .done }
    run.context.signals.claimEnd()
    return .interrupted(after: done)
  }

  private var threadCount: Int {
    let count = isSerial ? 1 : min(options.jobCount, scenes.count)
    // The threads have it in common, and none is to be the one that looks for the plugins.
    if count > 1 { _ = run.library }
    return count
  }

  /// Says why scenes are left, where any are.
  ///
  /// - Parameter done: what was done with those before, such as `3 scenes were checked`.
  package func sayEnd(_ end: End, done: String) {
    switch end {
    case .done: break
    case .interrupted:
      // A shell reports itself what was cancelled.
      if run.workspace.keepsScenes { return }
      guard scenes.count > 1, end.hasResults else { return run.say(CommandFailure.cancelled.text) }
      run.say(
        "inspector: interrupted after \(end.reached(of: scenes.count)) of \(pluralised(scenes.count, "scene")); \(done)"
      )
    case .stopped(let count):
      let name = TerminalText.escaped(scenes[count - 1].name)
      run.say(
        "inspector: stopped after \(count) of \(pluralised(scenes.count, "scene")), since '\(name)' failed; \(done)")
    }
  }
}
