internal import CommandLineKit
internal import CommandReports
internal import InspectorKit
internal import SceneDocument
internal import Workbench

extension Shell {
  /// Returns the hint to the right of the typed line: a description of the property that the last word names, or the
  /// usage of a command that is typed alone; nil if there is no hint, or not enough room.
  ///
  /// - Parameter room: the number of free columns, to which the hint is truncated.
  func hint(for line: String, room: Int) -> String? {
    let word = TypedWord(line)
    guard let command = word.before.first else { return nil }
    var hint: String
    if let property = property(word, command) {
      hint = "\(property.label): \(property.brief)"
    } else {
      let row = self.command(named: command)?.row
      guard word.text.isEmpty, word.before.count == 1, let row, !row.arguments.isEmpty else { return nil }
      hint = row.shellUsage
    }
    hint = TerminalText.escaped(hint)
    return room < min(TerminalText.width(hint), 16) ? nil : TerminalText.truncated(hint, to: min(room, 72))
  }

  /// Returns the property that the last word of a command names; nil if the word names none, or if the last words of
  /// this command are not properties.
  private func property(_ word: TypedWord, _ command: String) -> PropertyDefinition? {
    let rest = Array(word.before.dropFirst())
    var (name, classes) = (word.text, targetClasses)
    switch command {
    case "set", "add":
      guard let assignment = Assignment(typed: word.text) else { return nil }
      name = assignment.name
      classes = command == "set" ? self.classes(meantByArguments: rest) : self.classes(named: Array(rest.prefix(1)))
    case "unset", "reset", "bind", "unbind": classes = self.classes(meantByArguments: rest)
    case "get" where !rest.isEmpty, "why" where !rest.isEmpty:
      classes = self.classes(meantBy: Selector.text(ofID: rest[0]))
    case "get", "why", "+", "-": break
    default: return nil
    }
    // A property of the target has precedence over an object of that name.
    let isOwn = classes.contains { $0.property(typed: name) != nil }
    if !isOwn, command != "add", let scene, let (head, node) = object(before: name) {
      name = String(Substring(name.utf8.dropFirst(head.utf8.count)))
      classes = scene.session.classes(of: [node])
    }
    return properties(named: name, of: classes).first?.property
  }
}
