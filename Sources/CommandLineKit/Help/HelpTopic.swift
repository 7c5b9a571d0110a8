internal import JSONText

/// A page of `help` about a concept, such as selectors. The text is copied from sections of the articles in
/// `Documentation`; the check `.ci/help-topics` lists these sections and keeps the copy up to date.
package struct HelpTopic: Sendable {
  /// The word after `help`, such as `exit-codes`.
  package let name: String

  /// The summary, one phrase.
  package let summary: String

  /// The names of the articles from which the text is copied, such as `Selectors`.
  package let articles: [String]

  /// The text, a line for each paragraph, heading, row of a table, list item or line of an example.
  let text: String

  /// Returns the topic with the given name; nil if no topic has the name. Case is ignored, and variants such as `exit
  /// codes` and `colors` are known, too.
  package static func named(_ name: String) -> HelpTopic? {
    let name = name.lowercased().replacing(" ", with: "-")
    return all.first { $0.name == name || others[name] == $0.name }
  }

  /// A map from synonyms to the names of topics.
  private static let others = [
    "colors": "colours", "prefabs": "templates", "instances": "templates", "refs": "templates", "ref": "templates",
    "placeholders": "templates", "composition": "templates",
  ]

  /// Returns the topic whose name, or a synonym, is the plural of a word, such as `selectors` for `selector`, or
  /// `colours` for `color`; nil if there is none.
  package static func named(inSingular word: String) -> HelpTopic? { named("\(word)s") }

  /// The sentence that names all topics.
  package static let list = "Help topics: \(all.map(\.name).joined(separator: ", "))."

  /// The names and summaries of all topics, each in an indented line.
  package static let table = all.map { topic in
    "  \(topic.name)\(String(repeating: " ", count: max(13 - topic.name.utf8.count, 1)))\(topic.summary)"
  }.joined(separator: "\n")

  /// Returns the cells of each row of the table under a heading of a topic, without the header row; empty if there is
  /// no such topic or table.
  package static func rows(of name: String, under heading: String) -> [[String]] {
    let lines = (named(name)?.text ?? "").split(separator: "\n")
    let section = lines.drop { $0 != "## \(heading)" }.dropFirst().prefix { !$0.begins(with: "## ") }
    return section.filter { $0.begins(with: "|") }.dropFirst().map(cells)
  }

  /// The maximum width of wrapped lines, in columns. Longer lines are hard to read, even on a wide terminal.
  private static let mostWidth = 100

  /// Returns the page as lines for a terminal. Text is wrapped, but lines of examples are not.
  ///
  /// - Parameter width: the width of the terminal in columns; nil if the output is not a terminal, to use 80 columns.
  package func lines(_ style: Style, width: Int?) -> [String] {
    let width = min(width ?? 80, Self.mostWidth)
    var lines = Style.wrapped("\(style.bold(name))  \(summary)", to: width) + [""]
    var (table, isHead) = (TextTable(), true)
    for line in "\(text)\n".split(separator: "\n", omittingEmptySubsequences: false) {
      if line.begins(with: "|") {
        let cellStyle = isHead ? style.dim : { $0 }
        table.add(Self.cells(line).map { TextTable.Cell($0, as: .words, style: cellStyle) })
        isHead = false
        continue
      }
      lines += table.lines(width: width - 2).map { "  \($0)" }
      (table, isHead) = (TextTable(), true)
      lines += Self.lines(line, style, width)
    }
    let files = articles.map { "Documentation/\($0).md" }.joined(separator: ", ")
    return lines + Style.wrapped(style.dim("More: \(files)"), to: width)
  }

  private static func lines(_ line: Substring, _ style: Style, _ width: Int) -> [String] {
    if line.begins(with: "    ") { return ["  \(line.dropFirst(4))"] }
    if line.begins(with: "## ") { return [style.bold(String(line.dropFirst(3)))] }
    // The further lines of a list item are indented like its text.
    let digits = line.prefix(while: \.isNumber)
    let isNumbered = !digits.isEmpty && line.dropFirst(digits.count).begins(with: ". ")
    let mark = line.begins(with: "- ") ? "- " : isNumbered ? "\(digits). " : ""
    let margin = String(repeating: " ", count: mark.utf8.count)
    return Style.wrapped(String(line.dropFirst(mark.count)), to: width - mark.utf8.count).enumerated().map {
      ($0 == 0 ? mark : margin) + $1
    }
  }

  private static func cells(_ line: Substring) -> [String] {
    line.dropFirst().split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
  }

  /// The topic as the member `topic` of `inspector-help/1`.
  package var json: JSON {
    [
      "name": .string(name), "summary": .string(summary),
      "text": .string(lines(.plain, width: nil).joined(separator: "\n")),
    ]
  }
}
