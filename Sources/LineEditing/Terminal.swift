internal import CLineEdit

/// The terminal around a ``LineEditor``: Ctrl-C, its size, and waking from other threads.
public enum Terminal {
  /// From now on Ctrl-C gives up the line that is typed, and is noted while none is.
  public static func catchInterrupts() { line_edit_catch_interrupts() }

  /// Whether Ctrl-C was typed since it was last forgotten.
  public static var isInterrupted: Bool { line_edit_interrupted(false) }

  public static func forgetInterrupt() { _ = line_edit_interrupted(true) }

  /// Has ``LineEditor/woken`` called as soon as a line is read, or at once. From any thread.
  public static func wake() { line_edit_wake() }

  /// Columns and rows; nil where the standard output is no terminal.
  public static var size: (columns: Int, rows: Int)? {
    var (columns, rows): (Int32, Int32) = (0, 0)
    line_edit_size(&columns, &rows)
    return columns > 0 && rows > 0 ? (Int(columns), Int(rows)) : nil
  }
}
