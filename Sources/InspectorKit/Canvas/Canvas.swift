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
/// The canvas records a ``DisplayList``, in which later entries are drawn above earlier ones. A display list may have
/// 20,000 entries, 200,000 path steps, 100,000 bytes of text, groups nested 32 deep, and finite numbers up to a million
/// points. Entries beyond these limits are left out, and ``DisplayList/notes`` reports the omission.
public struct Canvas {
  private var entries: [DrawingEntry] = []
  private var budget = DrawingBudget()
  private var depth = 0

  /// True if the component has no drawing of its own, because it does not override `draw`.
  package internal(set) var isUntouched = false

  /// Creates an empty canvas.
  public init() {}

  /// The entries drawn so far, with the notes about omitted ones.
  public var displayList: DisplayList { DisplayList(entries: entries, notes: budget.notes) }

  /// Fills the inside of an outline with a colour or a gradient.
  public mutating func fill(_ path: Path, with paint: Paint, rule: FillRule = .nonzero) {
    add(.fill(path, paint, rule))
  }

  /// Fills the inside of an outline with a colour.
  public mutating func fill(_ path: Path, with color: Color, rule: FillRule = .nonzero) {
    add(.fill(path, .color(color), rule))
  }

  /// Draws a line along an outline, in a colour or a gradient.
  public mutating func stroke(_ path: Path, with paint: Paint, style: StrokeStyle = StrokeStyle()) {
    add(.stroke(path, paint, style))
  }

  /// Draws a line along an outline, in one colour.
  public mutating func stroke(_ path: Path, with color: Color, style: StrokeStyle = StrokeStyle()) {
    add(.stroke(path, .color(color), style))
  }

  /// Draws text into a rectangle, wrapped and truncated according to its style. Empty text adds no entry. Use
  /// ``TextLayout`` to measure text.
  public mutating func text(_ text: String, in rect: Rect, style: TextStyle = TextStyle()) {
    if !text.isEmpty { add(.text(text, rect, style)) }
  }

  /// Draws a named image. The host has no image files, so a picture shows a box with the name instead.
  public mutating func image(named name: String, in rect: Rect) { add(.image(name, rect)) }

  /// Draws a group of entries. Opacity, transform, clip and shadow apply to the group as a whole. A group in which
  /// `body` draws nothing is omitted.
  ///
  /// - Parameters:
  ///   - opacity: the opacity of the group, from 0 to 1.
  ///   - transform: the transform from the group's coordinates to the canvas's.
  ///   - clip: the outline to which the group is clipped, in the group's coordinates; nil for none.
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
    // A group without opacity, transform, clip or shadow is replaced by its contents.
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
