/// A text broken into lines and measured, in points.
///
/// ```swift
/// let layout = TextLayout("Hello, world", style: TextStyle(size: 20), width: 80)
/// layout.lines.map(\.text)  // ["Hello,", "world"]
/// layout.size.height        // 46.5625
/// ```
///
/// It is measured by a table of DejaVu Sans, so the sizes are the same on every machine. Lines are broken after blanks
/// and hyphens, in this order of the text, as full as they get; a word that is longer than a line is broken between
/// characters. Characters that the font lacks are taken to be as wide as the letters are high where they are of East
/// Asia or pictures, six tenths of that otherwise.
public struct TextLayout: Sendable {
  /// A line of the text.
  public struct Line: Hashable, Sendable {
    /// What stands in it, without blanks at its end.
    public var text: String

    /// How wide that is, in points.
    public var width: Double

    /// How far its baseline lies below the top of the text, in points.
    public var baseline: Double
  }

  /// The lines, from the top.
  public let lines: [Line]

  /// The width of the widest line and the height of all, in points.
  public let size: Size

  /// The size of the letters, in points: that of the style, or smaller where the style allows it and the text needs it.
  public let fontSize: Double

  /// The distance between two baselines, in points.
  public let lineHeight: Double

  /// Whether a character has a width that is a guess, since the font lacks it.
  public let isGuessed: Bool

  /// By how much letters become smaller at a time.
  private static let scaleStep = 0.05

  /// Breaks and measures a text.
  ///
  /// - Parameters:
  ///   - text: the text; line breaks in it begin new lines.
  ///   - style: its size, weight, and how it wraps; colour and alignment change nothing here.
  ///   - width: how wide lines may be, in points; nil where they may be as wide as they like.
  ///   - height: how high all lines may be before letters become smaller, where the style allows it; nil for as high as they
  ///     like. Lines are never left out for it.
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
        // A text that was measured fits into its own width.
        most = Int(min(max(0, width / unit + 0.5), 1e15))
      }
      breaker = LineBreaker(style, most)
      ranges = breaker.lines(of: text)
      let isHigh = height.map { Double(ranges.count) * FontMetrics.lineHeight * unit > $0 + 0.5 } ?? false
      if !breaker.isShortened && !isHigh || scale <= smallest { break }
      scale = max(scale - Self.scaleStep, smallest)
    } while true
    fontSize = size * scale
    let lineHeight = FontMetrics.lineHeight * unit
    var lines: [Line] = []
    for (number, line) in ranges.enumerated() {
      lines.append(
        Line(
          text: line.text, width: Double(line.width) * unit,
          baseline: Double(number) * lineHeight + Double(FontTable.ascent) * unit))
    }
    self.lines = lines
    self.lineHeight = lineHeight
    isGuessed = breaker.isGuessed
    self.size = Size(width: lines.reduce(0) { max($0, $1.width) }, height: Double(lines.count) * lineHeight)
  }
}

/// Breaks a text into lines; widths are in units of the font.
private struct LineBreaker {
  private let style: TextStyle
  private let most: Int?
  private let metrics: FontMetrics
  private(set) var isGuessed = false

  /// Whether something of the text was left out.
  private(set) var isShortened = false

  private static let ellipsis: Character = "…"

  init(_ style: TextStyle, _ most: Int?) {
    (self.style, self.most) = (style, most)
    metrics = FontMetrics.of(style.weight)
  }

  typealias Line = (text: String, width: Int)

  /// A paragraph: its characters, and where each begins, in units from the first.
  private struct Run {
    var characters: [Character] = []

    /// One more than there are characters.
    var places = [0]

    /// How much of a character's width is its distance from the one before.
    var kerning: [Int] = []

    /// The width of some characters that begin a line.
    func width(_ range: Range<Int>) -> Int {
      range.isEmpty ? 0 : places[range.upperBound] - places[range.lowerBound] - kerning[range.lowerBound]
    }

    func text(_ range: Range<Int>) -> String { String(characters[range]) }

    /// The range without blanks at its end.
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
        // A character that alone is wider than a line stands in one all the same.
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

  /// Where the line ends that begins at a character: the next one begins there.
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

  /// A line of which something is left out.
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
    if style.truncation == .clip || style.truncation == .tail { tail = range.upperBound }
    let text = run.text(front) + mark + (style.truncation == .clip ? "" : run.text(tail..<range.upperBound))
    return (text, width(of: text))
  }

  /// How far the characters reach that fit from the beginning.
  private func prefix(of run: Run, _ range: Range<Int>, _ room: Int) -> Int {
    var end = range.lowerBound
    while end < range.upperBound, run.width(range.lowerBound..<(end + 1)) <= room { end += 1 }
    return end
  }

  /// Where the characters begin that fit at the end.
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
      if let last, let next = character.unicodeScalars.first { kerning = metrics.kerning(last, next) }
      run.characters.append(character)
      run.kerning.append(kerning)
      run.places.append((run.places.last ?? 0) + width + kerning)
      last = former
    }
    return run
  }

  /// The width of one of the characters that make what people see as one.
  private mutating func width(of scalar: Unicode.Scalar, after former: Unicode.Scalar?) -> Int {
    if scalar.value < 0x20 || scalar.value == 0x7F { return 0 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    // What is joined to another, or changes it, is drawn in its place.
    if let former, former.value == 0x200D || scalar.properties.isEmojiModifier || Self.isFlag(former, scalar) {
      return 0
    }
    if let width = metrics.width(scalar) { return width }
    isGuessed = true
    return Self.isWide(scalar) ? FontTable.unitsPerEm : FontTable.unitsPerEm * 6 / 10
  }

  private static func isFlag(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
    (0x1F1E6...0x1F1FF).contains(first.value) && (0x1F1E6...0x1F1FF).contains(second.value)
  }

  /// Whether a character of another font is about as wide as high.
  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF00...0xFF60,
      0xFFE0...0xFFE6, 0x1F000...0x1FAFF, 0x20000...0x3FFFF:
      true
    default: false
    }
  }
}
