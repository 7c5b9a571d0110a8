internal import InspectorKit
internal import JSONText
internal import SceneDocument
public import ScenePictures
public import SceneSessions

/// A picture of two scenes, side by side or overlaid, in which their differences are outlined and listed.
///
/// ```swift
/// let picture = DifferencePicture(from: old, to: new)
/// let svg = try picture.svg(titles: ("main", "branch")).svg
/// ```
public struct DifferencePicture {
  /// The differences between the scenes.
  public let difference: SceneDifference

  private let old: SceneSession
  private let new: SceneSession

  /// Compares two scenes. Nothing is drawn yet.
  public init(from old: SceneSession, to new: SceneSession) {
    (self.old, self.new) = (old, new)
    difference = new.withDocument { new in old.withDocument { old in SceneDifference(from: old, to: new) } }
  }

  /// The kinds of changes of an object, each with the colour of its outline.
  private enum Change: String, CaseIterable {
    case added, removed, changed, moved

    var color: Color {
      switch self {
      case .added: Color(red: 0.1, green: 0.6, blue: 0.2)
      case .removed: Color(red: 0.85, green: 0.1, blue: 0.1)
      case .changed: Color(red: 0.95, green: 0.55, blue: 0)
      case .moved: Color(red: 0.1, green: 0.4, blue: 0.9)
      }
    }
  }

  /// A changed object: its id, the kind of its first change, and a line for each change.
  private struct Entry {
    var object: String
    var change: Change
    var lines: [String] = []
  }

  /// The maximum number of lines in the list; the remaining objects are only counted.
  private static let mostLines = 150
  private static let mostLinesOfObject = 12

  private static let gap = 24.0
  private static let listWidth = 340.0
  private static let headHeight = 28.0

  /// Draws the picture as SVG text.
  ///
  /// - Parameters:
  ///   - titles: the captions above the scenes, such as their file names.
  ///   - isOverlaid: true to draw the new scene over the old one, half transparent, instead of next to it.
  ///   - options: the scale and the background of the picture; all other options are ignored.
  /// - Throws: `cancelled` after a cancellation, and `io.read` if the objects' spooled texts can no longer be read.
  public func svg(
    titles: (old: String, new: String), isOverlaid: Bool = false, _ options: PictureOptions = PictureOptions()
  ) throws(Diagnostic) -> DrawnPicture {
    let entries = try entries()
    var (first, second) = (PictureOptions(), PictureOptions())
    first.outlines = entries.filter { $0.change != .added }.map { ($0.object, $0.change.color) }
    second.outlines = entries.filter { $0.change != .removed }.map { ($0.object, $0.change.color) }
    let before = try ScenePicture(old, idPrefix: "old-").content(first)
    let after = try ScenePicture(new, idPrefix: "new-").content(second)
    var writer = SVGWriter(idPrefix: "difference")
    let (a, b) = (before.bounds, after.bounds)
    let both =
      isOverlaid
      ? Size(width: max(a.width, b.width), height: max(a.height, b.height))
      : Size(width: a.width + Self.gap + b.width, height: max(a.height, b.height))
    let lines = lines(entries)
    let listHeight = lines.reduce(0) { $0 + $1.height }
    let size = Size(
      width: both.width + Self.gap + Self.listWidth, height: Self.headHeight + max(both.height, listHeight))
    writer.beginPicture(Rect(origin: .zero, size: size), scale: options.scale, background: options.background ?? .white)
    let head = isOverlaid ? "\(titles.old) below \(titles.new)" : titles.old
    writer.append([title(head, x: 0, width: isOverlaid ? both.width : a.width)])
    if !isOverlaid { writer.append([title(titles.new, x: a.width + Self.gap, width: b.width)]) }
    append(before, at: Point(x: 0, y: Self.headHeight), to: &writer)
    let place = Point(x: isOverlaid ? 0 : a.width + Self.gap, y: Self.headHeight)
    if isOverlaid { writer.append("<g opacity=\"0.5\">\n") }
    append(after, at: place, to: &writer)
    if isOverlaid { writer.append("</g>\n") }
    var y = Self.headHeight
    for line in lines {
      writer.append(line.entries(x: both.width + Self.gap, y: y))
      y += line.height
    }
    writer.endPicture()
    var picture = DrawnPicture(
      svg: writer.bytes, size: size,
      hasGuessedText: before.hasGuessedText || after.hasGuessedText || writer.hasGuessedText)
    picture.failures = (before.notes + after.notes).filter(\.isFailure)
    return picture
  }

  private func title(_ text: String, x: Double, width: Double) -> DrawingEntry {
    let style = TextStyle(size: 13, weight: .bold, verticalAlignment: .middle, lineLimit: 1, truncation: .middle)
    return .text(text, Rect(x: x, y: 0, width: width, height: Self.headHeight - 6), style)
  }

  private func append(_ content: ScenePicture.Content, at place: Point, to writer: inout SVGWriter) {
    writer.beginGroup(translatedBy: Point(x: place.x - content.bounds.x, y: place.y - content.bounds.y))
    writer.bytes += content.svg
    writer.append("</g>\n")
  }

  // MARK: the list

  /// Returns the changed objects, each with all its changes: first the changes of the object tree, then those of
  /// attributes, other members and layout.
  private func entries() throws(Diagnostic) -> [Entry] {
    var entries: [Entry] = []
    var places: [String: Int] = [:]
    func add(_ object: String, _ change: Change, _ line: String) {
      let place = places[object] ?? entries.count
      if place == entries.count {
        places[object] = place
        entries.append(Entry(object: object, change: change))
      }
      entries[place].lines.append(line)
    }
    for item in difference.structure {
      let objects = item.count > 1 ? "\(item.className), \(item.count) objects" : item.className
      switch item.kind {
      case .inserted: add(item.object, .added, objects)
      case .removed: add(item.object, .removed, objects)
      case .moved(let from, let to):
        add(
          item.object, .moved,
          "in \(from.parent ?? "the scene") at \(from.index) → \(to.parent ?? "the scene") at \(to.index)")
      case .id(let old): add(item.object, .changed, "id: \(old) → \(item.object)")
      case .className(let old): add(item.object, .changed, "class: \(old) → \(item.className)")
      case .name(let old, let new): add(item.object, .changed, "name: \(old ?? "(none)") → \(new ?? "(none)")")
      case .constraints: add(item.object, .changed, "constraints")
      case .bindings: add(item.object, .changed, "bindings")
      }
    }
    for item in difference.attributes {
      for line in Self.lines(of: item.property, from: item.old, to: item.new) { add(item.object, .changed, line) }
    }
    for item in difference.members {
      guard let object = item.object else { continue }
      for (name, old, new) in item.changes {
        add(object, .changed, "\(name): \(Self.words(old, none: "(none)")) → \(Self.words(new, none: "(none)"))")
      }
    }
    for (object, before, after) in try layoutChanges() {
      let (old, new) = (PropertyValue.rect(before).text, PropertyValue.rect(after).text)
      add(object, .changed, "\(SceneModel.layoutFrame): \(old) → \(new)")
    }
    return entries
  }

  /// Returns the lines about a changed attribute: one for each changed member of two JSON objects with a common member,
  /// otherwise one for the whole value.
  private static func lines(of property: String, from old: String?, to new: String?) -> [String] {
    guard let old, let new, let members = MemberDifference.list(old, new) else {
      return ["\(property): \(words(old)) → \(words(new))"]
    }
    return members.map {
      "\(property)\($0.path): \(words($0.old, none: "(none)")) → \(words($0.new, none: "(none)"))"
    }
  }

  /// Returns the objects whose frames after layout differ between the scenes, with both frames.
  private func layoutChanges() throws(Diagnostic) -> [(object: String, old: Rect, new: Rect)] {
    func constrained(_ session: SceneSession) -> [String] {
      session.withDocument { document in
        document.objects.filter { document.hasConstraints($0) }.map { document.id($0) }
      }
    }
    var seen: Set<ExactText> = []
    let ids = (constrained(new) + constrained(old)).filter { seen.insert(ExactText($0)).inserted }
    guard !ids.isEmpty else { return [] }
    func frames(_ session: SceneSession) throws(Diagnostic) -> [ExactText: Rect] {
      try session.asking { model throws(Diagnostic) in
        let frames = model.layoutFrames(of: ids.compactMap { model.document.node(id: $0) })
        try session.job.check()
        return Dictionary(
          frames.map { (ExactText(model.document.id($0)), $1) }, uniquingKeysWith: { first, _ in first })
      }
    }
    let (before, after) = (try frames(old), try frames(new))
    return ids.compactMap { id in
      guard let old = before[ExactText(id)], let new = after[ExactText(id)], old != new else { return nil }
      return (id, old, new)
    }
  }

  /// Returns JSON text on one line, truncated if it is very long.
  ///
  /// - Parameter none: the text for an absent value.
  private static func words(_ text: String?, none: String = "(default)") -> String {
    guard let text else { return none }
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return words.count > 200 ? "\(words.prefix(200))…" : words
  }

  /// A line of the list: the heading of an object with a colour, or a change without a colour.
  private struct Line {
    var text: String
    var color: Color?

    private var style: TextStyle {
      color == nil
        ? TextStyle(size: 10) : TextStyle(size: 11, weight: .bold, verticalAlignment: .middle, lineLimit: 1)
    }

    var height: Double {
      color == nil ? TextLayout(text, style: style, width: DifferencePicture.listWidth - 16).size.height + 2 : 20
    }

    func entries(x: Double, y: Double) -> [DrawingEntry] {
      var entries: [DrawingEntry] = []
      if let color { entries.append(.fill(Path(Rect(x: x, y: y + 5, width: 10, height: 10)), .color(color), .nonzero)) }
      entries.append(.text(text, Rect(x: x + 16, y: y, width: DifferencePicture.listWidth - 16, height: height), style))
      return entries
    }
  }

  private func lines(_ entries: [Entry]) -> [Line] {
    var lines: [Line] = []
    let colors = difference.colors.map { "palette \($0.name): \(Self.words($0.old)) → \(Self.words($0.new))" }
    lines += colors.prefix(Self.mostLinesOfObject).map { Line(text: $0) }
    for (place, entry) in entries.enumerated() {
      guard lines.count < Self.mostLines else {
        lines.append(Line(text: "… and \(pluralised(entries.count - place, "object")) more"))
        break
      }
      lines.append(Line(text: "\(entry.object), \(entry.change.rawValue)", color: entry.change.color))
      lines += entry.lines.prefix(Self.mostLinesOfObject).map { Line(text: $0) }
      if entry.lines.count > Self.mostLinesOfObject {
        lines.append(Line(text: "… and \(entry.lines.count - Self.mostLinesOfObject) more"))
      }
    }
    return lines.isEmpty ? [Line(text: difference.isEmpty ? "no differences" : "no object differs")] : lines
  }
}
