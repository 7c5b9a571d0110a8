internal import CLineEdit

/// The terminal around a ``LineEditor``: Ctrl-C, its size, and waking from other threads.
public enum Terminal {
  /// From now on Ctrl-C gives up the line that is typed, and calls `body` with the context, whether one is typed or not;
  /// Ctrl-\ does nothing.
  ///
  /// - Parameter body: runs in the signal's handler, and does no more than is allowed there.
  public static func catchInterrupts(
    _ context: UnsafeMutableRawPointer?, _ body: @escaping @convention(c) (UnsafeMutableRawPointer?) -> Void
  ) {
    line_edit_catch_interrupts(body, context)
  }

  /// Forgets a Ctrl-C that was typed before, so that it does not cancel the next line.
  public static func forgetInterrupt() { line_edit_forget_interrupt() }

  /// Makes the editor call ``LineEditor/woken`` as soon as a line is read, or at once. Call it from any thread.
  public static func wake() { line_edit_wake() }

  /// Columns and rows; nil where the standard output is no terminal.
  public static var size: (columns: Int, rows: Int)? {
    var (columns, rows): (Int32, Int32) = (0, 0)
    line_edit_size(&columns, &rows)
    return columns > 0 && rows > 0 ? (Int(columns), Int(rows)) : nil
  }
}
