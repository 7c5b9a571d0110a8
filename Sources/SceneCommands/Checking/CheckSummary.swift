internal import CommandLineKit
internal import JSONText
internal import Workbench

/// The counts of findings by code, class and severity, for `--summary`.
struct CheckSummary {
  struct FindingKind: Hashable {
    var code: DiagnosticCode
    /// The class of the affected object; nil if the finding concerns no object.
    var className: String?
    var isError: Bool
  }

  private var counts: [FindingKind: (count: Int, scenes: Int)] = [:]

  mutating func add(_ diagnostics: [Diagnostic]) {
    var here: [FindingKind: Int] = [:]
    for finding in diagnostics {
      let kind = FindingKind(code: finding.code, className: finding.className, isError: finding.severity == .error)
      here[kind, default: 0] += 1
    }
    for (kind, count) in here {
      let former = counts[kind] ?? (0, 0)
      counts[kind] = (former.count + count, former.scenes + 1)
    }
  }

  /// The counts, errors first, then by descending frequency.
  var rows: [(kind: FindingKind, count: Int, scenes: Int)] {
    counts.map { ($0.key, $0.value.count, $0.value.scenes) }.sorted { first, second in
      let (a, b) = (first.0, second.0)
      if a.isError != b.isError { return a.isError }
      if first.1 != second.1 { return first.1 > second.1 }
      return (a.code.rawValue, a.className ?? "") < (b.code.rawValue, b.className ?? "")
    }
  }

  func table(_ style: Style) -> TextTable {
    var table = TextTable()
    table.add(["COUNT", "", "CODE", "CLASS", "SCENES"].map { TextTable.Cell($0, style: style.dim) })
    for (kind, count, scenes) in rows {
      let padding = String(repeating: " ", count: max(5 - String(count).utf8.count, 0))
      table.add([
        TextTable.Cell("\(padding)\(count)"),
        kind.isError ? TextTable.Cell("error", style: style.error) : TextTable.Cell("warning", style: style.warning),
        TextTable.Cell(kind.code.rawValue, isWords: true),
        TextTable.Cell(kind.className.map(TerminalText.escaped) ?? "", isWords: true), TextTable.Cell("\(scenes)"),
      ])
    }
    return table
  }

  /// The member `summary` of `inspector-check/1`.
  var json: JSON {
    .array(
      rows.map { kind, count, scenes in
        [
          "code": .string(kind.code.rawValue), "class": kind.className.map(JSON.string) ?? .null,
          "severity": .string(kind.isError ? "error" : "warning"), "count": .int(count), "scenes": .int(scenes),
        ]
      })
  }
}
