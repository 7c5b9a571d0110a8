internal import InspectorKit

/// What a worker writes to its standard error, as lines.
struct PluginWords {
  private var line: [UInt8] = []
  private var last = ""
  private var trap: String?
  private var isCut = false

  /// In these words Swift's runtime writes the reason of a trap; a backtrace follows.
  static let reasons = [
    "Fatal error", "Precondition failed", "Assertion failed", "Could not cast value of type",
  ]

  /// Longer lines are cut, since a plugin may write without end.
  private static let lineLimit = 4096

  /// How much is taken of a line that a worker leaves without an end.
  private static let lastLimit = 1000

  /// Takes bytes, and gives the lines that end with them.
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

  /// Ends the line that is begun; nil where that is blank.
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

  /// Ends the line that is begun, of which the beginning is enough: who ends a line nowhere may write without end.
  mutating func endLast() -> String? {
    end().map { $0.utf8.count > Self.lastLimit ? "\($0.prefix(Self.lastLimit))…" : $0 }
  }

  /// The line that says why the worker ended; nil where it wrote nothing.
  ///
  /// - Parameter isTrap: whether a signal ended it.
  func reason(isTrap: Bool) -> String? {
    let reason = isTrap ? trap ?? last : last
    return reason.isEmpty ? nil : String(reason.prefix(300))
  }
}
