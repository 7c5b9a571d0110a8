internal import JSONText

extension DisplayList {
  /// The entries as JSON; `Schemas/display-list.schema.json` describes the format.
  package var json: [UInt8] {
    var writer = DrawingWriter()
    writer.append(entries)
    return writer.bytes
  }
}

/// A writer of a drawing's entries as JSON. Most members with default values are omitted.
struct DrawingWriter {
  private(set) var bytes: [UInt8] = []

  mutating func append(_ entries: [DrawingEntry]) {
    append("[")
    for (number, entry) in entries.enumerated() {
      append(number == 0 ? "{" : ",{")
      append(entry)
      append("}")
    }
    append("]")
  }

  private mutating func append(_ entry: DrawingEntry) {
    switch entry {
    case .fill(let path, let paint, let rule):
      append("\"fill\":")
      append(path)
      append(paint)
      if rule != .nonzero { append("rule", rule.rawValue) }
    case .stroke(let path, let paint, let style):
      append("\"stroke\":")
      append(path)
      append(paint)
      append(style)
    case .text(let text, let rect, let style):
      append("\"text\":")
      append(text: text)
      append("in", rect)
      append(style)
    case .image(let name, let rect):
      append("\"image\":")
      append(text: name)
      append("in", rect)
    case .group(let group):
      append("\"group\":")
      append(group.entries)
      append(group)
    }
  }

  private mutating func append(_ group: DrawingGroup) {
    if group.opacity != 1 { append("opacity", group.opacity) }
    let change = group.transform
    if change != .identity { append("transform", [change.a, change.b, change.c, change.d, change.tx, change.ty]) }
    if let clip = group.clip {
      append(",\"clip\":")
      append(clip)
    }
    guard let shadow = group.shadow else { return }
    append(",\"shadow\":{\"color\":")
    append(shadow.color)
    append("offset", [shadow.offset.width, shadow.offset.height])
    if shadow.blur != 0 { append("blur", shadow.blur) }
    append("}")
  }

  private mutating func append(_ style: StrokeStyle) {
    if style.width != 1 { append("width", style.width) }
    if style.cap != .butt { append("cap", style.cap.rawValue) }
    if style.join != .miter { append("join", style.join.rawValue) }
    if style.miterLimit != 10 { append("miterLimit", style.miterLimit) }
    if !style.dash.isEmpty { append("dash", style.dash) }
    if style.dashPhase != 0 { append("dashPhase", style.dashPhase) }
  }

  private mutating func append(_ style: TextStyle) {
    let usual = TextStyle()
    if style.size != usual.size { append("size", style.size) }
    if style.weight != usual.weight { append("weight", style.weight.rawValue) }
    append("color", style.color)
    if style.alignment != usual.alignment { append("alignment", style.alignment.rawValue) }
    if style.verticalAlignment != usual.verticalAlignment {
      append("verticalAlignment", style.verticalAlignment.rawValue)
    }
    if let limit = style.lineLimit { append(",\"lineLimit\":\(limit)") }
    if !style.wraps { append(",\"wraps\":false") }
    if style.truncation != usual.truncation { append("truncation", style.truncation.rawValue) }
    if style.minimumScaleFactor != usual.minimumScaleFactor { append("minimumScaleFactor", style.minimumScaleFactor) }
  }

  private mutating func append(_ path: Path) {
    switch path.shape {
    case .rect(let rect, let radius):
      append("{\"rect\":")
      append(rect)
      if radius != 0 { append("radius", radius) }
      append("}")
    case .ellipse(let rect):
      append("{\"ellipse\":")
      append(rect)
      append("}")
    case .elements(let elements):
      append("[")
      for (number, element) in elements.enumerated() { append(element, isFirst: number == 0) }
      append("]")
    }
  }

  private mutating func append(_ element: Path.Element, isFirst: Bool) {
    append(isFirst ? "\"" : ",\"")
    switch element {
    case .move(let point): append("M", [point])
    case .line(let point): append("L", [point])
    case .quadCurve(let point, let control): append("Q", [control, point])
    case .curve(let point, let first, let second): append("C", [first, second, point])
    case .close: append("Z\"")
    }
  }

  private mutating func append(_ letter: String, _ points: [Point]) {
    append(letter)
    append("\"")
    for point in points {
      append(",")
      append(point.x)
      append(",")
      append(point.y)
    }
  }

  private mutating func append(_ paint: Paint) {
    switch paint {
    case .color(let color): append("color", color)
    case .linearGradient(let stops, let from, let to):
      append(",\"linear\":")
      append(stops)
      append("from", [from.x, from.y])
      append("to", [to.x, to.y])
    case .radialGradient(let stops, let center, let radius):
      append(",\"radial\":")
      append(stops)
      append("center", [center.x, center.y])
      append("radius", radius)
    }
  }

  private mutating func append(_ stops: [GradientStop]) {
    append("[")
    for (number, stop) in stops.enumerated() {
      append(number == 0 ? "[" : ",[")
      append(stop.offset)
      append(",")
      append(stop.color)
      append("]")
    }
    append("]")
  }

  private mutating func append(_ color: Color) { PropertyValue.color(color).appendJSON(to: &bytes) }

  private mutating func append(_ rect: Rect) { append([rect.x, rect.y, rect.width, rect.height]) }

  private mutating func append(_ numbers: [Double]) {
    append("[")
    for (place, number) in numbers.enumerated() {
      if place > 0 { append(",") }
      append(number)
    }
    append("]")
  }

  /// Appends a number, rounded to four decimal places. The difference is invisible, and short numbers are fast to write
  /// and to read.
  private mutating func append(_ number: Double) {
    JSONNumber.append((number * 10_000).rounded() / 10_000, to: &bytes)
  }

  private mutating func append(text: String) { JSONString.append(text, quotedTo: &bytes) }

  private mutating func append(_ key: String, _ number: Double) {
    append(",\"\(key)\":")
    append(number)
  }

  private mutating func append(_ key: String, _ word: String) { append(",\"\(key)\":\"\(word)\"") }

  private mutating func append(_ key: String, _ numbers: [Double]) {
    append(",\"\(key)\":")
    append(numbers)
  }

  private mutating func append(_ key: String, _ color: Color) {
    append(",\"\(key)\":")
    append(color)
  }

  private mutating func append(_ key: String, _ rect: Rect) {
    append(",\"\(key)\":")
    append(rect)
  }

  private mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }
}
