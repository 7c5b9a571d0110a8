internal import WorkbenchSupport

/// The files that a command wrote before it was interrupted.
package struct WrittenFiles {
  private var names: [String]

  /// The maximum number of names in the message. For more files, the message contains only their count and the last
  /// name.
  private static let namedAtMost = 10

  package init(_ names: [String] = []) { self.names = names }

  package mutating func add(_ name: String) { names.append(name) }

  /// The end of the message about an interruption: `nothing was changed`, `written: a.json, b.json`, or `12 were
  /// written, the last of them 'l.json'`.
  package var words: String {
    guard let last = names.last else { return "nothing was changed" }
    if names.count > Self.namedAtMost {
      return "\(names.count) were written, the last of them '\(TerminalText.escaped(last))'"
    }
    return "written: \(names.map(TerminalText.escaped).joined(separator: ", "))"
  }
}
