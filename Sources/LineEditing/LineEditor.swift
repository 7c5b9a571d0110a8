internal import CLineEdit

/// Reads lines from a terminal, with editing, history, completion and hints.
///
/// ```swift
/// let editor = LineEditor(program: "inspector")
/// while case .text(let line)? = editor?.read(prompt: "> ") { print(line) }
/// ```
///
/// Descriptors 0 and 1 must be a terminal, and there is one editor at a time. It knows nothing of what the lines mean.
public final class LineEditor {
  /// How reading a line ended.
  public enum Line: Hashable, Sendable {
    case text(String)
    /// Ctrl-D in an empty line, or the terminal is gone.
    case end
    /// Ctrl-C: what was typed is given up.
    case interrupted
  }

  /// What Tab does with the line.
  public struct Completion: Hashable, Sendable {
    /// How many Unicode scalars before the cursor give way to the text.
    public var replaced = 0

    /// What to insert at the cursor, in place of the scalars that give way.
    public var text = ""

    /// Whole lines to show below the line that is typed; empty for none.
    public var shown = ""

    /// A completion; without arguments, one that changes and shows nothing.
    public init(replaced: Int = 0, text: String = "", shown: String = "") {
      self.replaced = replaced
      self.text = text
      self.shown = shown
    }
  }

  /// Called when Tab is typed, with the line before and after the cursor; nil beeps.
  public var complete: (_ before: String, _ after: String) -> Completion? = { _, _ in nil }

  /// Called with the line whenever typing pauses. Its result is shown at the right; nil shows nothing.
  public var hint: (_ line: String) -> String? = { _ in nil }

  /// Called while a line is read after ``Terminal/wake()``.
  public var woken: () -> News = { News() }

  /// What is shown while a line is read.
  public struct News: Hashable, Sendable {
    /// Whole lines to show above the one that is typed; empty for none.
    public var lines = ""

    /// The new prompt; nil to keep the old one.
    public var prompt: String?

    /// News; without arguments, none.
    public init(lines: String = "", prompt: String? = nil) {
      self.lines = lines
      self.prompt = prompt
    }
  }

  private var edit: OpaquePointer?
  /// What the last hint is kept in for as long as it is shown.
  private var hintText: [CChar] = [0]

  /// Makes an editor; nil where there is no memory for it.
  public init?(program: String) {
    var calls = line_edit_calls()
    calls.context = Unmanaged.passUnretained(self).toOpaque()
    calls.complete = { context, before, after in
      guard let editor = LineEditor.at(context), let before, let after else { return }
      editor.tab(String(cString: before), String(cString: after))
    }
    calls.woken = { context in LineEditor.at(context)?.wake() }
    calls.hint = { context, line in
      guard let editor = LineEditor.at(context), let line else { return nil }
      return editor.keptHint(String(cString: line))
    }
    edit = line_edit_make(program, calls)
    if edit == nil { return nil }
  }

  deinit { line_edit_free(edit) }

  private static func at(_ context: UnsafeMutableRawPointer?) -> LineEditor? {
    context.map { Unmanaged<LineEditor>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Takes the user's own keys from `~/.editrc`.
  public func readUserKeys() { line_edit_source(edit) }

  /// Reads a line; its line break is left out.
  ///
  /// - Parameter prompt: what stands between two `U+0001` takes no columns, as colours do.
  public func read(prompt: String) -> Line {
    var line: UnsafePointer<CChar>?
    switch line_edit_read(edit, prompt, &line) {
    case LINE_EDIT_LINE:
      guard let line else { return .end }
      let text = String(cString: line)
      return .text(text.utf8.last == 0x0A ? String(Substring(text.utf8.dropLast())) : text)
    case LINE_EDIT_INTERRUPTED: return .interrupted
    default: return .end
    }
  }

  private func tab(_ before: String, _ after: String) {
    guard let completion = complete(before, after) else { return line_edit_beep(edit) }
    line_edit_replace(edit, Int32(completion.replaced), completion.text)
    if !completion.shown.isEmpty { line_edit_show(edit, completion.shown, true) }
  }

  private func wake() {
    let news = woken()
    if let prompt = news.prompt { line_edit_set_prompt(edit, prompt) }
    if !news.lines.isEmpty || news.prompt != nil { line_edit_show(edit, news.lines, false) }
  }

  private func keptHint(_ line: String) -> UnsafePointer<CChar>? {
    guard let text = hint(line) else { return nil }
    hintText = Array(text.utf8CString)
    // The array is kept, unchanged, until the next question.
    return hintText.withUnsafeBufferPointer { $0.baseAddress }
  }

  // MARK: history

  /// Takes up the lines of a file that ``keep(_:in:)`` wrote; false where there is none.
  @discardableResult public func loadHistory(_ path: String) -> Bool { line_edit_history_load(edit, path) }

  /// Adds a line to those that the arrow keys and Ctrl-R bring back, and to a file.
  ///
  /// - Returns: 0, or the system's error code where the file cannot be written.
  @discardableResult public func keep(_ line: String, in path: String?) -> Int32 {
    line_edit_history_add(edit, line)
    guard let path else { return 0 }
    return line_edit_history_append(edit, path)
  }
}
