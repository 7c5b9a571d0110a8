package import ArgumentParser
internal import JSONText

// The adaptation of the program's help to the interactive shell, in which command lines name no scenes.
extension CommandRow {
  /// Returns a help text of the command as a shell prints it: without the program's name, the scenes, and the options
  /// that have no effect in a shell.
  package func shellText(_ help: String) -> String {
    var lines: [String] = []
    var (isForFiles, isExample) = (false, false)
    for text in help.split(separator: "\n", omittingEmptySubsequences: false) {
      if text == "Examples:" {
        let examples = shellExamples
        isExample = true
        if !examples.isEmpty { lines += [String(text)] + Self.lines(examples) }
      } else if text.isEmpty {
        isExample = false
      }
      if isExample { continue }
      if text.hasPrefix("  -") {
        isForFiles = hiddenOptions.contains { text.holds("\($0) ") || text.hasSuffix($0) }
      } else if !text.hasPrefix("     ") {
        isForFiles = false
      }
      if !isForFiles { lines.append(shellLine(text)) }
    }
    return lines.joined(separator: "\n")
  }

  /// The command's usage line in a shell.
  package var shellUsage: String { shellText("inspector \(name) \(arguments)") }

  /// The command's examples as typed in a shell: without scenes or duplicates. Examples that work only at the system's
  /// prompt are left out.
  package var shellExamples: [Example] {
    guard !isShellOnly else { return examples }
    var seen = Set<String>()
    return examples.compactMap { example in
      guard example.isForShell else { return nil }
      let line = shellLine("inspector \(example.line)"[...])
      return seen.insert(line).inserted ? Example(line, example.effect) : nil
    }
  }

  /// Returns the long names, such as `--json`, of the options in a command's help that have an effect in a shell.
  package func shellOptions(of command: any ParsableCommand.Type) -> [String] {
    let hidden = hiddenOptions
    return DeclaredArgument.all(of: command).filter(\.isShown).flatMap(\.names).filter {
      $0.hasPrefix("--") && !hidden.contains($0)
    }
  }

  /// The options of the command that have no effect in a shell; none for a shell-only command.
  private var hiddenOptions: [String] { isShellOnly ? [] : Self.fileOptions }

  /// The options that select files, and the options that a shell reads once for all of its commands, such as the plugin
  /// options.
  private static let fileOptions = [
    "--output", "--recursive", "--matching", "--files-from", "--null", "--jobs", "--keep-going", "--fail-fast",
    "--plugin", "--safe-mode", "--timeout", "--plugin-memory", "--plugin-threads", "--sandbox", "--plugin-output",
    "--trace", "--no-times", "--format-name", "--palette",
  ]

  /// Returns a command line without the program's name or the scenes; any other text is returned unchanged.
  private func shellLine(_ line: Substring) -> String {
    let start = line.indices.first { line[$0...].hasPrefix("inspector \(name)") }
    guard let start else { return String(line) }
    var words = line[start...].split(separator: " ", omittingEmptySubsequences: false).dropFirst()
    if scenes != .none { words.removeAll { Self.isScene($0) } }
    if scenes == .many, let dots = words.firstIndex(of: "...") { words.remove(at: dots) }
    return line[..<start] + words.joined(separator: " ")
  }

  private static func isScene(_ word: Substring) -> Bool {
    word == "<scene>" || word.hasSuffix("card.json") || word == "page.json" || word.hasSuffix("*.json")
  }
}
