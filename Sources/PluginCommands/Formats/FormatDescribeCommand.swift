internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import InspectorKit
internal import JSONText
internal import SceneDocument
internal import Workbench

struct FormatDescribeCommand: InspectorCommand {
  static let row = CommandRow(
    name: "format describe",
    arguments: "<name>",
    summary: "Prints the classes and properties of a format.",
    discussion: """
      It prints labels, types, defaults, limits, units and groups as 'plugin describe' does for plugins. With \
      '--markdown' it prints a reference page for people who edit such files.
      """,
    examples: [
      .init("format describe maplibre", "all classes"),
      .init("format describe maplibre --markdown", "a reference page", isForShell: false),
    ],
    scenes: .none, statuses: [.done, .findings, .usage, .cannotWrite], jsonFormat: "inspector-plugin/1")

  @Argument(help: "The format.")
  var name: String

  @Flag(help: "Print a page of Markdown.")
  var markdown = false

  @OptionGroup var global: GlobalOptions

  func validate() throws {
    guard !markdown || !global.json else {
      throw ValidationError("'--markdown' and '--json' are different formats; give one of them")
    }
  }

  func perform(_ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    let formats = run.formats.all
    guard let format = formats.first(where: { $0.name.isExactly(name) }) else {
      let suggestion = DidYouMean.suggestion(for: name, among: formats.map(\.name))
      throw Diagnostic(ReportUsage.noFormat(name, suggestion: suggestion))
    }
    let description = try FormatFiles.classes(of: format)
    if run.isJSON || markdown {
      run.print(run.isJSON ? description.json.text() : ReferencePage(description).text)
      return .done
    }
    run.print("\(TerminalText.escaped(format.title))  \(TerminalText.escaped(format.version))")
    run.print(TerminalText.escaped(format.path))
    var text = ComponentText()
    for component in description.components {
      run.print("")
      text.lines(component, run.style, width: run.tableWidth).forEach(run.print)
    }
    return .done
  }
}
