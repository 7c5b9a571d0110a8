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
    "editor", "<property>", "Opens a text in your editor.",
    """
    The editor is the one that $VISUAL or $EDITOR names, or else 'vi'. When it ends, the text that it saved becomes the \
    value, in one edit. A line break at the end that the editor adds is left out. If the editor ends with an exit code \
    other than 0, nothing is changed. The command works only at the prompt of a terminal.
    """,
    [.init("editor text", "of the current object"), .init("editor bio.text", "of another object")])

  @Argument(help: "A String property; also of another object, as in 'bio.text'.")
  var property: String

  func run(in shell: Shell) throws(Diagnostic) {
    guard shell.isAtPrompt else { throw Diagnostic(ShellUsage.editorInScript) }
    let (selector, name, row) = try shell.property(typed: property)
    guard row.type == .string else { throw Diagnostic(ShellRefusal.noTextToEdit(name, row.type)) }
    let old = if case .string(let text)? = row.effective { text } else { "" }
    guard let file = EditedFile(old, shell.run.context.environment) else {
      throw Diagnostic(ShellRefusal.noFileForEditor)
    }
    let end = try file.edit(shell)
    guard end == .exited(0) else { return shell.report(end) }
    guard var new = file.text else { throw Diagnostic(ShellRefusal.editedTextUnreadable) }
    if new.utf8.last == 0x0A, old.utf8.last != 0x0A { new = String(Substring(new.utf8.dropLast())) }
    guard !new.isExactly(old) else { return shell.printSummary("nothing to change") }
    try shell.edit(EditRequest(selector, [Assignment(name, .json(JSON.string(new).text()))]))
  }
}

/// A temporary file with a text that the user edits. The file is removed when this object is released.
private final class EditedFile {
  private let path: String

  /// Writes a text to a new file that only the user can read; nil if this fails.
  init?(_ text: String, _ environment: [String: String]) {
    let ending = ".txt"
    let folder = environment["TMPDIR"].flatMap { $0.begins(with: "/") ? $0 : nil } ?? "/tmp"
    var name = Array("\(folder)/inspector-XXXXXX\(ending)".utf8CString)
    let descriptor = mkstemps(&name, Int32(ending.utf8.count))
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    path = FileName.text(of: name.dropLast().map { UInt8(bitPattern: $0) })
    let bytes = Array(text.utf8)
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return nil }
      written += count
    }
  }

  deinit { unlink(path) }

  /// The text that the file now has; nil if the file cannot be read, or if it is not UTF-8.
  var text: String? { FileText.read(path).flatMap { String(validating: $0, as: UTF8.self) } }

  /// Runs the user's editor, and returns the way in which it ended. Throws if the system's shell cannot be started.
  func edit(_ shell: Shell) throws(Diagnostic) -> ChildProgram.End {
    var environment = shell.run.context.environment
    let editor = ["VISUAL", "EDITOR"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? "vi"
    // The path is passed in a variable, since a folder's name may contain any character.
    environment["INSPECTOR_TEXT"] = path
    shell.paged?.release()
    shell.run.context.flush()
    guard let process = ChildProgram.start("\(editor) \"$INSPECTOR_TEXT\"", environment) else {
      throw Diagnostic(ShellRefusal.noSystemShell)
    }
    let end = ChildProgram.wait(for: process)
    // A Ctrl-C during the program was meant for the program, not for the shell.
    shell.job.reset()
    return end
  }
}
