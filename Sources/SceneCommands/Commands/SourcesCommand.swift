internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import JSONText
internal import Workbench

struct SourcesCommand: SceneCommand {
  static let row = CommandRow(
    name: "sources",
    arguments: "<scene>",
    summary: "Lists the files that a scene is made of.",
    discussion: """
      One line per file: the scene itself, the documents whose objects it includes ('ref'), those that these use, and \
      the palette documents. Each has its size in bytes and the SHA-256 of its text. Unsaved edits are included.
      """,
    examples: [
      .init("sources card.json", "the scene and the documents that it uses"),
      .init("sources --json card.json | jq -r '.sources[].path'", "only the paths", isForShell: false),
    ],
    scenes: .one, statuses: TreeCommand.row.statuses, jsonFormat: "inspector-sources/1")

  @OptionGroup var global: GlobalOptions

  func perform(on scene: CommandScene, _ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    let sources = try run.open(scene).sources
    guard !run.isJSON else {
      let records = JSONRecords(
        run.context, [("format", "inspector-sources/1")] + FileName.members("scene", scene.name), list: "sources")
      for source in sources { records.add(source.record) }
      records.finish()
      return .done
    }
    let style = run.style
    var table = TextTable()
    table.add(headings: ["KIND", "BYTES", "SHA-256", "FILE"], style)
    for source in sources {
      table.add([
        TextTable.Cell(source.kind.rawValue, as: .fixed),
        TextTable.Cell(source.size.map(String.init) ?? "", as: .fixed),
        TextTable.Cell(source.sha256.map { "\($0.prefix(16))…" } ?? "cannot be read", as: .fixed, style: style.dim),
        TextTable.Cell(TerminalText.escaped(source.path), as: .words, style: style.bold),
      ])
    }
    run.print(table)
    return .done
  }
}

extension SceneSource {
  /// The file as an element of `sources` in `inspector-sources/1`.
  fileprivate var record: String {
    var line = JSONLine()
    line.add("path", path: path)
    line.add("kind", .string(kind.rawValue))
    if let size { line.add("size", .int(size)) }
    if let sha256 { line.add("sha256", .string(sha256)) }
    return line.text
  }
}
