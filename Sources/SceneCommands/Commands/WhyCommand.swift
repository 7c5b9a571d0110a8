internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import InspectorKit
internal import JSONText
internal import Workbench

struct WhyCommand: SceneCommand {
  static let row = CommandRow(
    name: "why",
    arguments: "<scene> <id>.<property> | <id> <property>",
    summary: "Explains how a property got its value.",
    discussion: """
      It lists the default of the class, what the object stores, names of colours, conditions, and the hooks that \
      changed the value, ending with the effective value that the component returns. In the shell it also lists the \
      edits made there, including undone ones. The property is written as for 'get'. In the shell, if no object is \
      named, the property is that of the current object, or that of each selected object, explained briefly.
      """,
    examples: [
      .init("why card.json volume.value", "the default, the stored value, and which hook changed it"),
      .init("why card.json 'badge.Corner Radius'", "by its label"),
      .init("why card.json badge 'Corner Radius'", "the same in two words"),
    ],
    scenes: .one,
    statuses: [.done, .findings, .usage, .badDocument, .noInput, .noPlugin, .changedUnderneath, .cannotWrite],
    jsonFormat: "inspector-why/1", takesIDs: true)

  @OptionGroup var reference: PropertyReference

  @OptionGroup var global: GlobalOptions

  func perform(on scene: CommandScene, _ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    let session = try run.open(scene)
    let (explanations, left) = try run.asking(reference.text, limit: Self.limit) { name throws(Diagnostic) in
      try session.why(name)
    }
    for explanation in explanations {
      if let fault = session.fault(ofObject: explanation.property.object) {
        run.say(fault.shown(), isInJSON: run.isJSON)
      }
    }
    if explanations.count == 1, let explanation = explanations.first {
      if run.isJSON {
        run.print(explanation.document)
      } else {
        explanation.lines(scene: scene.name, run.style, width: run.tableWidth).forEach(run.print)
      }
    } else {
      briefly(explanations, run).forEach(run.print)
      if left > 0 { run.print("… \(left) more; 'why ID.PROPERTY' explains any") }
    }
    return explanations.contains { session.fault(of: $0.property) != nil } ? .badDocument : .done
  }

  /// The maximum number of selected objects whose values are explained; further objects are only counted.
  private static let limit = 100

  /// Returns the lines of a table with a row per object: its id, the value of its property, and the reason for the value.
  private func briefly(_ explanations: [ValueExplanation], _ run: CommandRun) -> [String] {
    var table = TextTable()
    for explanation in explanations {
      table.add([
        TextTable.Cell(TerminalText.escaped(explanation.property.object), as: .name),
        TextTable.Cell(TerminalText.escaped(explanation.property.effective?.text ?? "unset")),
        TextTable.Cell(TerminalText.escaped(explanation.reason?.text ?? ""), as: .words, style: run.style.dim),
      ])
    }
    return table.lines(width: run.tableWidth)
  }
}

extension ValueExplanation {
  /// Returns the explanation as text: a heading, and a line for each reason, which starts with the kind of the reason.
  fileprivate func lines(scene: String, _ style: Style, width: Int?) -> [String] {
    let head = [
      style.bold(TerminalText.escaped("\(property.object).\(property.name)")), TerminalText.escaped(property.label),
      property.type?.rawValue ?? "",
    ]
    var table = TextTable()
    for reason in reasons {
      let step = reason.step.map { " \($0)" } ?? ""
      table.add([
        TextTable.Cell("  \(reason.kind.rawValue)\(step)", as: .fixed, style: style.dim),
        TextTable.Cell(reason.words(scene: scene), as: .words),
      ])
    }
    return Style.wrapped(head.filter { !$0.isEmpty }.joined(separator: "  "), to: width)
      + table.lines(width: width)
  }

  /// The explanation as an `inspector-why/1` document.
  fileprivate var document: String {
    var line = JSONLine()
    line.add("format", "inspector-why/1")
    line.add("object", .string(property.object))
    line.add("class", .string(property.className))
    line.add("property", .string(property.name))
    line.add("label", .string(property.label))
    if let type = property.type { line.add("type", .string(type.rawValue)) }
    line.add("story", list: reasons.map { "\n\($0.record)" })
    property.addValues(to: &line)
    return line.text
  }
}
