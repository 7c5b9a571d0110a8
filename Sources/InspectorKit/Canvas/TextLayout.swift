/// The lines into which a string is broken, with their measured sizes in points.
///
/// ```swift
/// let layout = TextLayout("Hello, world", style: TextStyle(size: 20), width: 80)
/// layout.lines.map(\.text)  // ["Hello,", "world"]
/// layout.size.height        // 46.5625
/// ```
///
/// Text is measured with a table of character widths of DejaVu Sans, so the sizes are the same on every machine. Each
/// line contains as many words as fit. Lines are broken after spaces and hyphens, and a word that is longer than a line
/// is broken between characters. A character that the font lacks has an assumed width: the font size if it is East
/// Asian or a pictograph, otherwise six tenths of the font size.
public struct TextLayout: Sendable {
  /// One line, with its width and its position.
  public struct Line: Hashable, Sendable {
    /// The line's text, without whitespace at its end.
    public var text: String

    /// The width of the text, in points.
    public var width: Double

    /// The distance from the top of the text to the line's baseline, in points.
    public var baseline: Double
  }

  /// The lines, from the top.
  public let lines: [Line]

  /// The width of the widest line and the total height of all lines, in points.
  public let size: Size

  /// The font size, in points. It is the style's size, or a smaller size if the text does not fit and the style's
  /// `minimumScaleFactor` allows it.
  public let fontSize: Double

  /// The distance between the baselines of two lines, in points.
  public let lineHeight: Double

  /// True if the width of at least one character is an estimate, because the font lacks the character.
  public let isGuessed: Bool

  /// The step by which the font's scale factor is reduced until the text fits.
  private static let scaleStep = 0.05

  /// Breaks a string into lines and measures them.
  ///
  /// - Parameters:
  ///   - text: the string; each line break in it begins a new line.
  ///   - style: the text style; its colour and alignments have no effect.
  ///   - width: the maximum width of a line, in points; nil for no limit.
  ///   - height: the maximum height of all lines together, in points; nil for no limit. If the lines are taller, the
  ///     font shrinks as far as the style allows. No lines are left out because of this limit.
  public init(_ text: String, style: TextStyle, width: Double? = nil, height: Double? = nil) {
    let size = style.size.isFinite ? max(style.size, 0) : 0
    let smallest = style.minimumScaleFactor.isFinite ? min(max(style.minimumScaleFactor, 0), 1) : 1
    var scale = 1.0
    var unit: Double
    var breaker: LineBreaker
    var ranges: [LineBreaker.Line]
    repeat {
      unit = size * scale / Double(FontTable.unitsPerEm)
      var most: Int?
      if let width, width.isFinite, unit > 0 {
        // The tolerance lets text fit into the width that was measured for it.
        most = Int(min(max(0, width / unit + 0.5), 1e15))
      }
      breaker = LineBreaker(style, most)
      ranges = breaker.lines(of: text)
      let isHigh = height.map { Double(ranges.count) * FontTable.lineHeight * unit > $0 + 0.5 } ?? false
      if !breaker.isShortened && !isHigh || scale <= smallest { break }
      scale = max(scale - Self.scaleStep, smallest)
    } while true
    fontSize = size * scale
    let lineHeight = FontTable.lineHeight * unit
    lines = ranges.enumerated().map { number, line in
      Line(
        text: line.text, width: Double(line.width) * unit,
        baseline: Double(number) * lineHeight + Double(FontTable.ascent) * unit)
    }
    self.lineHeight = lineHeight
    isGuessed = breaker.isGuessed
    self.size = Size(width: lines.reduce(0) { max($0, $1.width) }, height: Double(lines.count) * lineHeight)
  }
}

/// A line breaker for one text style and one maximum width in font units.
private struct LineBreaker {
  private let style: TextStyle
  private let most: Int?
  private(set) var isGuessed = false

  /// True if a line was truncated, or lines beyond the line limit were left out.
  private(set) var isShortened = false

  private static let ellipsis: Character = "…"

  init(_ style: TextStyle, _ most: Int?) { (self.style, self.most) = (style, most) }

  typealias Line = (text: String, width: Int)

  /// A paragraph's characters and their offsets from the first one, in font units.
  private struct Run {
    var characters: [Character] = []

    /// The offsets of the characters, followed by the total width.
    var places = [0]

    /// The part of each character's width that is kerning against the previous character.
    var kerning: [Int] = []

    /// Returns the width of a range of characters at the beginning of a line, where the first character has no kerning.
    func width(_ range: Range<Int>) -> Int {
      range.isEmpty ? 0 : places[range.upperBound] - places[range.lowerBound] - kerning[range.lowerBound]
    }

    func text(_ range: Range<Int>) -> String { String(characters[range]) }

    /// Returns a range without the whitespace at its end.
    func trimmed(_ range: Range<Int>) -> Range<Int> {
      var end = range.upperBound
      while end > range.lowerBound, characters[end - 1].isWhitespace { end -= 1 }
      return range.lowerBound..<end
    }
  }

  mutating func lines(of text: String) -> [Line] {
    if text.isEmpty { return [] }
    let limit = style.lineLimit.map { max($0, 1) } ?? .max
    var lines: [Line] = []
    let paragraphs = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (number, paragraph) in paragraphs.enumerated() {
      let run = run(paragraph)
      let isLast = number == paragraphs.count - 1
      var start = 0
      repeat {
        let isFinal = lines.count == limit - 1
        let end = style.wraps && !isFinal ? self.end(of: run, from: start) : run.characters.count
        let rest = run.trimmed(start..<end)
        let isCut = isFinal && !isLast
        // A wrapped line may consist of one character that is wider than the line. This does not count as shortened.
        let isShortened = isCut || (isFinal || !style.wraps) && isTooWide(run.width(rest))
        if isShortened { self.isShortened = true }
        lines.append(isShortened ? shortened(run, rest) : line(run, rest))
        if isFinal { return lines }
        start = end
      } while start < run.characters.count
    }
    return lines
  }

  private func line(_ run: Run, _ range: Range<Int>) -> Line { (run.text(range), run.width(range)) }

  private func isTooWide(_ width: Int) -> Bool { most.map { width > $0 } ?? false }

  // MARK: breaking

  /// Returns the end index of the line that begins at `start`; this is where the next line begins.
  private func end(of run: Run, from start: Int) -> Int {
    guard let most else { return run.characters.count }
    var opportunity = start
    for place in start..<run.characters.count {
      let character = run.characters[place]
      if !character.isWhitespace, run.width(start..<(place + 1)) > most {
        if opportunity > start { return opportunity }
        return max(place, start + 1)
      }
      let isAfterBlank = character.isWhitespace && character != "\u{A0}" && character != "\u{202F}"
      if isAfterBlank || character == "-" || character == "\u{2010}" { opportunity = place + 1 }
    }
    return run.characters.count
  }

  /// Returns a range of characters as a line shortened to the maximum width, with an ellipsis unless the style's
  /// truncation is `clip`.
  private mutating func shortened(_ run: Run, _ range: Range<Int>) -> Line {
    let mark = style.truncation == .clip ? "" : String(Self.ellipsis)
    let room = (most ?? .max) - width(of: mark)
    var head = range.lowerBound
    var tail = range.upperBound
    switch style.truncation {
    case .clip, .tail: head = prefix(of: run, range, room)
    case .head: tail = suffix(of: run, range, room)
    case .middle:
      head = prefix(of: run, range, room / 2)
      tail = suffix(of: run, head..<range.upperBound, room - run.width(range.lowerBound..<head))
    }
    let front = run.trimmed(range.lowerBound..<head)
    let text = run.text(front) + mark + run.text(tail..<range.upperBound)
    return (text, width(of: text))
  }

  /// Returns the end index of the longest prefix of a range that fits into a width.
  private func prefix(of run: Run, _ range: Range<Int>, _ room: Int) -> Int {
    var end = range.lowerBound
    while end < range.upperBound, run.width(range.lowerBound..<(end + 1)) <= room { end += 1 }
    return end
  }

  /// Returns the start index of the longest suffix of a range that fits into a width.
  private func suffix(of run: Run, _ range: Range<Int>, _ room: Int) -> Int {
    var start = range.upperBound
    while start > range.lowerBound, run.width((start - 1)..<range.upperBound) <= room { start -= 1 }
    return start
  }

  // MARK: measuring

  private mutating func width(of text: String) -> Int {
    let run = run(text[...])
    return run.width(run.characters.indices)
  }

  private mutating func run(_ text: Substring) -> Run {
    var run = Run()
    var last: Unicode.Scalar?
    for character in text {
      var (width, former) = (0, Unicode.Scalar?.none)
      for scalar in character.unicodeScalars {
        width += self.width(of: scalar, after: former)
        former = scalar
      }
      var kerning = 0
      if let last, let next = character.unicodeScalars.first { kerning = style.weight.kerning(last, next) }
      run.characters.append(character)
      run.kerning.append(kerning)
      run.places.append((run.places.last ?? 0) + width + kerning)
      last = former
    }
    return run
  }

  /// Returns the width of one scalar of a grapheme cluster, in font units; 0 for a scalar that is drawn together with
  /// the previous one. If the font lacks the scalar, returns an estimate and sets `isGuessed`.
  private mutating func width(of scalar: Unicode.Scalar, after former: Unicode.Scalar?) -> Int {
    if scalar.value < 0x20 || scalar.value == 0x7F { return 0 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    // A scalar that is joined to the previous one, or modifies it, is drawn in its place.
    if let former, former.value == 0x200D || scalar.properties.isEmojiModifier || Self.isFlag(former, scalar) {
      return 0
    }
    if let width = style.weight.width(scalar) { return width }
    isGuessed = true
    return Self.isWide(scalar) ? FontTable.unitsPerEm : FontTable.unitsPerEm * 6 / 10
  }

  private static func isFlag(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
    (0x1F1E6...0x1F1FF).contains(first.value) && (0x1F1E6...0x1F1FF).contains(second.value)
  }

  /// Returns true for East Asian characters and pictographs, which are about as wide as they are tall.
  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF00...0xFF60,
      0xFFE0...0xFFE6, 0x1F000...0x1FAFF, 0x20000...0x3FFFF:
      true
    default: false
    }
  }
}
