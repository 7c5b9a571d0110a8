package import ArgumentParser

/// Help that was written for the program, as it holds in a shell: there the scenes are left out.
package enum ShellHelp {
  package static func text(_ help: String, _ row: CommandRow) -> String {
    var lines: [String] = []
    var (isForFiles, isExample) = (false, false)
    for text in help.split(separator: "\n", omittingEmptySubsequences: false) {
      if text == "Examples:" {
        let examples = examples(row)
        isExample = true
        if !examples.isEmpty { lines += [String(text)] + CommandRow.lines(examples) }
      } else if text.isEmpty {
        isExample = false
      }
      if isExample { continue }
      if text.hasPrefix("  -") {
        isForFiles = hiddenOptions(row).contains { text.holds("\($0) ") || text.hasSuffix($0) }
      } else if !text.hasPrefix("     ") {
        isForFiles = false
      }
      if !isForFiles { lines.append(line(text, row)) }
    }
    return lines.joined(separator: "\n")
  }

  /// How a command is called in a shell.
  package static func usage(_ row: CommandRow) -> String { text("inspector \(row.name) \(row.arguments)", row) }

  /// A command's examples as they are typed in a shell: the scene is left out, and so are those that are for the
  /// system's prompt only.
  package static func examples(_ row: CommandRow) -> [CommandRow.Example] {
    guard !row.isShellOnly else { return row.examples }
    var seen = Set<String>()
    return row.examples.compactMap { example in
      guard example.isForShell else { return nil }
      let line = line("inspector \(example.line)"[...], row)
      return seen.insert(line).inserted ? CommandRow.Example(line, example.effect) : nil
    }
  }

  /// The options that a command has in a shell, by their long names.
  package static func options(of command: any ParsableCommand.Type, _ row: CommandRow) -> [String] {
    let hidden = hiddenOptions(row)
    return DeclaredArgument.all(of: command).filter(\.isShown).flatMap(\.names).filter {
      $0.hasPrefix("--") && !hidden.contains($0)
    }
  }

  /// Options that a command of the program has for nothing in a shell; one that is for shells only has none of these.
  private static func hiddenOptions(_ row: CommandRow) -> [String] { row.isShellOnly ? [] : fileOptions }

  /// Options that say which files are worked on and how, which a shell knows.
  private static let fileOptions = [
    "--output", "--recursive", "--matching", "--files-from", "--null", "--jobs", "--keep-going", "--fail-fast",
    "--plugin", "--safe-mode", "--timeout", "--plugin-memory", "--plugin-threads", "--sandbox", "--plugin-output",
    "--trace", "--no-times",
  ]

  /// Command lines lose the program's name and the scenes.
  private static func line(_ line: Substring, _ row: CommandRow) -> String {
    guard let start = line.firstRange(of: "inspector \(row.name)")?.lowerBound else { return String(line) }
    var words = line[start...].split(separator: " ", omittingEmptySubsequences: false).dropFirst()
    if row.scenes != .none { words.removeAll { isScene($0) } }
    if row.scenes == .many, let dots = words.firstIndex(of: "...") { words.remove(at: dots) }
    return line[..<start] + words.joined(separator: " ")
  }

  private static func isScene(_ word: Substring) -> Bool {
    word == "<scene>" || (word.hasSuffix("card.json") || word.hasSuffix("*.json"))
  }
}

extension StringProtocol {
  fileprivate func holds(_ part: String) -> Bool { firstRange(of: part) != nil }

  /// Where a text stands first; the library's own search brings the machine of regular expressions with it.
  fileprivate func firstRange(of part: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(part) { return start..<index(start, offsetBy: part.count) }
      start = index(after: start)
    }
    return nil
  }
}
