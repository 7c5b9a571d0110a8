package import JSONText

extension DisplayList {
  /// Reads the next JSON value as a drawing from a plugin. Entries beyond the limits of ``DrawingBudget`` are left out,
  /// and a note reports the omission. Throws an error if the value is malformed.
  package init(reading reader: inout JSONReader) throws {
    var drawing = DrawingReader(reader)
    entries = try drawing.entries(depth: 0)
    notes = drawing.budget.notes
    reader = drawing.reader
  }

  /// Reads a drawing from JSON that contains nothing else. Entries beyond the limits are left out, with a note. Throws
  /// an error if the JSON is malformed.
  package init(json: [UInt8]) throws(StatedProblem) {
    do {
      self = try json.withUnsafeBytes { bytes in
        var reader = JSONReader(bytes)
        let list = try DisplayList(reading: &reader)
        try reader.end()
        return list
      }
    } catch let error as StatedProblem { throw error } catch { throw StatedProblem("\(error)") }
  }
}

/// A reader of the JSON drawings that plugins send.
struct DrawingReader {
  var reader: JSONReader
  var budget = DrawingBudget()

  /// The position of the entry being read: the numbers of the enclosing groups, the outermost first, and then its own
  /// number, all from 1.
  private var place: [Int] = []

  init(_ reader: JSONReader) { self.reader = reader }

  /// The members of an entry, which may appear in any order.
  private struct Members {
    var kind: String?
    var path: Path?
    var text = ""
    var rect: Rect?
    var entries: [DrawingEntry] = []
    var color: Color?
    var stops: [GradientStop] = []
    var gradient: String?
    var from = Point.zero
    var to: Point?
    var center: Point?
    var radius: Double?
    var rule = FillRule.nonzero
    var stroke = StrokeStyle()
    var textStyle = TextStyle()
    var group = DrawingGroup([])

    /// The keys found in the entry that only some kinds of entries accept, in the order of the JSON.
    var special: [String] = []
  }

  /// The kinds of entries that accept each key. A key not listed here is accepted in all entries.
  private static let owners: [String: Set<String>] = {
    var owners: [String: Set<String>] = [
      "in": ["text", "image"], "color": ["fill", "stroke", "text"], "rule": ["fill"],
    ]
    for name in ["linear", "radial", "from", "to", "center", "radius"] { owners[name] = ["fill", "stroke"] }
    for name in ["width", "cap", "join", "miterLimit", "dash", "dashPhase"] { owners[name] = ["stroke"] }
    for name in [
      "size", "weight", "alignment", "verticalAlignment", "lineLimit", "wraps", "truncation", "minimumScaleFactor",
    ] {
      owners[name] = ["text"]
    }
    return owners
  }()

  /// The keys that only some kinds of entries accept, in alphabetical order.
  static let specialKeys = owners.keys.sorted()

  mutating func entries(depth: Int) throws -> [DrawingEntry] {
    var entries: [DrawingEntry] = []
    try reader.beginArray()
    place.append(0)
    defer { place.removeLast() }
    while try reader.nextElement() {
      place[place.count - 1] += 1
      guard depth <= DrawingBudget.depthLimit else {
        try reader.skipValue()
        _ = budget.take(.group(DrawingGroup([])), depth: depth)
        continue
      }
      let entry = try entry(depth: depth)
      // The entries inside a group have already been counted.
      if budget.take(entry, depth: depth) { entries.append(entry) }
    }
    return entries
  }

  /// Applies the opacity, transform, clip and shadow of `group` to an entry. An entry that is a group itself is
  /// changed, and any other entry is wrapped in a new group. If all values are the defaults, the entry is returned
  /// unchanged.
  private mutating func whole(_ entry: DrawingEntry, _ group: DrawingGroup, depth: Int) -> DrawingEntry {
    guard group != DrawingGroup([]) else { return entry }
    if case .group(var own) = entry {
      (own.opacity, own.transform, own.clip, own.shadow) = (group.opacity, group.transform, group.clip, group.shadow)
      return .group(own)
    }
    var group = group
    if budget.take(entry, depth: depth + 1) { group.entries = [entry] }
    return .group(group)
  }

  private func error(_ words: String) -> StatedProblem {
    StatedProblem(words, inEntry: place)
  }

  private mutating func entry(depth: Int) throws -> DrawingEntry {
    guard reader.peek() == UInt8(ascii: "{") else {
      throw error("an entry is an object with 'fill', 'stroke', 'text', 'image' or 'group'")
    }
    var members = Members()
    try reader.beginObject()
    while let raw = try reader.nextKey() {
      let key = JSONString.decode(raw)
      do { try read(key, into: &members, depth: depth) } catch let problem as JSONSyntaxError {
        throw error("'\(key)': \(problem.description)")
      } catch let problem as PropertyValueError {
        throw error("'\(key)': \(problem)")
      }
    }
    let entry = try entry(of: members)
    for key in members.special {
      guard let kind = members.kind, let owners = Self.owners[key], !owners.contains(kind) else { continue }
      budget.note(
        "'\(key)' of a '\(kind)' is left out; it is for \(owners.sorted().map { "'\($0)'" }.joined(separator: " and "))"
      )
    }
    return whole(entry, members.group, depth: depth)
  }

  private func entry(of members: Members) throws -> DrawingEntry {
    switch members.kind {
    case "fill":
      return .fill(members.path ?? Path(), try paint(of: members), members.rule)
    case "stroke":
      return .stroke(members.path ?? Path(), try paint(of: members), members.stroke)
    case "text":
      guard let rect = members.rect else { throw error("a text has no 'in': [x, y, width, height]") }
      var style = members.textStyle
      if let color = members.color { style.color = color }
      return .text(members.text, rect, style)
    case "image":
      guard let rect = members.rect else { throw error("an image has no 'in': [x, y, width, height]") }
      return .image(members.text, rect)
    case "group":
      return .group(DrawingGroup(members.entries))
    default: throw error("it has none of 'fill', 'stroke', 'text', 'image' and 'group'")
    }
  }

  private func paint(of members: Members) throws -> Paint {
    switch members.gradient {
    case "linear":
      guard let to = members.to else { throw error("a linear gradient has no 'to': [x, y]") }
      return .linearGradient(members.stops, from: members.from, to: to)
    case "radial":
      guard let center = members.center, let radius = members.radius else {
        throw error("a radial gradient has a 'center': [x, y], and a 'radius'")
      }
      return .radialGradient(members.stops, center: center, radius: radius)
    default: return .color(members.color ?? .black)
    }
  }

  // MARK: members

  private mutating func read(_ key: String, into members: inout Members, depth: Int) throws {
    if Self.owners[key] != nil { members.special.append(key) }
    switch key {
    case "fill", "stroke", "text", "image", "group":
      if let former = members.kind { throw error("it has both '\(former)' and '\(key)'; an entry has one of them") }
      members.kind = key
      switch key {
      case "fill", "stroke": members.path = try path()
      case "group": members.entries = try entries(depth: depth + 1)
      default: members.text = try reader.readString()
      }
    case "in": members.rect = try rect(key)
    case "color": members.color = try color()
    case "linear", "radial": (members.gradient, members.stops) = (key, try stops())
    case "from": members.from = try point(key)
    case "to": members.to = try point(key)
    case "center": members.center = try point(key)
    case "radius": members.radius = try reader.readDouble()
    case "rule": members.rule = try word(key)
    default: try readStyle(key, into: &members)
    }
  }

  private mutating func readStyle(_ key: String, into members: inout Members) throws {
    switch key {
    case "width": members.stroke.width = try reader.readDouble()
    case "cap": members.stroke.cap = try word(key)
    case "join": members.stroke.join = try word(key)
    case "miterLimit": members.stroke.miterLimit = try reader.readDouble()
    case "dash": members.stroke.dash = try numbers()
    case "dashPhase": members.stroke.dashPhase = try reader.readDouble()
    case "opacity": members.group.opacity = try reader.readDouble()
    case "transform":
      let numbers = try numbers(6, key, "[a, b, c, d, tx, ty]")
      members.group.transform = Transform(
        a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], tx: numbers[4], ty: numbers[5])
    case "clip": members.group.clip = try path()
    case "shadow": members.group.shadow = try shadow()
    default: try readTextStyle(key, into: &members.textStyle)
    }
  }

  /// Reads the value of a text style member. An unknown member is skipped, as in all messages of plugins.
  private mutating func readTextStyle(_ key: String, into style: inout TextStyle) throws {
    switch key {
    case "size": style.size = try reader.readDouble()
    case "weight": style.weight = try word(key)
    case "alignment": style.alignment = try word(key)
    case "verticalAlignment": style.verticalAlignment = try word(key)
    case "lineLimit":
      // 0 is a common notation for "no limit".
      let limit = try reader.readDouble()
      style.lineLimit = limit >= 1 ? Int(min(limit, 1_000_000)) : nil
    case "wraps": style.wraps = try reader.readBool()
    case "truncation": style.truncation = try word(key)
    case "minimumScaleFactor": style.minimumScaleFactor = try reader.readDouble()
    default: try reader.skipValue()
    }
  }

  private mutating func shadow() throws -> Shadow {
    var shadow = Shadow(color: .black, offset: .zero)
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch JSONString.decode(key) {
      case "color": shadow.color = try color()
      case "offset":
        let offset = try point("offset")
        shadow.offset = Size(width: offset.x, height: offset.y)
      case "blur": shadow.blur = try reader.readDouble()
      default: try reader.skipValue()
      }
    }
    return shadow
  }

  private mutating func stops() throws -> [GradientStop] {
    var stops: [GradientStop] = []
    try reader.beginArray()
    while try reader.nextElement() {
      try reader.beginArray()
      guard try reader.nextElement() else { throw error("a gradient's colour is [offset, colour]") }
      let offset = try reader.readDouble()
      guard try reader.nextElement() else { throw error("a gradient's colour is [offset, colour]") }
      stops.append(GradientStop(offset: offset, color: try color()))
      guard try !reader.nextElement() else { throw error("a gradient's colour is [offset, colour]") }
    }
    return stops
  }

  private mutating func color() throws -> Color {
    guard case .color(let color) = try PropertyValue(json: &reader, as: .color) else { return .black }
    return color
  }

  private mutating func point(_ key: String) throws -> Point {
    let numbers = try numbers(2, key, "[x, y]")
    return Point(x: numbers[0], y: numbers[1])
  }

  private mutating func rect(_ key: String) throws -> Rect {
    let numbers = try numbers(4, key, "[x, y, width, height]")
    return Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }

  private mutating func numbers(_ count: Int, _ key: String, _ form: String) throws -> [Double] {
    let numbers = try numbers()
    guard numbers.count == count else { throw error("'\(key)' has \(numbers.count) numbers; it is \(form)") }
    return numbers
  }

  private mutating func numbers() throws -> [Double] {
    var numbers: [Double] = []
    try reader.beginArray()
    while try reader.nextElement() { numbers.append(try reader.readDouble()) }
    return numbers
  }

  private mutating func word<Word: CaseIterable & RawRepresentable<String>>(_ key: String) throws -> Word {
    let text = try reader.readString()
    guard let word = Word(rawValue: text) else {
      let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
      throw error("'\(key)' is '\(PluginText.capped(text))'; it is one of \(words)")
    }
    return word
  }

  // MARK: paths

  private mutating func path() throws -> Path {
    if reader.peek() == UInt8(ascii: "[") { return try outline() }
    var path: Path?
    var radius = 0.0
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch JSONString.decode(key) {
      case "rect": path = Path(try rect("rect"))
      case "ellipse": path = Path(ellipseIn: try rect("ellipse"))
      case "radius": radius = try reader.readDouble()
      default: try reader.skipValue()
      }
    }
    guard let path else { throw error("a path is a list of steps, or an object with 'rect' or 'ellipse'") }
    if radius != 0, case .rect(let rect, _) = path.shape { return Path(roundedRect: rect, cornerRadius: radius) }
    return path
  }

  private mutating func outline() throws -> Path {
    var path = Path()
    var count = 0
    try reader.beginArray()
    while try reader.nextElement() {
      count += 1
      // The whole path will be left out, so its further steps are not read.
      if count > DrawingBudget.stepLimit + 1 {
        try reader.skipValue()
        continue
      }
      guard reader.peek() == UInt8(ascii: "\"") else {
        throw error("a path has a number where one of the letters M, L, Q, C and Z is expected")
      }
      switch try reader.readString() {
      case "M": path.move(to: try pathPoint())
      case "L": path.addLine(to: try pathPoint())
      case "Q":
        let control = try pathPoint()
        path.addQuadCurve(to: try pathPoint(), control: control)
      case "C":
        let (first, second) = (try pathPoint(), try pathPoint())
        path.addCurve(to: try pathPoint(), control1: first, control2: second)
      case "Z": path.close()
      case let letter:
        throw error("a path has the step '\(PluginText.capped(letter))'; steps are M, L, Q, C and Z")
      }
    }
    return path
  }

  private mutating func pathPoint() throws -> Point {
    var numbers: [Double] = []
    for _ in 0..<2 {
      guard try reader.nextElement(), reader.peek() != UInt8(ascii: "\"") else {
        throw error("a step of a path has too few numbers; M and L have 2, Q has 4, C has 6")
      }
      numbers.append(try reader.readDouble())
    }
    return Point(x: numbers[0], y: numbers[1])
  }
}
