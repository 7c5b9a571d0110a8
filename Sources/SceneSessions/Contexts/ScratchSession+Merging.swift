internal import SceneDocument

// Scratches that are edited at the same time as their scene.
extension ScratchSession {
  /// Adds the scratch's changes to the scene, as one step with the scratch's name. Other threads can edit the scene
  /// meanwhile: they wait only while the scene's text is replaced with the result.
  ///
  /// A successful call ends the scratch. Edits of the scene wait for the whole merge if the scene is composed of
  /// several documents, or if its objects are repeatedly inserted, removed or moved meanwhile.
  ///
  /// - Parameter warn: receives the warnings of hooks.
  /// - Returns: the conflicts with changes in the scene since the scratch began. The scene's values are kept in
  ///   conflicts; everything else was merged.
  /// - Throws: an error if a component refuses a merged value, or `cancelled`; then the scene is unchanged, and the
  ///   scratch can still be edited, committed or merged.
  func merge(warn: (Diagnostic) -> Void = { _ in }) throws(Diagnostic) -> [SceneConflict] {
    try session.exclusively { () throws(Diagnostic) in
      var conflicts: [SceneConflict] = []
      for _ in 0..<Self.mostMerges {
        let moment = try parent.moment()
        guard !moment.document.isComposed, let found = try takeIn(moment, warn) else { break }
        conflicts += found
        let document = session.document
        if document.source.snapshot.isSame(as: moment.document.source.snapshot) { return conflicts }
        guard let merged = try MergedText(document, from: moment, journal: parent.journal, under: parent.job) else {
          break
        }
        if let later = try parent.install(merged, named: name) { return conflicts + later }
      }
      // This merge finds the conflicts above again, unless the scratch already has the scene's value.
      var options = SceneSession.MergeOptions(origin: .background, isAcceptedThere: true)
      let moment = try parent.moment()
      options.known = knownRenames(ours: .scene, moment.document, at: moment.version)
      return conflicts
        + (try parent.merge(base: base, theirs: session.document.reader(), named: name, options, warn: warn))
    }
  }

  /// The maximum number of merges that are tried while other threads edit the scene.
  private static let mostMerges = 4

  /// Merges the scene's changes up to a moment into the scratch. In a conflict, the scene's value wins.
  ///
  /// - Returns: the conflicts; nil, without any effect, if one of them cannot be resolved in favour of the scene.
  private func takeIn(_ moment: SceneMoment, _ warn: (Diagnostic) -> Void) throws(Diagnostic) -> [SceneConflict]? {
    let document = session.document
    let conflicts = SceneMerge(
      base: base, ours: moment.document, theirs: document, library: parent.library,
      known: knownRenames(ours: .scene, moment.document, at: moment.version), under: parent.job
    ).conflicts
    guard conflicts.allSatisfy({ $0.subject != .existence }) else { return nil }
    try parent.job.check()
    var options = SceneSession.MergeOptions(prefersTheirs: true, isAcceptedThere: true)
    options.known = knownRenames(ours: .scratch, moment.document, at: moment.version)
    let version = session.version
    let rest = try session.merge(base: base, theirs: moment.document, named: "refresh", options, warn: warn)
    guard rest.isEmpty else {
      if session.version != version { try session.undo() }
      return nil
    }
    startOver(from: moment)
    return conflicts
  }
}
