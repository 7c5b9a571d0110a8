/// Text in the language of `man`'s pages.
struct Roff {
  private(set) var text: String

  init(title: String, summary: String) {
    text = ".TH \(title.uppercased()) 1 \"\" \"inspector \(inspectorVersion)\" \"Inspector Workbench\"\n"
    section("NAME")
    let summary = summary.hasSuffix(".") ? String(summary.dropLast()) : summary
    paragraph("\(title) - \(summary.prefix(1).lowercased())\(summary.dropFirst())")
  }

  mutating func line(_ line: String) { text += line + "\n" }

  mutating func section(_ name: String) { line(".SH \(name)") }

  mutating func paragraph(_ words: String) { line(Self.escaped(words)) }

  /// Paragraphs with empty lines between them; lines that begin with blanks stay as they are.
  mutating func paragraphs(_ words: String) {
    var isKept = false
    for part in words.split(separator: "\n", omittingEmptySubsequences: false) {
      let keeps = part.hasPrefix("  ")
      if keeps != isKept { line(keeps ? ".nf" : ".fi") }
      isKept = keeps
      if part.isEmpty { line(".PP") } else { paragraph(String(part)) }
    }
    if isKept { line(".fi") }
  }

  /// Something and, further in, what it is.
  mutating func item(_ head: String, _ words: String) {
    line(".TP")
    line("\\fB\(Self.escaped(head))\\fR")
    paragraph(words)
  }

  /// Signs that mean something in the language as they stand; a dash is one that can be typed.
  private static func escaped(_ words: String) -> String {
    var result = ""
    for scalar in words.unicodeScalars {
      switch scalar {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "\n": result += " "
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result.hasPrefix(".") || result.hasPrefix("'") ? "\\&\(result)" : result
  }
}
