package import ArgumentParser

/// The adaptation of the program's help to a shell, where command lines name no scenes.
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

  /// Returns a command's usage line in a shell.
  package static func usage(_ row: CommandRow) -> String { text("inspector \(row.name) \(row.arguments)", row) }

  /// Returns a command's examples as typed in a shell: without the scene, and without those for the system's prompt
  /// only.
  package static func examples(_ row: CommandRow) -> [CommandRow.Example] {
    guard !row.isShellOnly else { return row.examples }
    var seen = Set<String>()
    return row.examples.compactMap { example in
      guard example.isForShell else { return nil }
      let line = line("inspector \(example.line)"[...], row)
      return seen.insert(line).inserted ? CommandRow.Example(line, example.effect) : nil
    }
  }

  /// Returns the options of a command in a shell, by their long names.
  package static func options(of command: any ParsableCommand.Type, _ row: CommandRow) -> [String] {
    let hidden = hiddenOptions(row)
    return DeclaredArgument.all(of: command).filter(\.isShown).flatMap(\.names).filter {
      $0.hasPrefix("--") && !hidden.contains($0)
    }
  }

  /// Returns the options of a program's command that have no effect in a shell; none for a shell-only command.
  private static func hiddenOptions(_ row: CommandRow) -> [String] { row.isShellOnly ? [] : fileOptions }

  /// The options that select files and the ways to process them, which the shell already knows.
  private static let fileOptions = [
    "--output", "--recursive", "--matching", "--files-from", "--null", "--jobs", "--keep-going", "--fail-fast",
    "--plugin", "--safe-mode", "--timeout", "--plugin-memory", "--plugin-threads", "--sandbox", "--plugin-output",
    "--trace", "--no-times",
  ]

  /// Removes the program's name and the scenes from a command line.
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

  /// Returns the first range of `part`; the library's own search would link its regular expression engine.
  fileprivate func firstRange(of part: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(part) { return start..<index(start, offsetBy: part.count) }
      start = index(after: start)
    }
    return nil
  }
}
