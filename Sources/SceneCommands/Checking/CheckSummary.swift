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
    var severity: String { isError ? "error" : "warning" }
  }

  private var counts: [FindingKind: (count: Int, scenes: Int)] = [:]

  mutating func add(_ diagnostics: [Diagnostic]) {
    var here: [FindingKind: Int] = [:]
    var scenes: [FindingKind: Int] = [:]
    for finding in diagnostics {
      let kind = FindingKind(code: finding.code, className: finding.className, isError: finding.severity == .error)
      here[kind, default: 0] += 1
      scenes[kind] = max(scenes[kind] ?? 1, finding.scenes ?? 1)
    }
    for (kind, count) in here {
      let former = counts[kind] ?? (0, 0)
      counts[kind] = (former.count + count, former.scenes + (scenes[kind] ?? 1))
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
    table.add(headings: ["COUNT", "SEVERITY", "CODE", "CLASS", "SCENES"], style)
    for (kind, count, scenes) in rows {
      let padding = String(repeating: " ", count: max(5 - String(count).utf8.count, 0))
      table.add([
        TextTable.Cell("\(padding)\(count)", as: .fixed),
        TextTable.Cell(kind.severity, as: .fixed) { kind.isError ? style.error($0) : style.warning($0) },
        TextTable.Cell(kind.code.rawValue, as: .words),
        TextTable.Cell(kind.className.map(TerminalText.escaped) ?? "", as: .words),
        TextTable.Cell("\(scenes)", as: .fixed),
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
          "severity": .string(kind.severity), "count": .int(count), "scenes": .int(scenes),
        ]
      })
  }
}
