internal import CommandLineKit
internal import CommandReports
internal import InspectorKit
internal import JSONText
internal import SceneDocument
internal import Workbench

/// An export of scenes to bundles, or a comparison of existing bundles with their scenes.
struct BundleExport {
  /// True if the bundle contains effective values, including the results of hooks.
  var isEffective = false

  /// True if every part of the scene must be representable in the bundle. Otherwise an export writes no bundle, and a
  /// comparison reports a finding.
  var isStrict = false

  /// True to compare existing bundles instead of writing new ones.
  var isComparison = false

  /// Exports one scene to the bundle at `path`, or compares it with that bundle.
  ///
  /// - Parameter beforeWriting: called after the bundle is built. If the function returns false or throws, nothing is
  ///   written.
  func perform(
    _ scene: CommandScene, _ path: String, _ run: CommandRun, beforeWriting: () throws(SceneError) -> Bool
  ) throws(Diagnostic) -> ExportedScene {
    let session = try run.open(scene)
    var done = ExportedScene(scene: scene.name, bundle: path)
    do throws(Diagnostic) {
      if isComparison { try compare(session, &done) } else { try write(session, &done, beforeWriting) }
    } catch {
      throw error.named(scene.name)
    }
    done.saysNotCarried = !isComparison || isStrict
    return done
  }

  private func write(
    _ session: SceneSession, _ done: inout ExportedScene, _ beforeWriting: () throws(SceneError) -> Bool
  ) throws(Diagnostic) {
    let bundle = try session.spooledBundle(effective: isEffective)
    done.contents = BundleContents(bundle)
    done.isWritten = false
    guard !isStrict || bundle.notCarried.isEmpty else {
      done.status = .findings
      return
    }
    done.isWritten = try Diagnostic.ofFile(done.scene) { () throws(SceneError) in
      guard try beforeWriting() else { return false }
      try BundleFolder(path: done.bundle).write(bundle)
      return true
    }
  }

  private func compare(_ session: SceneSession, _ done: inout ExportedScene) throws(Diagnostic) {
    let bundle: RuntimeBundle
    do throws(BundleError) {
      bundle = try RuntimeBundle.load(path: done.bundle)
    } catch {
      var failure = Diagnostic(error)
      (failure.line, failure.column) = (error.line, error.column)
      throw failure
    }
    let contents = BundleContents(bundle)
    done.differences = try session.differences(from: bundle)
    done.contents = contents
    if done.differences?.isEmpty != true || isStrict && !contents.notCarried.isEmpty { done.status = .findings }
  }
}

/// The result of exporting one scene, or of comparing it with a bundle.
struct ExportedScene: SceneOutcome {
  let scene: String

  /// The path of the bundle, even if the bundle was not written.
  let bundle: String
  var contents: BundleContents?

  /// True if the bundle was written, false if it was not; nil after a comparison or a failure.
  var isWritten: Bool?

  /// The differences between a compared bundle and the scene; nil if nothing was compared.
  var differences: [String]?
  var saysNotCarried = false
  var failure: Diagnostic?
  var status = ExitStatus.done

  init(scene: String, bundle: String) { (self.scene, self.bundle) = (scene, bundle) }

  init(scene: String, bundle: String, failure: Diagnostic) {
    (self.scene, self.bundle, self.failure, status) = (scene, bundle, failure, ExitStatus(failure))
  }

  /// Returns the result as an `inspector-export/1` document or, if not alone, as an element of the document's `scenes`.
  func record(isAlone: Bool) -> String {
    var line = JSONLine()
    if isAlone { line.add("format", "inspector-export/1") }
    line.add("scene", path: scene)
    if !isAlone { line.add("exitCode", .int(Int(status.rawValue))) }
    line.add("bundle", path: bundle)
    if let contents {
      line.add("objects", .int(contents.objects))
      line.add("attributes", .int(contents.attributes))
      line.add("effective", .bool(contents.isEffective))
      line.add("notCarried", .array(contents.notCarried.map(\.json)))
    }
    if let isWritten { line.add("written", .bool(isWritten)) }
    if let differences {
      line.add("verified", .bool(differences.isEmpty))
      line.add("differences", .array(differences.map(JSON.string)))
    }
    if let failure { line.add("error", failure.record) }
    return line.text
  }

  /// Reports a failure, and the parts of the scene that the bundle leaves out. Unless the output is structured, also
  /// prints the number of objects and attributes in the bundle, or the differences.
  func report(_ run: CommandRun, isStructured: Bool) {
    if let failure { return run.say(failure, isInJSON: isStructured) }
    guard let contents else { return }
    let (name, path) = (TerminalText.escaped(scene), TerminalText.escaped(bundle))
    if isWritten != nil, saysNotCarried { sayNotCarried(contents, run) }
    if isWritten == false, status != .done { run.say("\(path): nothing was written because of '--strict'") }
    if !isStructured {
      if isWritten == true { run.printSummary("\(path): \(contents.words)") }
      for difference in differences ?? [] { run.printWords("\(path): \(TerminalText.escaped(difference))") }
      if differences?.isEmpty == true { run.printSummary("\(path): matches '\(name)': \(contents.words)") }
    }
    if isWritten == nil, saysNotCarried { sayNotCarried(contents, run) }
  }

  /// The maximum number of printed omissions; further omissions are only counted.
  private static let named = 20

  private func sayNotCarried(_ bundle: BundleContents, _ run: CommandRun) {
    guard !bundle.notCarried.isEmpty else { return }
    for omission in bundle.notCarried.prefix(Self.named) {
      let name = omission.object + (omission.property.map { ".\($0)" } ?? "")
      run.say(
        "\(TerminalText.escaped(scene)): warning: '\(TerminalText.escaped(name))' is left out: \(TerminalText.escaped(omission.reason))"
      )
    }
    let left = bundle.notCarried.count - Self.named
    if left > 0 { run.say("… and \(left) more") }
    run.note("\(TerminalText.escaped(scene)): \(pluralised(bundle.notCarried.count, "item")) left out")
  }
}

/// The counts and omissions that are printed about a bundle.
struct BundleContents {
  let objects: Int
  let attributes: Int
  let isEffective: Bool
  let notCarried: [RuntimeBundle.Omission]

  init(_ bundle: SpooledBundle) {
    (objects, attributes) = (bundle.objectCount, bundle.attributeCount)
    (isEffective, notCarried) = (bundle.isEffective, bundle.notCarried)
  }

  init(_ bundle: RuntimeBundle) {
    (objects, attributes) = (bundle.objects.count, bundle.attributeCount)
    (isEffective, notCarried) = (bundle.isEffective, bundle.notCarried)
  }

  var words: String {
    let left = notCarried.isEmpty ? "" : ", \(pluralised(notCarried.count, "item")) left out"
    return "\(pluralised(objects, "object")), \(pluralised(attributes, "attribute"))\(left)"
  }
}

extension BundleExport {
  /// Exports many scenes, each to its own bundle in one folder, or compares them with their bundles.
  ///
  /// - Parameter isLines: true if each scene is reported as a line of JSON.
  func perform(
    _ scenes: [CommandScene], _ paths: OutputPaths, _ options: SceneOptions, isLines: Bool, _ run: CommandRun
  ) -> ExitStatus {
    let bundles = Dictionary(zip(scenes.map(\.name), paths.paths)) { first, _ in first }
    let records =
      run.isJSON ? JSONRecords(run.context, [("format", "inspector-export/1")], list: "scenes") : nil
    let isStructured = run.isJSON || isLines
    var (common, summary, written) = (CommonStatus(), ExportSummary(), WrittenFiles())
    if !isComparison { run.context.signals.expect(scenes.count) }
    let batch = SceneBatch<ExportedScene>(run: run, scenes: scenes, options: options)
    let end = batch.perform { scene, awaitTurn in
      let path = bundles[scene.name] ?? ""
      do throws(Diagnostic) {
        return try perform(scene, path, run) { () throws(SceneError) in
          // Bundles of scenes after a failing one must stay unchanged, so wait for this scene's turn.
          if options.onFailure == .failFast, !awaitTurn() { return false }
          try paths.makeFolders(for: path)
          return true
        }
      } catch {
        return ExportedScene(scene: scene.name, bundle: path, failure: error)
      }
    } take: { done in
      done.report(run, isStructured: isStructured)
      if done.isWritten == true { written.add(done.bundle) }
      if isLines { run.print(done.record(isAlone: false)) }
      records?.add(done.record(isAlone: false))
      summary.add(done)
      common.add(done.status)
    }
    let left = scenes.count - end.reached(of: scenes.count)
    records?.finish([("summary", summary.json(left: left).text())])
    if !isStructured, end.hasResults {
      summary.lines(left: left, run.style, width: run.tableWidth).forEach(run.printSummary)
    }
    batch.sayEnd(end, done: written.words)
    if case .interrupted = end { return .interrupted }
    return common.status
  }
}

/// The numbers of scenes by export result.
private struct ExportSummary {
  private var (exported, refused, same, different) = (0, 0, 0, 0)
  private var failed: [ExitStatus: Int] = [:]
  private var exitCodes: [ExitStatus: Int] = [:]

  mutating func add(_ done: ExportedScene) {
    exitCodes[done.status, default: 0] += 1
    if let failure = done.failure {
      failed[ExitStatus(failure), default: 0] += 1
    } else if done.differences != nil {
      if done.status == .done { same += 1 } else { different += 1 }
    } else {
      if done.isWritten == true { exported += 1 } else { refused += 1 }
    }
  }

  /// Returns the lines of a table with a row for each kind of result.
  ///
  /// - Parameter left: the number of scenes that were not reached.
  func lines(left: Int, _ style: Style, width: Int?) -> [String] {
    let findings = ExitStatus.findings.rawValue
    var rows: [(count: Int, outcome: String, code: Int32?)] = [
      (exported, "exported", nil), (refused, "refused", findings), (same, "the same", nil),
      (different, "different", findings),
    ]
    for (status, count) in failed.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      rows.append((count, "failed: \(status.meaning)", status.rawValue))
    }
    rows.append((left, "not reached", nil))
    return EditSummary.table(rows, style).lines(width: width)
  }

  /// Returns the member `summary` of `inspector-export/1`.
  func json(left: Int) -> JSON {
    let codes = exitCodes.sorted { $0.key.rawValue < $1.key.rawValue }.map { status, count in
      JSON.Member(String(status.rawValue), .int(count))
    }
    return [
      "scenes": .int(exitCodes.values.reduce(0, +)), "exported": .int(exported), "refused": .int(refused),
      "same": .int(same), "different": .int(different), "failed": .int(failed.values.reduce(0, +)),
      "notReached": .int(left), "exitCodes": .object(codes),
    ]
  }
}
