/// What a component drew, as data: the host makes pictures of it, and no drawing library runs in a plugin.
///
/// ```swift
/// var canvas = Canvas()
/// canvas.fill(Path(ellipseIn: Rect(x: 0, y: 0, width: 20, height: 20)), with: .red)
/// canvas.displayList.entries.count  // 1
/// ```
///
/// `Schemas/display-list.schema.json` describes its JSON, which plugins in other languages write.
public struct DisplayList: Hashable, Sendable {
  /// What was drawn, the lowest first.
  public internal(set) var entries: [DrawingEntry]

  /// What was left out and why; a sentence each.
  public internal(set) var notes: [String]

  package init(entries: [DrawingEntry] = [], notes: [String] = []) {
    self.entries = entries
    self.notes = notes
  }
}

/// One thing that was drawn.
public enum DrawingEntry: Hashable, Sendable {
  /// The inside of an outline.
  case fill(Path, Paint, FillRule)

  /// A line along an outline.
  case stroke(Path, Paint, StrokeStyle)

  /// A text in a rectangle, which it may overflow.
  case text(String, Rect, TextStyle)

  /// The place of an image, which is named.
  case image(String, Rect)

  /// Entries that are drawn as one.
  case group(DrawingGroup)
}

/// Entries that are drawn as one: moved, cut off, made transparent or given a shadow together.
public struct DrawingGroup: Hashable, Sendable {
  /// What the group draws, the lowest first.
  public var entries: [DrawingEntry]

  /// How opaque the whole is, from 0 to 1.
  public var opacity: Double

  /// The change from the group's coordinates to those around it.
  public var transform: Transform

  /// The outline beyond which nothing is drawn, in the group's coordinates; nil for none.
  public var clip: Path?

  /// The shadow under the whole; nil for none.
  public var shadow: Shadow?

  /// A group of entries.
  public init(
    _ entries: [DrawingEntry], opacity: Double = 1, transform: Transform = .identity, clip: Path? = nil,
    shadow: Shadow? = nil
  ) {
    self.entries = entries
    self.opacity = opacity
    self.transform = transform
    self.clip = clip
    self.shadow = shadow
  }
}
