internal import CommandLineKit
internal import CommandReports
internal import JSONText
internal import Workbench

/// A report of findings in the Static Analysis Results Interchange Format (SARIF) 2.1.0 of OASIS, one result per line.
final class CheckSARIF: CheckReport {
  private let run: CommandRun
  private let records: JSONRecords

  /// The codes of the findings, which the document lists as rules.
  private var codes = Set<DiagnosticCode>()

  init(_ run: CommandRun) {
    self.run = run
    run.context.write(
      #"{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":["# + "\n")
    records = JSONRecords(run.context, [("columnKind", "unicodeCodePoints")], list: "results")
  }

  func add(_ scene: CheckedScene) {
    if let text = scene.text { run.say(text, isInJSON: true) }
    for finding in scene.diagnostics {
      codes.insert(finding.code)
      records.add(result(finding, scene.scene).text())
    }
  }

  func finish(_ totals: CheckTotals, _ templates: ShownTemplates) {
    let rules = codes.map(\.rawValue).sorted().map { JSON.object([.init("id", .string($0))]) }
    let tool: JSON = [
      "driver": [
        "name": "inspector", "fullName": "Inspector Workbench", "version": .string(inspectorVersion),
        "rules": .array(rules),
      ]
    ]
    records.finish([("tool", tool.text())])
    run.context.write("]}\n")
  }

  private func result(_ finding: Diagnostic, _ scene: String) -> JSON {
    var location: [JSON.Member] = []
    if scene != "-" {
      var physical: [JSON.Member] = [
        .init("artifactLocation", ["uri": .string(Self.uri(Self.plain(finding.file ?? scene)))])
      ]
      if let line = finding.line {
        var region: [JSON.Member] = [.init("startLine", .int(line))]
        if let column = finding.column { region.append(.init("startColumn", .int(column))) }
        physical.append(.init("region", .object(region)))
      }
      location.append(.init("physicalLocation", .object(physical)))
    }
    if let object = finding.object {
      let name = finding.property.map { "\(object).\($0)" } ?? object
      location.append(
        .init("logicalLocations", [["name": .string(finding.property ?? object), "fullyQualifiedName": .string(name)]]))
    }
    var members: [JSON.Member] = [
      .init("ruleId", .string(finding.code.rawValue)), .init("level", .string(finding.severity.rawValue)),
      .init("message", ["text": .string(FileName.shown(finding.message))]),
    ]
    if !location.isEmpty { members.append(.init("locations", [.object(location)])) }
    return .object(members)
  }

  /// Returns a path without a leading `./`, since some services compare the path with those of a repository.
  static func plain(_ path: String) -> String {
    path.begins(with: "./") ? plain(String(path.utf8.dropFirst(2)) ?? path) : path
  }

  /// The bytes that a path in a URI may contain.
  private static let allowed = Set(
    "/-._~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)

  /// Returns a path as a URI reference: relative paths stay relative, absolute ones become `file` URIs.
  private static func uri(_ path: String) -> String {
    var text = path.hasPrefix("/") ? "file://" : ""
    for byte in FileName.bytes(of: path) {
      if allowed.contains(byte) {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += "%" + String(byte >> 4, radix: 16, uppercase: true) + String(byte & 15, radix: 16, uppercase: true)
      }
    }
    return text
  }
}
