/// A drawing surface for a component, in points from its upper left corner; `y` grows downwards.
///
/// ```swift
/// override func draw(in canvas: inout Canvas, size: Size) {
///   let bounds = Rect(origin: .zero, size: size)
///   canvas.fill(Path(roundedRect: bounds, cornerRadius: 8), with: .lightGray)
///   canvas.text("\(value)", in: bounds, style: TextStyle(size: 13, alignment: .center, verticalAlignment: .middle))
/// }
/// ```
///
/// The canvas records drawings as a ``DisplayList``, later entries above earlier ones. Entries beyond the limits
/// (20,000 entries, 200,000 steps of paths, 100,000 bytes of text, groups 32 deep, numbers that are not finite or
/// beyond a million points) are left out, and ``DisplayList/notes`` reports the omission.
public struct Canvas {
  private var entries: [DrawingEntry] = []
  private var budget = DrawingBudget()
  private var depth = 0

  /// True if the component has no drawing of its own, because it does not override `draw`.
  package internal(set) var isUntouched = false

  /// Creates an empty canvas.
  public init() {}

  /// The entries drawn so far.
  public var displayList: DisplayList { DisplayList(entries: entries, notes: budget.notes) }

  /// Fills the inside of an outline.
  public mutating func fill(_ path: Path, with paint: Paint, rule: FillRule = .nonzero) {
    add(.fill(path, paint, rule))
  }

  /// Fills the inside of an outline with a colour.
  public mutating func fill(_ path: Path, with color: Color, rule: FillRule = .nonzero) {
    add(.fill(path, .color(color), rule))
  }

  /// Draws a line along an outline.
  public mutating func stroke(_ path: Path, with paint: Paint, style: StrokeStyle = StrokeStyle()) {
    add(.stroke(path, paint, style))
  }

  /// Draws a line of a colour along an outline.
  public mutating func stroke(_ path: Path, with color: Color, style: StrokeStyle = StrokeStyle()) {
    add(.stroke(path, .color(color), style))
  }

  /// Draws text into a rectangle, wrapped and truncated according to its style; ``TextLayout`` measures its size.
  public mutating func text(_ text: String, in rect: Rect, style: TextStyle = TextStyle()) {
    if !text.isEmpty { add(.text(text, rect, style)) }
  }

  /// Draws an image by its name. The host has no images, so a picture shows a box with the name instead.
  public mutating func image(named name: String, in rect: Rect) { add(.image(name, rect)) }

  /// Draws a group of entries. Opacity, transform, clip and shadow apply to the group as a whole.
  ///
  /// - Parameters:
  ///   - opacity: the opacity of the group, from 0 to 1.
  ///   - transform: the transform from the group's coordinates to the canvas's.
  ///   - clip: the outline beyond which nothing is drawn, in the group's coordinates; nil for none.
  ///   - shadow: the shadow under the group; nil for none.
  ///   - body: draws the contents of the group.
  public mutating func group(
    opacity: Double = 1, transform: Transform = .identity, clip: Path? = nil, shadow: Shadow? = nil,
    _ body: (inout Canvas) -> Void
  ) {
    var group = DrawingGroup([], opacity: opacity, transform: transform, clip: clip, shadow: shadow)
    guard budget.take(.group(group), depth: depth + 1) else { return }
    var inner = Canvas()
    (inner.budget, inner.depth) = (budget, depth + 1)
    body(&inner)
    budget = inner.budget
    // A group without effects is replaced by its contents.
    if group == DrawingGroup([]) {
      entries += inner.entries
    } else if !inner.entries.isEmpty {
      group.entries = inner.entries
      entries.append(.group(group))
    }
  }

  private mutating func add(_ entry: DrawingEntry) {
    if budget.take(entry, depth: depth) { entries.append(entry) }
  }
}
