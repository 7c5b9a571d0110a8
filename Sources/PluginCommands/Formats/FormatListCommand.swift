internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import InspectorKit
internal import JSONText
internal import SceneDocument
internal import Workbench

struct FormatListCommand: InspectorCommand {
  static let row = CommandRow(
    name: "format list",
    arguments: "",
    summary: "Lists the formats of other programs that can be edited.",
    discussion: """
      A file in one of these formats can be named wherever a scene can, and is edited in place. The formats are \
      described by files with names such as 'NAME.inspector-format.json', which are searched for where plugins are. A \
      description that has a fault is reported, and its format is not listed.
      """,
    examples: [
      .init("format list", "all formats"),
      .init("format list --plugin ./formats", "also those in a folder", isForShell: false),
    ],
    scenes: .none, statuses: [.done, .findings, .usage, .cannotWrite], jsonFormat: "inspector-format-list/1")

  @OptionGroup var global: GlobalOptions

  func perform(_ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    let formats = run.formats.all.sorted { $0.name < $1.name }
    let problems = run.formatFiles.problems
    if run.isJSON {
      var line = JSONLine()
      line.add("format", "inspector-format-list/1")
      line.add("formats", .array(formats.map(\.record)))
      line.add("problems", .array(problems.map(\.json)))
      run.print(line.text)
    } else if formats.isEmpty {
      run.note("inspector: no formats were found")
    } else {
      run.print(table(of: formats, run.style))
    }
    // The faults follow the list, as in every command that reads the descriptions.
    return problems.isEmpty ? .done : .findings
  }

  private func table(of formats: [any ForeignFormat], _ style: Style) -> TextTable {
    var table = TextTable()
    table.add(headings: ["NAME", "VERSION", "FILES", "DOCUMENTS", "DESCRIBED IN"], style)
    for format in formats {
      table.add([
        TextTable.Cell(TerminalText.escaped(format.name), as: .name),
        TextTable.Cell(TerminalText.escaped(format.version), as: .fixed),
        TextTable.Cell(TerminalText.escaped(format.filePatterns.joined(separator: " ")), as: .words),
        TextTable.Cell(TerminalText.escaped(format.title), as: .words),
        TextTable.Cell(TerminalText.escaped(format.path)),
      ])
    }
    return table
  }
}

extension ForeignFormat {
  /// The JSON object that describes the format in lists.
  fileprivate var record: JSON {
    [
      "name": .string(name), "version": .string(version), "title": .string(title),
      "files": .array(filePatterns.map { .string($0) }), "path": .string(FileName.shown(path)),
    ]
  }
}
