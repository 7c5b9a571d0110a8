/// The numbers of entries, path steps and bytes of text that may still be added to a display list.
///
/// Entries beyond a limit are left out and noted, since an incomplete picture is worth more than none.
struct DrawingBudget {
  /// The maximum number of entries in a display list, including those in groups.
  static let entryLimit = 20_000

  /// The maximum total number of path steps, gradient stops and dash lengths in a display list.
  static let stepLimit = 200_000

  /// The maximum nesting depth of groups; an entry outside any group has depth 0.
  static let depthLimit = 32

  /// The maximum total size of text and image names in a display list, in UTF-8 bytes.
  static let textLimit = 100_000

  /// The maximum magnitude of every number in an entry, such as coordinates in points.
  static let coordinateLimit = 1_000_000.0

  private(set) var notes: [String] = []
  private var entries = DrawingBudget.entryLimit
  private var steps = DrawingBudget.stepLimit
  private var texts = DrawingBudget.textLimit

  /// Subtracts an entry from the budget and returns true. Returns false, and adds a note, if the entry would exceed a
  /// limit and must be left out.
  mutating func take(_ entry: DrawingEntry, depth: Int) -> Bool {
    guard entries > 0 else { return leaveOut("entries after the first \(Self.entryLimit) are left out") }
    guard depth <= Self.depthLimit else { return leaveOut("groups nested deeper than \(Self.depthLimit) are left out") }
    let size = entry.size
    guard size.areNumbersSound else {
      return leaveOut(
        "entries are left out whose numbers are not finite, or beyond \(Int(Self.coordinateLimit)) points")
    }
    guard size.steps <= steps else { return leaveOut("paths after the first \(Self.stepLimit) steps are left out") }
    guard size.text <= texts else { return leaveOut("texts after the first \(Self.textLimit) bytes are left out") }
    (entries, steps, texts) = (entries - 1, steps - size.steps, texts - size.text)
    return true
  }

  private mutating func leaveOut(_ note: String) -> Bool {
    self.note(note)
    return false
  }

  /// Adds a note, unless the same note was added before.
  mutating func note(_ note: String) {
    if !notes.contains(note) { notes.append(note) }
  }
}

extension DisplayList {
  /// The maximum magnitude of a coordinate in a picture, in points.
  package static var coordinateLimit: Double { DrawingBudget.coordinateLimit }
}

/// The number of path steps and bytes of text in an entry; those of the entries inside a group are not included.
private struct EntrySize {
  var steps = 0
  var text = 0
  /// True if all numbers are finite and within the coordinate limit.
  var areNumbersSound = true

  mutating func add(_ numbers: Double...) {
    // A comparison with NaN is false.
    for number in numbers where !(abs(number) <= DrawingBudget.coordinateLimit) { areNumbersSound = false }
  }

  mutating func add(_ rect: Rect) { add(rect.x, rect.y, rect.width, rect.height) }

  mutating func add(_ color: Color) { add(color.red, color.green, color.blue, color.alpha) }

  mutating func add(_ path: Path) {
    switch path.shape {
    case .rect(let rect, let radius):
      steps += 1
      add(rect)
      add(radius)
    case .ellipse(let rect):
      steps += 1
      add(rect)
    case .elements(let elements):
      steps += elements.count
      for element in elements where areNumbersSound { add(element) }
    }
  }

  private mutating func add(_ element: Path.Element) {
    switch element {
    case .move(let point), .line(let point): add(point.x, point.y)
    case .quadCurve(let point, let control): add(point.x, point.y, control.x, control.y)
    case .curve(let point, let first, let second): add(point.x, point.y, first.x, first.y, second.x, second.y)
    case .close: break
    }
  }

  mutating func add(_ paint: Paint) {
    switch paint {
    case .color(let color): add(color)
    case .linearGradient(let stops, let from, let to):
      add(stops)
      add(from.x, from.y, to.x, to.y)
    case .radialGradient(let stops, let center, let radius):
      add(stops)
      add(center.x, center.y, radius)
    }
  }

  private mutating func add(_ stops: [GradientStop]) {
    steps += stops.count
    for stop in stops {
      add(stop.offset)
      add(stop.color)
    }
  }
}

extension DrawingEntry {
  fileprivate var size: EntrySize {
    var size = EntrySize()
    switch self {
    case .fill(let path, let paint, _):
      size.add(path)
      size.add(paint)
    case .stroke(let path, let paint, let style):
      size.add(path)
      size.add(paint)
      size.add(style.width, style.miterLimit, style.dashPhase)
      size.steps += style.dash.count
      for length in style.dash { size.add(length) }
    case .text(let text, let rect, let style):
      size.text = text.utf8.count
      size.add(rect)
      size.add(style.size)
      size.add(style.color)
    case .image(let name, let rect):
      size.text = name.utf8.count
      size.add(rect)
    case .group(let group):
      let transform = group.transform
      size.add(group.opacity, transform.a, transform.b, transform.c, transform.d, transform.tx, transform.ty)
      if let clip = group.clip { size.add(clip) }
      if let shadow = group.shadow {
        size.add(shadow.color)
        size.add(shadow.offset.width, shadow.offset.height, shadow.blur)
      }
    }
    return size
  }
}
