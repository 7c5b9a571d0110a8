/// How thick letters are.
public enum FontWeight: String, CaseIterable, Hashable, Sendable {
  /// The weight of running text.
  case regular

  /// The weight of headings.
  case bold
}

/// Where the lines of a text lie between left and right.
public enum TextAlignment: String, CaseIterable, Hashable, Sendable {
  /// At the left edge.
  case left

  /// In the middle.
  case center

  /// At the right edge.
  case right
}

/// Where a text lies between top and bottom.
public enum VerticalTextAlignment: String, CaseIterable, Hashable, Sendable {
  /// At the top.
  case top

  /// In the middle.
  case middle

  /// At the bottom.
  case bottom
}

/// What is left of a text that is too long; where something is left out stands "…".
public enum TextTruncation: String, CaseIterable, Hashable, Sendable {
  /// Its end.
  case head

  /// Its beginning and its end.
  case middle

  /// Its beginning.
  case tail

  /// The end is cut off, without "…".
  case clip
}

/// How a text is drawn.
///
/// ```swift
/// let title = TextStyle(size: 20, weight: .bold, alignment: .center, lineLimit: 1)
/// ```
public struct TextStyle: Hashable, Sendable {
  /// The size of the letters, in points; that of the square in which the font is drawn.
  public var size: Double

  /// How thick the letters are.
  public var weight: FontWeight

  /// The letters' colour.
  public var color: Color

  /// Where the lines lie between left and right.
  public var alignment: TextAlignment

  /// Where the text lies between top and bottom.
  public var verticalAlignment: VerticalTextAlignment

  /// How many lines there are at most; nil for as many as the text needs.
  public var lineLimit: Int?

  /// Whether lines that are too long are broken.
  public var wraps: Bool

  /// What is left of a text that does not fit.
  public var truncation: TextTruncation

  /// How small the letters of a text may become that does not fit, 0 to 1 of their size, before something is left out or lines
  /// reach beyond the rectangle.
  public var minimumScaleFactor: Double

  /// A style of text: 17 points, black, from the upper left corner, unless given otherwise.
  public init(
    size: Double = 17, weight: FontWeight = .regular, color: Color = .black, alignment: TextAlignment = .left,
    verticalAlignment: VerticalTextAlignment = .top, lineLimit: Int? = nil, wraps: Bool = true,
    truncation: TextTruncation = .tail, minimumScaleFactor: Double = 1
  ) {
    self.size = size
    self.weight = weight
    self.color = color
    self.alignment = alignment
    self.verticalAlignment = verticalAlignment
    self.lineLimit = lineLimit
    self.wraps = wraps
    self.truncation = truncation
    self.minimumScaleFactor = minimumScaleFactor
  }
}
