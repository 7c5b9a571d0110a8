package import CommandLineKit
internal import JSONText
internal import SceneDocument
internal import SceneSessions

/// A report of edits as one `inspector-changes/1` document, or as one line of JSON for each scene.
package final class EditJSON: EditReport {
  private let run: CommandRun
  private var summary = EditSummary()

  /// The list of records; `nil` for one JSON document per line.
  private let records: JSONRecords?

  /// True if the edit may change more than attributes and colours.
  private let hasStructure: Bool

  package init(_ run: CommandRun, isDryRun: Bool, isLines: Bool, hasStructure: Bool = false) {
    self.run = run
    self.hasStructure = hasStructure
    let head: [(String, JSON)] = [("format", "inspector-changes/1"), ("dryRun", .bool(isDryRun))]
    records = isLines ? nil : JSONRecords(run.context, head, list: "scenes")
  }

  package func finish(left: Int, _ failure: Diagnostic?, _ status: ExitStatus) {
    if let failure { run.say(failure, isInJSON: records != nil) }
    records?.finish([("summary", summary.json(left: left, failure, status).text())])
  }

  /// The line break before each element of a list; it makes a whole document readable, and is absent from one-line
  /// records.
  private var lineBreak: String { records == nil ? "" : "\n" }

  package func listing() -> ChangeListing? {
    var isFirst = true
    var hasEffects = false
    return ChangeListing { [lineBreak, isLines = records == nil] change in
      guard change.isListed else { return "" }
      defer { isFirst = false }
      return (isFirst ? "" : ",") + lineBreak + (isLines ? JSONLine.unbroken(change.record) : change.record)
    } effects: { change in
      guard change.isOfObject, !change.effects.isEmpty else { return "" }
      defer { hasEffects = true }
      return (hasEffects ? "," : "") + change.effects.map { JSONLine.unbroken($0.json.text()) }.joined(separator: ",")
    }
  }

  /// Does nothing, since each record states whether its scene was written.
  package func withhold() {}

  package func add(_ outcome: EditOutcome) {
    summary.add(outcome)
    var line = JSONLine()
    line.add("scene", path: outcome.scene)
    line.add("exitCode", .int(Int(outcome.status.rawValue)))
    if let failure = outcome.failure {
      run.say(failure, isInJSON: true)
      line.add("changes", list: failure.details.compactMap(rejection))
      line.add("written", .bool(false))
      line.add("error", failure.record)
    }
    if let result = outcome.result {
      line.add("matched", .int(result.matched))
      line.add("changed", .int(result.changed))
      line.add("written", .bool(outcome.isWritten))
      if let output = outcome.output { line.add("output", path: output) }
      if let users = outcome.users { line.add("usedBy", .int(users.scenes)) }
      if let bytes = result.bytes {
        line.add("bytes", .object([.init("removed", .int(bytes.removed)), .init("inserted", .int(bytes.inserted))]))
      }
      line.add("warnings", .array(result.warnings.map(\.json)))
      line.add("skipped", .array(result.skipped.map(\.json)))
      if hasStructure { line.add("steps", .array(result.matchedBySteps.map { $0.map { .int($0) } ?? .null })) }
      if hasStructure { line.add("structure", list: result.structure.map { lineBreak + $0.record }) }
      if !result.colors.isEmpty { line.add("palette", list: result.colors.map(\.record)) }
      let effects = result.changes.filter(\.isOfObject).flatMap(\.effects)
      if !effects.isEmpty { line.add("effects", .array(effects.map(\.json))) }
      line.add("changes", list: result.changes.filter(\.isListed).map { lineBreak + $0.record })
    }
    // Changes are the last member, and may be in the listing instead.
    let text = records == nil ? JSONLine.unbroken(line.text) : line.text
    records?.separate()
    guard let listing = outcome.listing else { return run.print(text) }
    let end = #","changes":[]}"#
    run.context.write(String(text.dropLast(end.count)))
    if listing.hasEffects {
      run.context.write(#","effects":["#)
      listing.writeEffects(to: run)
      run.context.write("]")
    }
    run.context.write(String(end.dropLast(2)))
    listing.write(to: run)
    run.print("]}")
  }

  /// Returns the JSON record of a refused change; nil if the diagnostic does not concern a property of an object.
  private func rejection(_ diagnostic: Diagnostic) -> String? {
    guard let object = diagnostic.object, let property = diagnostic.property else { return nil }
    var line = JSONLine()
    line.add("object", .string(object))
    line.add("property", .string(property))
    line.add("rejected", .string(diagnostic.message))
    return lineBreak + line.text
  }
}
