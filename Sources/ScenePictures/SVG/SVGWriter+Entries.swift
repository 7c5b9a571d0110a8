package import InspectorKit

extension SVGWriter {
  /// Appends the elements of a drawing.
  package mutating func append(_ drawing: DisplayList) { append(drawing.entries) }

  package mutating func append(_ entries: [DrawingEntry]) {
    for entry in entries {
      switch entry {
      case .fill(let path, let paint, let rule): fill(path, paint, rule)
      case .stroke(let path, let paint, let style): stroke(path, paint, style)
      case .text(let text, let rect, let style): append(text: text, in: rect, style)
      case .image(let name, let rect): append(imageNamed: name, in: rect)
      case .group(let group): append(group)
      }
    }
  }

  private mutating func fill(_ path: Path, _ paint: Paint, _ rule: FillRule) {
    guard !paint.isClear, path.hasArea else { return }
    let id = define(paint)
    guard begin(path) else { return }
    append("fill", paint, id)
    if rule == .evenOdd { attribute("fill-rule", text: rule.rawValue) }
    append("/>\n")
  }

  private mutating func stroke(_ path: Path, _ paint: Paint, _ style: StrokeStyle) {
    guard style.width > 0, !paint.isClear else { return }
    let id = define(paint)
    guard begin(path) else { return }
    append(" fill=\"none\"")
    append("stroke", paint, id)
    if style.width != 1 { attribute("stroke-width", style.width) }
    if style.cap != .butt { attribute("stroke-linecap", text: style.cap.rawValue) }
    if style.join != .miter { attribute("stroke-linejoin", text: style.join.rawValue) }
    // The root element sets the miter limit to the default of 10.
    if style.join == .miter, style.miterLimit != 10 { attribute("stroke-miterlimit", max(1, style.miterLimit)) }
    if !style.dash.isEmpty, style.dash.allSatisfy({ $0 >= 0 }), style.dash.contains(where: { $0 > 0 }) {
      attribute("stroke-dasharray", style.dash)
      if style.dashPhase != 0 { attribute("stroke-dashoffset", style.dashPhase) }
    }
    append("/>\n")
  }

  // MARK: paths

  /// Begins the element of a path, for its attributes to follow; writes nothing and returns false for a path without
  /// lines.
  private mutating func begin(_ path: Path) -> Bool {
    switch path.shape {
    case .rect(let rect, let radius):
      guard rect.width >= 0, rect.height >= 0 else { return begin(Path(.elements(path.elements))) }
      append("<rect")
      append(rect)
      if radius > 0 { attribute("rx", radius) }
    case .ellipse(let rect):
      append("<ellipse")
      attribute("cx", rect.x + rect.width / 2)
      attribute("cy", rect.y + rect.height / 2)
      attribute("rx", abs(rect.width) / 2)
      attribute("ry", abs(rect.height) / 2)
    case .elements(let elements):
      guard elements.count > 1 else { return false }
      append("<path d=\"")
      for element in elements { append(element) }
      append("\"")
    }
    return true
  }

  mutating func append(_ rect: Rect) {
    if rect.x != 0 { attribute("x", rect.x) }
    if rect.y != 0 { attribute("y", rect.y) }
    attribute("width", rect.width)
    attribute("height", rect.height)
  }

  private mutating func append(_ element: Path.Element) {
    switch element {
    case .move(let point): append("M", [point.x, point.y])
    case .line(let point): append("L", [point.x, point.y])
    case .quadCurve(let point, let control): append("Q", [control.x, control.y, point.x, point.y])
    case .curve(let point, let first, let second):
      append("C", [first.x, first.y, second.x, second.y, point.x, point.y])
    case .close: append("Z")
    }
  }

  /// Appends a command of an SVG path: a letter with its coordinates.
  private mutating func append(_ letter: String, _ coordinates: [Double]) {
    append(letter)
    append(coordinates)
  }

  // MARK: paints

  /// Writes a gradient and returns the id that refers to it; writes nothing and returns nil for a plain colour.
  private mutating func define(_ paint: Paint) -> String? {
    switch paint {
    case .color: return nil
    case .linearGradient(let stops, let from, let to):
      let id = nextID()
      append("<linearGradient id=\"\(id)\" gradientUnits=\"userSpaceOnUse\"")
      attribute("x1", from.x)
      attribute("y1", from.y)
      attribute("x2", to.x)
      attribute("y2", to.y)
      append(stops, ending: "linearGradient")
      return id
    case .radialGradient(let stops, let center, let radius):
      let id = nextID()
      append("<radialGradient id=\"\(id)\" gradientUnits=\"userSpaceOnUse\"")
      attribute("cx", center.x)
      attribute("cy", center.y)
      attribute("r", max(0, radius))
      append(stops, ending: "radialGradient")
      return id
    }
  }

  private mutating func append(_ stops: [GradientStop], ending element: String) {
    append(">")
    for stop in stops {
      append("<stop")
      attribute("offset", min(max(stop.offset, 0), 1))
      append("stop", stop.color, property: "stop-color")
      append("/>")
    }
    append("</\(element)>\n")
  }

  private mutating func append(_ name: String, _ paint: Paint, _ id: String?) {
    if let id {
      append(" \(name)=\"url(#\(id))\"")
    } else if case .color(let color) = paint {
      append(name, color, property: name)
    }
  }

  /// Appends a colour as the attribute `property` and, unless it is opaque, its opacity as the attribute
  /// `name-opacity`.
  mutating func append(_ name: String, _ color: Color, property: String) {
    func byte(_ component: Double) -> Int { Int((min(max(component, 0), 1) * 255).rounded()) }
    let rgb = byte(color.red) << 16 | byte(color.green) << 8 | byte(color.blue)
    let hex = String(rgb, radix: 16, uppercase: true)
    append(" \(property)=\"#\(String(repeating: "0", count: 6 - hex.count))\(hex)\"")
    if color.alpha < 1 { attribute("\(name)-opacity", max(0, color.alpha)) }
  }

  // MARK: groups

  private mutating func append(_ group: DrawingGroup) {
    let filter = group.shadow.map { define($0, around: group) }
    let clip = group.clip.map { define($0) }
    append("<g")
    // A clip path on the same element would cut the shadow off.
    let isNested = clip != nil && filter != nil
    if let clip, !isNested { append(" clip-path=\"url(#\(clip))\"") }
    if let filter { append(" filter=\"url(#\(filter))\"") }
    if group.opacity < 1 { attribute("opacity", max(0, group.opacity)) }
    let change = group.transform
    if change != .identity {
      append(" transform=\"matrix(")
      append([change.a, change.b, change.c, change.d, change.tx, change.ty])
      append(")\"")
    }
    append(">\n")
    if let clip, isNested { append("<g clip-path=\"url(#\(clip))\">\n") }
    append(group.entries)
    append(isNested ? "</g></g>\n" : "</g>\n")
  }

  /// Writes a clip path and returns the id that refers to it.
  mutating func define(_ clip: Path) -> String {
    let id = nextID()
    append("<clipPath id=\"\(id)\">")
    // A clip without a shape cuts everything off.
    if begin(clip) { append("/>") }
    append("</clipPath>\n")
    return id
  }

  /// Writes a filter that draws a shadow behind a group, and returns the id that refers to it.
  private mutating func define(_ shadow: Shadow, around group: DrawingGroup) -> String {
    let id = nextID()
    let (spread, offset) = (max(0, shadow.blur) * 1.5, shadow.offset)
    var bounds = DrawingBounds()
    bounds.add(group.entries)
    let rect = bounds.rect ?? .zero
    append("<filter id=\"\(id)\" filterUnits=\"userSpaceOnUse\"")
    append(
      Rect(
        x: rect.x - spread + min(0, offset.width) - 1, y: rect.y - spread + min(0, offset.height) - 1,
        width: rect.width + 2 * spread + abs(offset.width) + 2,
        height: rect.height + 2 * spread + abs(offset.height) + 2))
    // Older viewers do not support `feDropShadow`.
    append("><feGaussianBlur in=\"SourceAlpha\"")
    attribute("stdDeviation", max(0, shadow.blur) / 2)
    append("/><feOffset")
    attribute("dx", offset.width)
    attribute("dy", offset.height)
    append(" result=\"s\"/><feFlood")
    append("flood", shadow.color, property: "flood-color")
    append("/><feComposite in2=\"s\" operator=\"in\"/>")
    append("<feMerge><feMergeNode/><feMergeNode in=\"SourceGraphic\"/></feMerge></filter>\n")
    return id
  }
}

extension Paint {
  /// True if the paint is fully transparent.
  fileprivate var isClear: Bool {
    switch self {
    case .color(let color): color.alpha <= 0
    case .linearGradient(let stops, _, _), .radialGradient(let stops, _, _): stops.allSatisfy { $0.color.alpha <= 0 }
    }
  }
}

extension Path {
  /// True if the path may enclose an area. Filling the path may then draw something.
  fileprivate var hasArea: Bool {
    switch shape {
    case .rect(let rect, _), .ellipse(let rect): rect.width != 0 && rect.height != 0
    case .elements(let elements): elements.count > 1
    }
  }
}
