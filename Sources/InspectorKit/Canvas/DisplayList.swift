/// A component's drawing as data. The host renders the data, so that no drawing library runs in a plugin.
///
/// ```swift
/// var canvas = Canvas()
/// canvas.fill(Path(ellipseIn: Rect(x: 0, y: 0, width: 20, height: 20)), with: .red)
/// canvas.displayList.entries.count  // 1
/// ```
///
/// `Schemas/display-list.schema.json` describes the JSON of a display list, for plugins in other languages.
public struct DisplayList: Hashable, Sendable {
  /// The drawn entries, from the bottom to the top.
  public internal(set) var entries: [DrawingEntry]

  /// Notes about entries that exceeded a limit and were left out, one sentence each.
  public internal(set) var notes: [String]

  package init(entries: [DrawingEntry] = [], notes: [String] = []) {
    self.entries = entries
    self.notes = notes
  }
}

/// One element of a drawing: a filled or stroked path, text, an image or a group.
public enum DrawingEntry: Hashable, Sendable {
  /// The inside of an outline, filled with a paint.
  case fill(Path, Paint, FillRule)

  /// A line along an outline, drawn with a paint.
  case stroke(Path, Paint, StrokeStyle)

  /// Text in a rectangle. Text that does not fit may reach beyond the rectangle.
  case text(String, Rect, TextStyle)

  /// A named image in a rectangle.
  case image(String, Rect)

  /// A group of entries that share an opacity, a transform, a clip and a shadow.
  case group(DrawingGroup)
}

/// A group of entries to which an opacity, a transform, a clip and a shadow apply as a whole.
public struct DrawingGroup: Hashable, Sendable {
  /// The entries of the group, from the bottom to the top.
  public var entries: [DrawingEntry]

  /// The opacity of the group, from 0 to 1.
  public var opacity: Double

  /// The transform from the group's coordinates to those of the enclosing group or canvas.
  public var transform: Transform

  /// The outline to which the group is clipped, in the group's coordinates; nil for none.
  public var clip: Path?

  /// The shadow under the group; nil for none.
  public var shadow: Shadow?

  /// Creates a group of entries, by default opaque and without a transform, a clip or a shadow.
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

extension DisplayList {
  /// All drawn text, one string for each text entry, including those in groups, from the bottom to the top. The
  /// property is meant for tests.
  ///
  /// ```swift
  /// var canvas = Canvas()
  /// canvas.text("12", in: Rect(x: 0, y: 0, width: 40, height: 20))
  /// canvas.group(opacity: 0.5) { $0.text("km/h", in: Rect(x: 0, y: 20, width: 40, height: 20)) }
  /// canvas.displayList.texts  // ["12", "km/h"]
  /// ```
  ///
  /// Each string is complete, even if its rectangle is too small to show all of it.
  public var texts: [String] { Self.texts(of: entries) }

  private static func texts(of entries: [DrawingEntry]) -> [String] {
    entries.flatMap { entry -> [String] in
      switch entry {
      case .text(let text, _, _): [text]
      case .group(let group): texts(of: group.entries)
      case .fill, .stroke, .image: []
      }
    }
  }
}
