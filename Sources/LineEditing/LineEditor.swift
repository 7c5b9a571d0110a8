import CLineEdit

/// Reads lines from a terminal, with editing, history, completion and hints.
///
/// ```swift
/// let editor = LineEditor(program: "inspector")
/// while case .text(let line)? = editor?.read(prompt: "> ") { print(line) }
/// ```
///
/// Descriptors 0 and 1 must be a terminal, and there is one editor at a time. It does not interpret the lines.
public final class LineEditor {
  /// The result of reading a line.
  public enum Line: Hashable, Sendable {
    case text(String)
    /// Ctrl-D in an empty line, or the terminal is gone.
    case end
    /// Ctrl-C: the typed line is discarded.
    case interrupted
  }

  /// The change that Tab makes to the line.
  public struct Completion: Hashable, Sendable {
    /// The number of Unicode scalars before the cursor that the text replaces.
    public var replaced = 0

    /// The text to insert at the cursor, in place of the replaced scalars.
    public var text = ""

    /// Whole lines to show below the typed line; empty for none.
    public var shown = ""

    /// Creates a completion; without arguments, one that changes and shows nothing.
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

  /// The lines and the prompt to show while a line is read.
  public struct News: Hashable, Sendable {
    /// Whole lines to show above the typed one; empty for none.
    public var lines = ""

    /// The new prompt; nil to keep the old one.
    public var prompt: String?

    /// Creates news; without arguments, none.
    public init(lines: String = "", prompt: String? = nil) {
      self.lines = lines
      self.prompt = prompt
    }
  }

  private var edit: OpaquePointer?
  /// The buffer of the last hint, valid for as long as it is shown.
  private var hintText: [CChar] = [0]

  /// Creates an editor; nil where there is no memory for it.
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

  /// Reads the user's own key bindings from `~/.editrc`.
  public func readUserKeys() { line_edit_source(edit) }

  /// Reads a line; its line break is left out.
  ///
  /// - Parameter prompt: the prompt; text between two `U+0001`, such as colour codes, takes no columns.
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
    // The array is kept, unchanged, until the next call.
    return hintText.withUnsafeBufferPointer { $0.baseAddress }
  }

  // MARK: history

  /// Loads the lines of a file that ``keep(_:in:)`` wrote; false where there is none.
  @discardableResult public func loadHistory(_ path: String) -> Bool { line_edit_history_load(edit, path) }

  /// Adds a line to the history of the arrow keys and Ctrl-R, and to a file.
  ///
  /// - Returns: 0, or the system's error code where the file cannot be written.
  @discardableResult public func keep(_ line: String, in path: String?) -> Int32 {
    line_edit_history_add(edit, line)
    guard let path else { return 0 }
    return line_edit_history_append(edit, path)
  }
}

/// The terminal around a ``LineEditor``: Ctrl-C, its size, and waking from other threads.
public enum Terminal {
  /// Installs a handler for Ctrl-C, which from now on discards the typed line and calls `body` with the context, even
  /// while no line is read; Ctrl-\ does nothing.
  ///
  /// - Parameter body: runs in the signal handler, and does no more than is allowed there.
  public static func catchInterrupts(
    _ context: UnsafeMutableRawPointer?, _ body: @escaping @convention(c) (UnsafeMutableRawPointer?) -> Void
  ) {
    line_edit_catch_interrupts(body, context)
  }

  /// Clears an earlier Ctrl-C, so that it does not cancel the next line.
  public static func forgetInterrupt() { line_edit_forget_interrupt() }

  /// Makes the editor call ``LineEditor/woken`` at once, or as soon as a line is read. It may be called from any
  /// thread.
  public static func wake() { line_edit_wake() }

  /// The columns and rows; nil where the standard output is not a terminal.
  public static var size: (columns: Int, rows: Int)? {
    var (columns, rows): (Int32, Int32) = (0, 0)
    line_edit_size(&columns, &rows)
    return columns > 0 && rows > 0 ? (Int(columns), Int(rows)) : nil
  }
}
