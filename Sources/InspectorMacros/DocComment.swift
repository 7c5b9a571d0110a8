import SwiftSyntax

extension DeclSyntaxProtocol {
  /// The first paragraph of the declaration's doc comment as one line; nil if the comment is missing or does not begin
  /// with a paragraph.
  ///
  /// ```swift
  /// /// The width of the `border`,
  /// /// in points.
  /// ///
  /// /// More, that documentation shows and an inspector does not.
  /// ```
  /// For this comment, the value is "The width of the `border`, in points."
  ///
  /// The doc comment is the last block of `///` or `/** */` comments before the declaration without an empty line in
  /// between, as in generated documentation. The value is nil if the comment begins with a list or with code; a heading
  /// at its beginning is skipped.
  var firstParagraph: String? {
    let lines = docCommentLines.map { String($0.trimmingBlanks) }
    let start = lines.drop { $0.isEmpty || $0.hasPrefix("#") }
    let paragraph = start.prefix { !$0.isEmpty && !Self.beginsABlock($0) }
    return paragraph.isEmpty ? nil : paragraph.joined(separator: " ")
  }

  /// Returns true if a line begins a new block by the rules of Markdown, such as a list or code, and so ends the
  /// paragraph before it.
  private static func beginsABlock(_ line: String) -> Bool {
    ["- ", "* ", "+ ", "1. ", "> ", "#", "```", "|"].contains { line.hasPrefix($0) }
  }

  private var docCommentLines: [Substring] {
    var lines: [Substring] = []
    var newlines = 0
    var isOnFirstLine = true
    for piece in leadingTrivia {
      switch piece {
      case .newlines(let count), .carriageReturns(let count), .carriageReturnLineFeeds(let count):
        newlines += count
        isOnFirstLine = false
      case .docLineComment(let text):
        if newlines > 1 { lines = [] }
        newlines = 0
        // A comment before the first line break belongs to the previous declaration.
        if !isOnFirstLine { lines.append(text.dropFirst(3)) }
      case .docBlockComment(let text):
        if newlines > 1 { lines = [] }
        newlines = 0
        lines += Self.lines(ofBlock: text)
      default: break
      }
    }
    return lines
  }

  /// Returns the lines between `/**` and `*/`. If every line but the first begins with a star, the stars are removed.
  private static func lines(ofBlock text: String) -> [Substring] {
    let lines = text.dropFirst(3).dropLast(2).split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let inner = lines.dropFirst().map(\.trimmingBlanks)
    guard inner.allSatisfy({ $0.isEmpty || $0 == "*" || $0.hasPrefix("* ") }) else { return lines }
    return lines.prefix(1) + inner.map { $0.dropFirst() }
  }
}

extension Substring {
  fileprivate var trimmingBlanks: Substring {
    var rest = drop(while: \.isWhitespace)
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return rest
  }
}
