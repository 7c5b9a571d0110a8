internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import Glibc
internal import InspectorKit
internal import JSONText
internal import SceneDocument
internal import Workbench

/// The command `editor PROPERTY`, for texts of several lines.
struct EditorVerb: SimpleVerb {
  static let row = CommandRow.verb(
    "editor", "<property>", "Opens a text property in your editor.",
    """
    The editor is the one that $VISUAL or $EDITOR names, or else 'vi'. When it ends, the text that it saved becomes the \
    value of one object, in one edit. A line break at the end that the editor adds is left out. If the editor ends with \
    an exit code other than 0, or the edit is refused, nothing is changed, and the file with your text is kept. The \
    command works only at the prompt of a terminal.
    """,
    [.init("editor text", "of the current object"), .init("editor bio.text", "of another object")])

  @Argument(help: "A String property; also of another object, as in 'bio.text'.")
  var property: String

  func run(in shell: Shell) throws(Diagnostic) {
    guard shell.isAtPrompt else { throw Diagnostic(ShellUsage.editorInScript) }
    let (objects, name, row) = try shell.property(typed: property)
    guard objects.count == 1 else { throw Diagnostic(ShellRefusal.severalTextsToEdit(name, count: objects.count)) }
    guard row.type == .string else { throw Diagnostic(ShellRefusal.noTextToEdit(name, row.type)) }
    guard row.definition?.isReadOnly != true else { throw Diagnostic(ShellRefusal.readOnlyText(name)) }
    let old = row.editedText
    guard let file = EditedFile(old, shell.run.context.environment) else {
      throw Diagnostic(ShellRefusal.noFileForEditor)
    }
    let end = try file.edit(shell)
    guard let text = file.text else {
      file.keep(shell)
      throw Diagnostic(ShellRefusal.editedTextUnreadable)
    }
    let new = Self.withoutAddedBreak(text, after: old)
    guard !new.isExactly(old) else {
      return end == .exited(0) ? shell.printSummary("nothing to change") : shell.report(end, of: file.editor)
    }
    guard end == .exited(0) else {
      shell.report(end, of: file.editor)
      return file.keep(shell)
    }
    do throws(Diagnostic) {
      try store(JSON.string(new).text(), name, in: objects, shell)
    } catch {
      file.keep(shell)
      throw error
    }
  }

  /// Stores a text in a property, and records an equivalent command for scripts.
  ///
  /// - Parameter value: the text as JSON, which such a command reads exactly.
  private func store(_ value: String, _ name: String, in objects: [String], _ shell: Shell) throws(Diagnostic) {
    try shell.edit(EditRequest(Selector(ids: objects), [Assignment(name, .json(value))]))
    let words = [Selector.text(ofID: objects.first ?? ""), "\(name)=\(value)"].map(ShellLine.quoted)
    shell.recordedText = "set \(words.joined(separator: " "))"
  }

  /// Removes a final line break that the editor added to a text without one.
  private static func withoutAddedBreak(_ text: String, after old: String) -> String {
    guard text.utf8.last == 0x0A, old.utf8.last != 0x0A else { return text }
    let lines = text.utf8.dropLast()
    return String(Substring(lines.last == 0x0D ? lines.dropLast() : lines))
  }
}

extension InspectedProperty {
  /// The text of a String property for editing: the stored text, since a hook may have changed the effective text; the
  /// effective text if none is stored; empty if there is neither.
  fileprivate var editedText: String {
    if case .value(.string(let text)?) = stored { return text }
    if case .string(let text)? = effective { return text }
    return ""
  }
}

/// A temporary file with a text to edit. The file is removed when this object is released, unless it is kept.
private final class EditedFile {
  private let path: String
  private var isKept = false

  private let program: UserEditor

  /// The command line of the editor.
  var editor: String { program.command }

  /// Writes a text to a new file that only the user can read; nil if this fails.
  init?(_ text: String, _ environment: [String: String]) {
    let ending = ".txt"
    program = UserEditor(environment)
    let folder = environment["TMPDIR"].flatMap { $0.begins(with: "/") ? $0 : nil } ?? "/tmp"
    guard let made = mkstemps("\(folder)/inspector-XXXXXX\(ending)", suffix: ending.utf8.count) else { return nil }
    defer { close(made.descriptor) }
    path = made.path
    guard FileText.write(Array(text.utf8), toDescriptor: made.descriptor) else { return nil }
  }

  deinit { if !isKept { unlink(path) } }

  /// Keeps the file after its text could not be stored, and prints its path.
  func keep(_ shell: Shell) {
    isKept = true
    shell.say("inspector: your text is in '\(TerminalText.escaped(path))'")
  }

  /// The current text of the file; nil if the file cannot be read or is not UTF-8.
  var text: String? { FileText.read(path).flatMap { String(validating: $0, as: UTF8.self) } }

  /// Runs the user's editor, and returns how it ended. Throws if the system's shell cannot be started.
  func edit(_ shell: Shell) throws(Diagnostic) -> ChildProgram.End {
    guard let end = program.edit(path, shell.run.context) else { throw Diagnostic(ShellRefusal.noSystemShell) }
    return end
  }
}
