internal import CommandLineKit
internal import CommandReports
internal import InspectorKit
internal import SceneDocument
internal import Workbench

/// The hint at the right of the line being typed: the property whose value is due, or the command's arguments.
struct ShellHint {
  let shell: Shell

  /// The number of free columns. The editor shows no hint that does not fit.
  let room: Int

  /// Returns the hint for a line, or nil if there is none.
  func text(_ line: String) -> String? {
    let word = TypedWord(line)
    guard let command = word.before.first else { return nil }
    if let property = property(word, command) {
      return fitted("\(property.label): \(property.brief)")
    }
    guard word.text.isEmpty, word.before.count == 1, let row = row(command) else { return nil }
    guard !row.arguments.isEmpty else { return nil }
    let usage = ShellHelp.text("inspector \(row.name) \(row.arguments)", row)
    return fitted(usage)
  }

  /// Truncates the hint to the room available; nil if the room is too small for a useful hint.
  private func fitted(_ text: String) -> String? {
    let text = TerminalText.escaped(text)
    guard room >= min(TerminalText.width(text), 16) else { return nil }
    return TerminalText.truncated(text, to: min(room, 72))
  }

  private func row(_ command: String) -> CommandRow? {
    shell.verb(command)?.row ?? shell.commands.first { $0.row.name == command }?.row
  }

  private func property(_ word: TypedWord, _ command: String) -> PropertyDefinition? {
    let rest = Array(word.before.dropFirst())
    var (name, classes) = (word.text, shell.targetClasses)
    switch command {
    case "set", "add":
      guard let assignment = Assignment(typed: word.text) else { return nil }
      name = assignment.name
      classes = command == "set" ? shell.classes(meantByArguments: rest) : shell.classes(named: Array(rest.prefix(1)))
    case "get", "why":
      guard let scene = shell.scene, let (head, node) = shell.object(before: word.text) else { break }
      name = String(Substring(word.text.utf8.dropFirst(head.utf8.count)))
      classes = scene.session.classes(of: [node])
    case "+", "-": break
    default: return nil
    }
    return shell.properties(named: name, of: classes).first?.property
  }
}
