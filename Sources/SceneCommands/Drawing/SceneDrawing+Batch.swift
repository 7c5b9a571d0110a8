internal import CommandLineKit
internal import CommandReports
internal import JSONText
internal import SceneDocument
internal import Workbench

extension SceneDrawing {
  /// Draws many scenes, each to its own picture in one folder, reports the results, and returns the common exit status.
  func perform(
    _ scenes: [CommandScene], _ paths: OutputPaths, _ options: SceneOptions, _ saving: SaveOptions, _ run: CommandRun
  ) -> ExitStatus {
    let pictures = Dictionary(zip(scenes.map(\.name), paths.paths)) { first, _ in first }
    let records = run.isJSON ? JSONRecords(run.context, [("format", "inspector-render/1")], list: "scenes") : nil
    var (common, written, drawn) = (CommonStatus(), WrittenFiles(), 0)
    run.context.signals.expect(scenes.count)
    let batch = SceneBatch<DrawnScene>(run: run, scenes: scenes, options: options)
    let end = batch.perform { scene, awaitTurn in
      do throws(Diagnostic) {
        var done = try perform(scene, nil, run)
        // Pictures of scenes after a failing one must stay unchanged, so wait for this scene's turn.
        if options.onFailure == .failFast, !awaitTurn() { return done }
        let path = pictures[scene.name] ?? ""
        try Diagnostic.ofFile(scene.name) { () throws(SceneError) in try paths.makeFolders(for: path) }
        try done.write(to: path, saving)
        return done
      } catch {
        return DrawnScene(scene: scene.name, failure: error)
      }
    } take: { done in
      done.report(run)
      if let path = done.path {
        written.add(path)
        drawn += 1
      }
      records?.add(done.record(isAlone: false))
      common.add(done.status)
    }
    let left = scenes.count - end.reached(of: scenes.count)
    let summary: JSON = [
      "scenes": .int(scenes.count), "drawn": .int(drawn), "failed": .int(scenes.count - drawn - left),
      "notReached": .int(left),
    ]
    records?.finish([("summary", summary.text())])
    batch.sayEnd(end, done: written.words)
    if case .interrupted = end { return .interrupted }
    return common.status
  }
}
