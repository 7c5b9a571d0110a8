internal import CommandLineKit
internal import CommandReports
internal import InspectorKit
internal import SceneDocument
internal import Workbench

extension Shell {
  /// Returns the hint at the right of the line being typed, the property whose value is due or the command's arguments;
  /// nil if there is none.
  ///
  /// - Parameter room: the number of free columns. The editor shows no hint that does not fit.
  func hint(for line: String, room: Int) -> String? {
    /// Truncates the hint to the room available; nil if the room is too small for a useful hint.
    func fitted(_ text: String) -> String? {
      let text = TerminalText.escaped(text)
      guard room >= min(TerminalText.width(text), 16) else { return nil }
      return TerminalText.truncated(text, to: min(room, 72))
    }
    let word = TypedWord(line)
    guard let command = word.before.first else { return nil }
    if let property = property(word, command) {
      return fitted("\(property.label): \(property.brief)")
    }
    guard word.text.isEmpty, word.before.count == 1, let row = row(command) else { return nil }
    guard !row.arguments.isEmpty else { return nil }
    let usage = row.shellUsage
    return fitted(usage)
  }

  /// Returns the row of the command that a single word names.
  func row(_ command: String) -> CommandRow? {
    verb(command)?.row ?? commands.first { $0.row.name == command }?.row
  }

  private func property(_ word: TypedWord, _ command: String) -> PropertyDefinition? {
    let rest = Array(word.before.dropFirst())
    var (name, classes) = (word.text, targetClasses)
    switch command {
    case "set", "add":
      guard let assignment = Assignment(typed: word.text) else { return nil }
      name = assignment.name
      classes = command == "set" ? self.classes(meantByArguments: rest) : self.classes(named: Array(rest.prefix(1)))
    case "get", "why":
      guard let scene, let (head, node) = object(before: word.text) else { break }
      name = String(Substring(word.text.utf8.dropFirst(head.utf8.count)))
      classes = scene.session.classes(of: [node])
    case "+", "-": break
    default: return nil
    }
    return properties(named: name, of: classes).first?.property
  }
}
