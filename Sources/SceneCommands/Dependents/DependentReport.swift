internal import CommandLineKit
internal import CommandReports
internal import InspectorKit
internal import JSONText
internal import SceneDocument
internal import Workbench

/// A report of the scenes that use a document, printed in one format.
protocol DependentReport {
  /// Reports a use in a scene.
  func add(_ use: DocumentUse, of scene: String)

  /// Ends the report.
  ///
  /// - Parameters:
  ///   - scenes: the number of scenes that use the document.
  ///   - failures: the failures of scenes that could not be read.
  func finish(scenes: Int, _ failures: [Diagnostic])
}

/// A report with one line for each use, `file:line:column: id`, which editors can parse as a place.
struct DependentLines: DependentReport {
  private let run: CommandRun

  /// True if only the number of scenes is printed.
  private let isCount: Bool

  init(_ run: CommandRun, isCount: Bool) { (self.run, self.isCount) = (run, isCount) }

  func add(_ use: DocumentUse, of scene: String) {
    guard !isCount else { return }
    let place = "\(TerminalText.escaped(Diagnostic.placeName(of: scene))):\(use.position)"
    let object = use.object.map { TerminalText.escaped($0) } ?? "as a palette"
    run.print("\(place): \(object)\(use.through.map { " through \(TerminalText.escaped($0))" } ?? "")")
  }

  func finish(scenes: Int, _ failures: [Diagnostic]) { if isCount { run.print("\(scenes)") } }
}

/// A report as one `inspector-dependents/1` document.
struct DependentJSON: DependentReport {
  private let records: JSONRecords

  /// True if the JSON document contains only the number of scenes.
  private let isCount: Bool

  init(_ run: CommandRun, _ document: UsedDocument, isCount: Bool) {
    self.isCount = isCount
    var head: [(String, JSON)] = [("format", "inspector-dependents/1")] + FileName.members("document", document.path)
    if let id = document.ids?.first { head.append(("object", .string(id))) }
    records = JSONRecords(run.context, head, list: "dependents")
  }

  func add(_ use: DocumentUse, of scene: String) {
    guard !isCount else { return }
    var line = JSONLine()
    line.add("scene", path: scene)
    line.add("line", .int(use.position.line))
    line.add("column", .int(use.position.column))
    line.add("kind", .string(use.object == nil ? "palette" : "instance"))
    if let object = use.object { line.add("object", .string(object)) }
    if let through = use.through { line.add("through", path: through) }
    records.add(line.text)
  }

  func finish(scenes: Int, _ failures: [Diagnostic]) {
    records.finish([("count", "\(scenes)"), ("errors", JSON.array(failures.map(\.record)).text())])
  }
}
