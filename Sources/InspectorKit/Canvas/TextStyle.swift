/// The thickness of the letters' strokes.
public enum FontWeight: String, CaseIterable, Hashable, Sendable {
  /// The weight of body text.
  case regular

  /// The weight of headings.
  case bold
}

/// The horizontal alignment of lines of text in their rectangle.
public enum TextAlignment: String, CaseIterable, Hashable, Sendable {
  /// Lines begin at the left edge of the rectangle.
  case left

  /// Lines are centred between the left and the right edge.
  case center

  /// Lines end at the right edge of the rectangle.
  case right
}

/// The vertical alignment of text in its rectangle.
public enum VerticalTextAlignment: String, CaseIterable, Hashable, Sendable {
  /// The first line is at the top of the rectangle.
  case top

  /// The lines together are centred between the top and the bottom.
  case middle

  /// The last line is at the bottom of the rectangle.
  case bottom
}

/// The part of a line that is left out if the line is too long. Except for `clip`, "…" replaces this part.
public enum TextTruncation: String, CaseIterable, Hashable, Sendable {
  /// The beginning; the end of the line is kept.
  case head

  /// The middle; the beginning and the end of the line are kept.
  case middle

  /// The end; the beginning of the line is kept.
  case tail

  /// The end, without "…".
  case clip
}

/// The font size, weight, colour, alignment and line breaking of drawn text.
///
/// ```swift
/// let title = TextStyle(size: 20, weight: .bold, alignment: .center, lineLimit: 1)
/// ```
public struct TextStyle: Hashable, Sendable {
  /// The font size, in points: the size of the em square.
  public var size: Double

  /// The weight of the letters.
  public var weight: FontWeight

  /// The letters' colour.
  public var color: Color

  /// The horizontal alignment of the lines.
  public var alignment: TextAlignment

  /// The vertical alignment of the text.
  public var verticalAlignment: VerticalTextAlignment

  /// The maximum number of lines; text beyond it is truncated. Nil for no limit.
  public var lineLimit: Int?

  /// True if a line that is too long is broken into several lines; false if it is truncated.
  public var wraps: Bool

  /// The part to leave out of a line that is too long and cannot be broken.
  public var truncation: TextTruncation

  /// The smallest allowed font size, as a fraction of `size` from 0 to 1. Text that does not fit is shrunk, but not
  /// below this size, before anything is left out or lines reach beyond the rectangle.
  public var minimumScaleFactor: Double

  /// Makes a text style: by default regular black text of 17 points in the upper left corner.
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
