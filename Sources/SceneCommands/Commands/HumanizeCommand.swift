internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import InspectorKit
internal import JSONText
internal import Workbench

struct HumanizeCommand: InspectorCommand {
  static let row = CommandRow(
    name: "humanize",
    arguments: "<name> ...",
    summary: "Prints the human-readable labels of names.",
    discussion: """
      One line per name: the name, a tab, and the label. It needs neither scenes nor plugins.
      """,
    examples: [.init("humanize cornerRadius imageURLs", "prints 'Corner Radius' and 'Image URLs'")],
    scenes: .none, statuses: [.done, .usage, .cannotWrite], jsonFormat: "inspector-humanize/1")

  @Argument(help: ArgumentHelp("The names.", valueName: "name"))
  var names: [String]

  @OptionGroup var global: GlobalOptions

  static var wordList: WritableKeyPath<HumanizeCommand, [String]>? { \.names }

  func perform(_ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    let labels = names.map { (name: $0, label: PropertyName.label(for: $0)) }
    guard run.isJSON else {
      for (name, label) in labels { run.print("\(TerminalText.escaped(name))\t\(TerminalText.escaped(label))") }
      return .done
    }
    let records = JSONRecords(run.context, [("format", "inspector-humanize/1")], list: "names")
    for (name, label) in labels {
      let record: JSON = ["name": .string(name), "label": .string(label)]
      records.add(record.text())
    }
    records.finish()
    return .done
  }
}
