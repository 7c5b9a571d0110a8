internal import InspectorKit
internal import JSONText
internal import Workbench

/// Tells of edits as `inspector-changes/1`, a scene a line.
final class EditJSON: EditReport {
  private let run: CommandRun
  private let records: JSONRecords

  init(_ run: CommandRun, isDryRun: Bool) {
    self.run = run
    records = JSONRecords(
      run, [("format", "inspector-changes/1"), ("dryRun", .bool(isDryRun))], list: "scenes")
  }

  func finish() { records.finish() }

  func add(_ outcome: EditOutcome) {
    var line = JSONLine()
    line.add("scene", .string(outcome.scene))
    if let failure = outcome.failure {
      run.say(failure)
      line.add("changes", list: failure.diagnostics.compactMap(Self.rejection))
      line.add("written", .bool(false))
      line.add("error", failure.json)
    }
    if let result = outcome.result {
      line.add("matched", .int(result.matched))
      line.add("changed", .int(result.changed))
      line.add("written", .bool(outcome.isWritten))
      line.add("warnings", .array(result.warnings.map(\.json)))
      line.add("skipped", .array(result.skipped.map(\.json)))
      if !result.colors.isEmpty { line.add("palette", list: result.colors.map(\.record)) }
      line.add("changes", list: result.changes.filter { !$0.property.isEmpty }.map { "\n\($0.record)" })
    }
    records.add(line.text)
  }

  /// A refused edit as a change that was not made.
  private static func rejection(_ diagnostic: Diagnostic) -> String? {
    guard let object = diagnostic.object, let property = diagnostic.property else { return nil }
    var line = JSONLine()
    line.add("object", .string(object))
    line.add("property", .string(property))
    line.add("rejected", .string(diagnostic.message))
    return "\n\(line.text)"
  }
}
