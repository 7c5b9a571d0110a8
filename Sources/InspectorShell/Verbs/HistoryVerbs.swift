internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import JSONText
internal import Workbench

struct UndoVerb: SimpleVerb {
  static let row = CommandRow.verb(
    "undo", "[<number>|all]", "Undoes the last steps, and lists them.", "",
    [.init("undo", "the last step"), .init("undo 3", "the last three"), .init("undo all", "every step")])

  @Argument(help: "The number of steps, or 'all'.")
  var count: String?

  func run(in shell: Shell) throws(Diagnostic) {
    try shell.step(count, "undo") { session throws(Diagnostic) in try session.undo() }
  }
}

struct RedoVerb: SimpleVerb {
  static let row = CommandRow.verb(
    "redo", "[<number>|all]", "Redoes undone steps, and lists them.", "",
    [.init("redo", "the step undone last"), .init("redo all", "every undone step")])

  @Argument(help: "The number of steps, or 'all'.")
  var count: String?

  func run(in shell: Shell) throws(Diagnostic) {
    try shell.step(count, "redo") { session throws(Diagnostic) in try session.redo() }
  }
}

extension Shell {
  /// Undoes or redoes steps one by one, and prints the name of each; throws an error if there are too few steps, or if
  /// their number is not valid.
  ///
  /// - Parameter typed: the number of steps, or `all`; nil for one.
  fileprivate func step(
    _ typed: String?, _ verb: String, _ step: (SceneSession) throws(Diagnostic) -> HistoryStep?
  ) throws(Diagnostic) {
    let isAll = typed == "all"
    guard let count = isAll ? .max : typed.map(Int.init) ?? 1, count > 0 else {
      throw Diagnostic(ShellUsage.stepsBelowOne(verb: verb))
    }
    let scene = try current()
    for place in 0..<count {
      let isMade = isAll && place > 0
      let made: HistoryStep?
      do throws(Diagnostic) { made = try edit(scene, step) } catch {
        // In a transaction, 'all' ends where the transaction began.
        if isMade, error.code == .editTransaction { return }
        throw error
      }
      guard let step = made else {
        if isMade { return }
        throw Diagnostic(ShellRefusal.historyEnds(verb: verb, made: place, of: count))
      }
      printSummary("\(verb == "undo" ? "undone" : "redone"): \(TerminalText.escaped(step.name))")
      for warning in step.warnings { say(warning.shown()) }
    }
  }
}

struct HistoryVerb: SimpleVerb {
  static let row = CommandRow.verb(
    "history", "", "Lists the steps that can be undone and redone.",
    """
    Undone steps come last; 'undo' undoes the step before them. A step that changed a single object is listed with \
    that object's id and title.
    """,
    [.init("history", "one line per step")], json: "inspector-history/1")

  func run(in shell: Shell) throws(Diagnostic) {
    let scene = try shell.current()
    guard !shell.run.isJSON else {
      let head = [("format", "inspector-history/1")] + FileName.members("scene", scene.path)
      let records = JSONRecords(shell.run.context, head, list: "steps")
      for step in scene.session.history { records.add(Self.record(step)) }
      return records.finish()
    }
    let style = shell.run.style
    var table = TextTable()
    for step in scene.session.history {
      let name = TerminalText.escaped(step.name)
      table.add([
        TextTable.Cell("\(step.number)", as: .fixed, style: style.dim),
        step.isUndone ? TextTable.Cell(name, as: .words, style: style.dim) : TextTable.Cell(name, as: .words),
        TextTable.Cell(Self.target(step), style: style.dim),
        TextTable.Cell(Self.making(step), style: style.dim),
        TextTable.Cell(step.isUndone ? "undone" : "", as: .fixed, style: style.dim),
      ])
    }
    table.lines(width: shell.run.tableWidth).forEach(shell.print)
  }

  /// Returns an element of `steps` in `inspector-history/1`.
  private static func record(_ step: HistoryStep) -> String {
    var record = JSONLine()
    record.add("number", .int(step.number))
    record.add("name", .string(step.name))
    record.add("undone", .bool(step.isUndone))
    record.add("origin", .string(step.origin.rawValue))
    record.add("edits", .int(step.edits))
    record.add("version", .int(step.version))
    if let object = step.object { record.add("object", .string(object)) }
    if let title = step.title { record.add("title", .string(title.text)) }
    return record.text
  }

  /// Returns the id and the title of the only object that the step changed; empty if the step changed several objects
  /// or none. The id is left out if the step's name contains it.
  private static func target(_ step: HistoryStep) -> String {
    let words = step.name.split { !$0.isLetter && !$0.isNumber && !"-_/".contains($0) }
    let id = step.object.flatMap { words.contains($0[...]) ? nil : TerminalText.escaped($0) }
    return [id, step.title?.shown].compactMap(\.self).joined(separator: "  ")
  }

  /// Returns the details of a step: its origin, unless the origin is the scene, and the number of its edits if there
  /// are several.
  private static func making(_ step: HistoryStep) -> String {
    let origin = step.origin == .scene ? nil : step.origin.rawValue
    return [origin, step.edits > 1 ? "\(step.edits) edits" : nil].compactMap(\.self).joined(separator: ", ")
  }
}
