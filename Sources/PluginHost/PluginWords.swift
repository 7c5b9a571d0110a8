internal import InspectorKit

/// A parser that splits a worker's standard error into lines, and keeps the lines that may explain the worker's end.
struct PluginWords {
  private var line: [UInt8] = []
  private var last = ""
  private var trap: String?
  private var isCut = false

  /// The phrases by which the Swift runtime reports a trap, before a backtrace.
  static let reasons = ["Fatal error", "Precondition failed", "Assertion failed", "Could not cast value of type"]

  /// The maximum length of a line in bytes. The rest of a longer line is dropped, since a plugin may write endlessly.
  private static let lineLimit = 4096

  /// The length in bytes above which a worker's last line is shortened.
  private static let lastLimit = 1000

  /// Adds bytes and returns the lines that they complete, without blank lines.
  mutating func add(_ bytes: some Sequence<UInt8>) -> [String] {
    var lines: [String] = []
    for byte in bytes {
      if byte == 0x0A {
        if let line = end() { lines.append(line) }
      } else if line.count < Self.lineLimit {
        line.append(byte)
      } else {
        isCut = true
      }
    }
    return lines
  }

  /// Ends the current line and returns it; nil if the line is blank.
  mutating func end() -> String? {
    guard !line.isEmpty else { return nil }
    if line.last == 0x0D { line.removeLast() }
    let text = String(decoding: line, as: UTF8.self) + (isCut ? "…" : "")
    line.removeAll(keepingCapacity: true)
    isCut = false
    guard !text.allSatisfy(\.isWhitespace) else { return nil }
    last = text
    if Self.reasons.contains(where: text.contains) { trap = text }
    return text
  }

  /// Ends the current line and returns it, shortened if it is longer than ``lastLimit``; nil if the line is blank. A
  /// worker may have written a lot of text without a line break.
  mutating func endLast() -> String? {
    end().map { $0.utf8.count > Self.lastLimit ? "\($0.prefix(Self.lastLimit))…" : $0 }
  }

  /// Returns the line that explains why the worker ended, cut to 300 characters. After a trap this is the line that
  /// reports the trap, if there is one, and otherwise the last line. Nil if the worker wrote no line.
  ///
  /// - Parameter isTrap: true if a signal ended the worker.
  func reason(isTrap: Bool) -> String? {
    let reason = isTrap ? trap ?? last : last
    return reason.isEmpty ? nil : String(reason.prefix(300))
  }
}
