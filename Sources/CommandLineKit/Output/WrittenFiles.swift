internal import WorkbenchSupport

/// The files that were written before the work was interrupted.
package struct WrittenFiles {
  private var count = 0
  private var names: [String] = []

  /// The largest number of files that are named; more are only counted.
  private static let namedAtMost = 10

  package init(_ files: [String] = []) {
    for file in files { add(file) }
  }

  package mutating func add(_ file: String) {
    count += 1
    if count <= Self.namedAtMost { names.append(file) } else { names = [file] }
  }

  /// The sentence about them: `nothing was changed`, `written: a.json, b.json`, or `12 were written, the last of them
  /// 'l.json'`.
  package var words: String {
    if count == 0 { return "nothing was changed" }
    if count > Self.namedAtMost, let last = names.last {
      return "\(count) were written, the last of them '\(TerminalText.escaped(last))'"
    }
    return "written: \(names.map(TerminalText.escaped).joined(separator: ", "))"
  }
}
