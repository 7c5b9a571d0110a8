import CLineEdit

/// An editor that reads lines from a terminal, with history, completion and hints.
///
/// ```swift
/// let editor = LineEditor(program: "inspector")
/// while case .text(let line)? = editor?.read(prompt: "> ") { print(line) }
/// ```
///
/// Descriptors 0 and 1 must be a terminal, and only one editor may exist at a time. The editor does not interpret the
/// lines.
public final class LineEditor {
  /// The result of reading a line.
  public enum Line: Hashable, Sendable {
    case text(String)
    /// Ctrl-D in an empty line, or a closed terminal.
    case end
    /// Ctrl-C, which discards the typed line.
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

  /// A callback for the Tab key that receives the line before the cursor. If it returns nil, the terminal beeps.
  public var complete: (_ before: String) -> Completion? = { _ in nil }

  /// A callback that receives the line whenever the user pauses. The editor displays the result to the right of the
  /// line, or no hint if the result is nil.
  public var hint: (_ line: String) -> String? = { _ in nil }

  /// A callback for ``Terminal/wake()`` while a line is being read; returns the changes to display.
  public var woken: () -> News = { News() }

  /// The lines and the prompt to show while a line is read.
  public struct News: Hashable, Sendable {
    /// Whole lines to show above the line being typed; empty for none.
    public var lines = ""

    /// The new prompt; nil to keep the prompt unchanged.
    public var prompt: String?

    /// Creates news; without arguments, the display remains unchanged.
    public init(lines: String = "", prompt: String? = nil) {
      self.lines = lines
      self.prompt = prompt
    }
  }

  private var edit: OpaquePointer?
  /// The bytes of the last hint. The C library reads them while the hint is shown.
  private var hintText: [CChar] = [0]

  /// Creates an editor; nil if memory is lacking.
  ///
  /// - Parameter program: the name by which `~/.editrc` can address the program's key bindings.
  public init?(program: String) {
    var calls = line_edit_calls()
    calls.context = Unmanaged.passUnretained(self).toOpaque()
    calls.complete = { context, before, _ in
      guard let before else { return }
      LineEditor.at(context)?.tab(String(cString: before))
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

  /// Reads a line, and returns it without its line break.
  ///
  /// - Parameter prompt: the prompt. The editor counts no columns for text between two characters U+0001, such as
  ///   colour codes.
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

  private func tab(_ before: String) {
    guard let completion = complete(before) else { return line_edit_beep(edit) }
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

  // MARK: History

  /// Loads the history from a file that ``keep(_:in:)`` wrote; a missing file has no effect.
  public func loadHistory(_ path: String) { _ = line_edit_history_load(edit, path) }

  /// Adds a line to the history, which the arrow keys and Ctrl-R recall.
  ///
  /// - Parameter path: the file to which the line is also appended; nil for none.
  /// - Returns: 0, or the system's error code if the file cannot be written.
  public func keep(_ line: String, in path: String?) -> Int32 {
    line_edit_history_add(edit, line)
    guard let path else { return 0 }
    return line_edit_history_append(edit, path)
  }
}

/// The terminal of a ``LineEditor``: its size, Ctrl-C, and wake-ups from other threads.
public enum Terminal {
  /// Installs a handler for Ctrl-C, which calls `body` with the context and discards the line being typed. Also
  /// disables Ctrl-\.
  ///
  /// - Parameter body: called in the signal handler, even while no line is read, so it may do only what is safe in a
  ///   signal handler.
  public static func catchInterrupts(
    _ context: UnsafeMutableRawPointer?, _ body: @escaping @convention(c) (UnsafeMutableRawPointer?) -> Void
  ) {
    line_edit_catch_interrupts(body, context)
  }

  /// Clears an earlier Ctrl-C, which would otherwise discard the next line.
  public static func forgetInterrupt() { line_edit_forget_interrupt() }

  /// Makes the editor call ``LineEditor/woken`` at once, or as soon as it reads a line. Any thread may call this.
  public static func wake() { line_edit_wake() }

  /// The numbers of columns and rows; nil if the standard output is not a terminal.
  public static var size: (columns: Int, rows: Int)? {
    var (columns, rows): (Int32, Int32) = (0, 0)
    line_edit_size(&columns, &rows)
    return columns > 0 && rows > 0 ? (Int(columns), Int(rows)) : nil
  }
}
