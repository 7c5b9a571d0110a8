package import CommandLineKit
internal import JSONText

/// The result of a command's work on one scene, with the exit status that this scene alone would have.
package protocol SceneOutcome {
  var status: ExitStatus { get }
}

/// A command's work on many scenes. Several scenes are processed at once, outcomes are reported in the order of the
/// scenes, a terminal shows the progress, and Ctrl-C ends the work.
package struct SceneBatch<Outcome: SceneOutcome> {
  package let run: CommandRun
  package let scenes: [CommandScene]
  package let options: SceneOptions

  /// True if the work on one scene depends on the results of earlier scenes.
  package var isSerial = false

  package init(run: CommandRun, scenes: [CommandScene], options: SceneOptions) {
    (self.run, self.scenes, self.options) = (run, scenes, options)
  }

  /// The way in which the work on all scenes ended.
  package enum End {
    case done
    /// A signal ended the work after this many scenes.
    case interrupted(after: Int)
    /// The work stopped at a failed scene; the count includes this scene.
    case stopped(after: Int)

    /// True unless a signal ended the work before the first scene, which leaves a text report nothing to print.
    package var hasResults: Bool { if case .interrupted(after: 0) = self { false } else { true } }

    /// Returns the number of processed scenes.
    ///
    /// - Parameter count: the number of all scenes.
    package func reached(of count: Int) -> Int {
      switch self {
      case .done: count
      case .interrupted(let reached), .stopped(let reached): reached
      }
    }
  }

  /// Does the work on all scenes, and returns the way in which the work ended.
  ///
  /// - Parameters:
  ///   - work: runs on several threads at once. `awaitTurn` waits until all earlier scenes are finished; it returns
  ///     false if an earlier scene failed and the later scenes must stay unchanged.
  ///   - take: receives the outcomes in the order of the scenes, without those of interrupted scenes.
  package func perform(
    _ work: @escaping (CommandScene, _ awaitTurn: () -> Bool) -> Outcome, take: (Outcome) -> Void
  ) -> End {
    let threadCount = isSerial ? 1 : min(options.jobCount, scenes.count)
    // The threads share the plugins, so search for them before the threads start.
    if threadCount > 1 { _ = run.library }
    let ordered = OrderedWork(
      count: scenes.count, threadCount: threadCount, isInterrupted: run.context.isInterrupted
    ) { [self] ordered, place in
      work(scenes[place]) { ordered.awaitTurn(place) }
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

  /// Prints a message if some scenes were not processed.
  ///
  /// - Parameter done: the sentence about the earlier scenes, such as `3 scenes were checked`.
  package func sayEnd(_ end: End, done: String) {
    switch end {
    case .done: break
    case .interrupted:
      // A shell reports the cancellation itself.
      if run.workspace.keepsScenes { return }
      guard scenes.count > 1, end.hasResults else { return run.say(Diagnostic.interrupted.report) }
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
