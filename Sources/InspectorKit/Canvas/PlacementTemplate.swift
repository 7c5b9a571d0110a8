package import JSONText

/// A template that computes the frames of a data-only class's objects from their properties.
///
/// A template is a list of entries. The first entry that applies to an object determines the object's place:
///
/// ```json
/// [ { "when": "[shown=true]", "frame": ["cell.x * 40", "cell.y * 30", "cell.width * 40", "cell.height * 30"] } ]
/// ```
///
/// An object to which no entry applies is hidden, together with its descendants.
package struct PlacementTemplate: Sendable {
  /// The frame and the other placement values that an entry of the template computes for an object.
  package struct Place: Hashable, Sendable {
    /// The object's frame in its parent's coordinates; nil to derive the frame from its properties.
    package var frame: Rect?

    /// True if the entry specifies only a position, so that the object has no size.
    package var isPoint = false

    /// The point, from the frame's upper left corner, around which the object is rotated; nil for the centre.
    package var pivot: Point?

    /// True if the object's children are boards, like the outermost objects of a scene.
    package var holdsBoards = false
  }

  private struct Entry: Sendable {
    var when: String?
    var frame: [NumberExpression] = []
    var pivot: [NumberExpression] = []
    var holdsBoards = false
  }

  /// The keys that an entry accepts.
  package static let keys = ["when", "frame", "pivot", "boards"]

  private var entries: [Entry] = []

  /// Reads a template from its JSON list of entries. Throws an error about the first mistake.
  package init(_ json: JSON) throws(StatedProblem) {
    guard let items = json.arrayValue else { throw StatedProblem("it is not a list of entries") }
    for (number, item) in items.enumerated() {
      do throws(StatedProblem) { entries.append(try Self.entry(item)) } catch {
        throw StatedProblem(error.words, inEntry: [number + 1])
      }
    }
  }

  private static func entry(_ json: JSON) throws(StatedProblem) -> Entry {
    guard json.objectValue != nil else {
      throw StatedProblem("an entry is an object such as {\"frame\": [\"x\", \"y\", 40, 30]}")
    }
    var entry = Entry()
    if let when = json["when"] {
      guard let text = when.stringValue else { throw StatedProblem("'when' is a condition, as a text") }
      entry.when = text
    }
    entry.frame = try numbers(
      json["frame"], [2, 4], "'frame' is [x, y, width, height], or [x, y] for an object without a size")
    entry.pivot = try numbers(json["pivot"], [2], "'pivot' is [x, y], a point from the frame's upper left corner")
    if let boards = json["boards"] {
      guard let holdsBoards = boards.boolValue else { throw StatedProblem("'boards' is true or false") }
      entry.holdsBoards = holdsBoards
    }
    return entry
  }

  private static func numbers(
    _ json: JSON?, _ counts: Set<Int>, _ rule: String
  ) throws(StatedProblem) -> [NumberExpression] {
    guard let json else { return [] }
    guard let items = json.arrayValue, counts.contains(items.count) else { throw StatedProblem(rule) }
    var numbers: [NumberExpression] = []
    for item in items { numbers.append(try NumberExpression(item)) }
    return numbers
  }

  /// The conditions of all entries, as text.
  package var conditions: [String] { entries.compactMap(\.when) }

  /// The names that the number expressions of all entries use.
  package var names: Set<String> {
    entries.reduce(into: []) { $0.formUnion(($1.frame + $1.pivot).flatMap(\.names)) }
  }

  /// Returns the place of an object; nil if no entry applies to it. A name without a value counts as 0.
  package func place(of source: DrawingTemplate.Source) -> Place? {
    guard let entry = entries.first(where: { $0.when.map(source.holds) ?? true }) else { return nil }
    var place = Place(holdsBoards: entry.holdsBoards)
    if let (origin, size) = Self.pairs(entry.frame, source) {
      place.isPoint = size == nil
      place.frame = Rect(origin: origin, size: Size(width: size?.x ?? 0, height: size?.y ?? 0))
    }
    place.pivot = Self.pairs(entry.pivot, source)?.first
    return place
  }

  /// Evaluates two or four expressions and returns their values in pairs; nil if there are no expressions.
  private static func pairs(
    _ numbers: [NumberExpression], _ source: DrawingTemplate.Source
  ) -> (first: Point, second: Point?)? {
    let values = numbers.map { number in
      number.value(of: source.numbers) { source.number($0) ?? 0 } ?? 0
    }
    guard values.count >= 2 else { return nil }
    return (Point(x: values[0], y: values[1]), values.count < 4 ? nil : Point(x: values[2], y: values[3]))
  }
}
