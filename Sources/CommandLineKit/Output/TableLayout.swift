internal import JSONText
internal import WorkbenchSupport

/// The column widths of a table.
struct TableLayout {
  /// The width of each column; 0 for a column that is left out.
  private(set) var widths: [Int]

  /// The trailing columns of words that are printed below each row, with their margin and their width.
  private(set) var below: (columns: [Int], margin: Int, width: Int) = ([], 0, 0)

  /// The common parts of the names in columns that are too narrow for their names; nil for all other columns.
  private(set) var commonNameParts: [CommonNameParts?]

  /// The minimum comfortable width of a column of words. A last column that would be narrower is printed below its row.
  private static let wordsWidth = 24

  /// Computes column widths that fit the available width, if possible.
  ///
  /// - Parameters:
  ///   - widths: the natural widths of the columns.
  ///   - columns: measures the columns; called only if the table is wider than the limit.
  ///   - width: the available width; `nil` for no limit.
  init(widths: [Int], columns: () -> [TableColumn], into width: Int?) {
    self.widths = widths
    commonNameParts = widths.map { _ in nil }
    guard let width, excess(width) > 0 else { return }
    let columns = columns()
    for place in columns.indices where columns[place].isEmpty { self.widths[place] = 0 }
    let natural = self.widths
    fit(width, columns)
    let margin = min(5, width / 8)
    below = ([], margin, width - margin)
    while let column = self.widths.lastIndex(where: { $0 > 0 }), isBetterBelow(column, natural, columns) {
      below.columns.insert(column, at: 0)
      self.widths = natural
      for column in below.columns { self.widths[column] = 0 }
      fit(width, columns)
    }
    commonNameParts = columns.indices.map { place in
      columns[place].kind == .name && self.widths[place] < natural[place] ? columns[place].names : nil
    }
  }

  /// Returns true if the words of a column should be printed below each row, since the column would be narrow, would
  /// break its words into more than two lines, or would take space that other columns need.
  private func isBetterBelow(_ column: Int, _ natural: [Int], _ columns: [TableColumn]) -> Bool {
    guard columns[column].kind == .words, column > 0 else { return false }
    if widths[column] < min(natural[column], max(columns[column].least, Self.wordsWidth)) { return true }
    guard natural[column] > Self.wordsWidth else { return false }
    // A table of few columns, such as a glossary, reads better with the words beside the terms.
    if widths.count(where: { $0 > 0 }) > 3, natural[column] > 2 * widths[column] { return true }
    return widths.indices.contains { widths[$0] > 0 && widths[$0] < columns[$0].comfortable }
  }

  /// Returns the number of columns by which the table exceeds a width; 0 or less if the table fits.
  private func excess(_ width: Int) -> Int {
    widths.reduce(TextTable.gap * max(widths.count { $0 > 0 } - 1, 0), +) - width
  }

  /// Shrinks columns until the table fits, or until no column can shrink further. Names first lose their common parts.
  /// Then the widest columns shrink to comfortable widths, and then further, names last.
  private mutating func fit(_ width: Int, _ columns: [TableColumn]) {
    let natural = widths
    // All columns of names lose the same parts at once.
    for bound in [\TableColumn.lossless, \.distinct] where excess(width) > 0 {
      for place in columns.indices where columns[place].kind == .name {
        widths[place] = min(widths[place], columns[place][keyPath: bound])
      }
    }
    let bounds = [
      columns.map(\.comfortable),
      columns.map { $0.kind == .name ? $0.comfortable : $0.least },
      columns.map(\.least),
      columns.map { $0.kind == .name ? $0.narrow : $0.least },
      columns.indices.map { columns[$0].kind == .fixed ? natural[$0] : columns[$0].narrow },
      columns.indices.map { columns[$0].kind == .fixed ? natural[$0] : 1 },
    ]
    for bound in bounds {
      var excess = excess(width)
      while excess > 0 {
        let spare = widths.indices.filter { widths[$0] > bound[$0] }
        guard let widest = spare.map({ widths[$0] }).max() else { break }
        for place in spare where widths[place] == widest && excess > 0 {
          widths[place] -= 1
          excess -= 1
        }
      }
    }
  }
}

/// The measured widths of a column in a table that is too wide.
struct TableColumn {
  /// The kind of the texts; `words` for a column with several kinds.
  private(set) var kind = TextTable.Kind.value

  /// True if only the heading has text.
  private(set) var isEmpty = true

  /// The common parts of the texts; empty unless the texts are names.
  private(set) var names = CommonNameParts()

  private var natural = 0
  private var prefixWidth = 0
  private var heading = 0
  private var longestWord = 0
  private var twoLines = 0

  /// The comfortable width of a column of values. Such a column shrinks further only if the table still does not fit.
  private static let valueWidth = 12
  private static let narrowWidth = 6

  /// The upper bounds of the comfortable width of a column of words and of a column of names, unless the heading or a
  /// single word is wider.
  private static let mostWordsWidth = 24
  private static let mostNameWidth = 40

  mutating func addHeading(_ text: String) { heading = TerminalText.width(text) }

  /// Includes a text in the measured widths of the column.
  ///
  /// - Parameter prefixWidth: the width of the text's prefix, in terminal columns.
  mutating func add(_ text: String, _ kind: TextTable.Kind, prefixWidth: Int) {
    if isEmpty { self.kind = kind } else if self.kind != kind { self.kind = .words }
    isEmpty = false
    natural = max(natural, TerminalText.width(text) + prefixWidth)
    self.prefixWidth = max(self.prefixWidth, prefixWidth)
    switch kind {
    case .value, .fixed: break
    case .name: names.add(text)
    case .words:
      let margin = text.prefix { $0 == " " }.utf8.count + prefixWidth
      let words = text.split(separator: " ").map { TerminalText.width(String($0)) }
      longestWord = max(longestWord, (words.max() ?? 0) + margin)
      twoLines = max(twoLines, Self.widthOfTwoLines(words) + margin)
    }
  }

  /// Returns the smallest width in which words of the given widths fill at most two lines.
  private static func widthOfTwoLines(_ words: [Int]) -> Int {
    let all = words.reduce(words.count - 1, +)
    var (first, best) = (-1, all)
    for word in words {
      first += 1 + word
      best = min(best, max(first, all - first - 1))
    }
    return max(best, 0)
  }

  /// The minimum width that shortens no text, except that names lose their common folder.
  var lossless: Int { max(heading, kind == .name ? names.width + prefixWidth : natural) }

  /// The minimum width in which names without their common folder or common ending still differ; for texts of other
  /// kinds, the same as ``lossless``.
  var distinct: Int { kind == .name ? max(heading, names.distinctWidth + prefixWidth) : lossless }

  /// The minimum width in which the texts are easy to read: words in two lines, values with enough characters of both
  /// ends, and distinguishable names.
  var comfortable: Int {
    switch kind {
    case .fixed: lossless
    case .value: min(lossless, max(heading, Self.valueWidth))
    case .words: max(least, min(twoLines, Self.mostWordsWidth))
    case .name: max(heading, min(distinct, Self.mostNameWidth))
    }
  }

  /// The width below which the column shrinks only if the table does not fit otherwise.
  var narrow: Int { Self.narrowWidth + prefixWidth }

  /// The minimum width that breaks no word, and shows a part of a value and both ends of a name.
  var least: Int {
    switch kind {
    case .fixed: lossless
    case .value: min(lossless, max(heading, Self.narrowWidth))
    case .words: max(heading, longestWord)
    case .name: min(lossless, max(heading, Self.valueWidth + prefixWidth))
    }
  }
}

/// The parts that all names of a column have in common: the leading folder, and the ending that starts with a dot or
/// slash.
///
/// ```swift
/// // scenes/reviews.scene.json, scenes/settings.scene.json
/// parts.shortened("scenes/reviews.scene.json", to: 22)  // …/reviews.scene.json
/// parts.shortened("scenes/reviews.scene.json", to: 12)  // …/reviews…
/// ```
struct CommonNameParts {
  /// The common folder with its final slash; nil before the first name.
  private var folder: Substring?

  /// The longest common suffix of all names, which may begin in the middle of a word.
  private var ending: Substring = ""

  /// True if two names differ.
  private var areDifferent = false
  private var widest = 0

  mutating func add(_ name: String) {
    widest = max(widest, TerminalText.width(name))
    guard let folder else {
      folder = Self.folder(name[...])
      ending = name[...]
      return
    }
    if !name.begins(with: folder) {
      self.folder = Self.folder(folder[..<(zip(folder.indices, name).first { folder[$0] != $1 }?.0 ?? folder.endIndex)])
    }
    guard ending != name else { return }
    areDifferent = true
    ending = Self.commonEnding(ending, name)
  }

  private static func folder(_ text: Substring) -> Substring {
    text.lastIndex(of: "/").map { text[...$0] } ?? ""
  }

  private static func commonEnding(_ first: Substring, _ second: String) -> Substring {
    var start = first.endIndex
    for (place, other) in zip(first.indices.reversed(), second.reversed()) {
      guard first[place] == other else { break }
      start = place
    }
    return first[start...]
  }

  /// The folder to omit from names that are too wide; empty if the omission would save nothing.
  private var omittedFolder: Substring { folder.map { $0.count > 2 ? $0 : "" } ?? "" }

  /// The ending to omit from names that are still too wide without the folder.
  private var omittedEnding: Substring {
    guard areDifferent else { return "" }
    return ending.firstIndex { $0 == "." || $0 == "/" }.map { ending[$0...] } ?? ""
  }

  /// The width of the names without the common folder.
  var width: Int { widest - max(TerminalText.width(String(omittedFolder)) - 2, 0) }

  /// The width of the names without the common folder or the common ending.
  var distinctWidth: Int { width - max(TerminalText.width(String(omittedEnding)) - 1, 0) }

  /// Returns a shortened name for a column that is too narrow. The name loses the common folder and, if it is still too
  /// wide, the common ending; a name that is wider even then is cut in the middle.
  func shortened(_ name: String, to width: Int) -> String {
    let start = omittedFolder.isEmpty ? name : "…/\(name.dropFirst(omittedFolder.count))"
    guard TerminalText.width(start) > width else { return start }
    let head = start.dropLast(omittedEnding.count)
    guard !omittedEnding.isEmpty, !head.isEmpty else { return TerminalText.cutInMiddle(start, to: width) }
    return TerminalText.cutInMiddle(String(head), to: max(width - 1, 1)) + "…"
  }
}
