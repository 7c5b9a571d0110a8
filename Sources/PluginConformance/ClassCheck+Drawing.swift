internal import InspectorKit

/// The circumstances of a fault in a drawing. Each kind of fault is reported once for equal circumstances.
struct DrawnPlace: Hashable {
  /// The property with a boundary value; nil for a component without attributes or with everyday values, and for an
  /// unusual size.
  var property: String?

  /// True if the component is drawn in the usual size.
  var isUsual: Bool
}

/// The possible faults of a drawing.
enum DrawingFault {
  /// The worker does not reply.
  case unanswered
  /// The reply is not a drawing.
  case unreadable
  /// The drawing lacks a part.
  case incomplete
  /// The drawing lacks a part, but only in an unrealistically large size.
  case overfull
  /// A second drawing differs from the first.
  case unsteady
  /// The drawing changes the component.
  case changing
}

// The drawings of components.
extension ClassCheck {
  private static let usualSize = Size(width: 100, height: 40)

  /// The largest tested size, whose edges are still within the limits for drawings.
  private static let hugeSize = Size(width: 5e5, height: 5e5)

  /// The sizes for a component without attributes and for one with everyday values; nil means the size of the frame.
  private static let sizes = [usualSize, .zero, Size(width: 0.5, height: 0.25), nil, hugeSize]

  /// The maximum number of drawings with boundary values that are requested together; each may be as large as a message
  /// allows.
  private static let drawnTogether = 8

  /// Draws a component without attributes and one with everyday values in all sizes, twice, and one with each boundary
  /// value in the usual size. The drawings must be readable, complete and reproducible, and must not change any value.
  mutating func tryDrawing() throws(SubjectFailure) {
    guard definition.draws, !isExtension else { return }
    defer { checkPlace() }
    for (component, plain) in zip(built, answers).prefix(2) where plain != nil {
      let rows = Self.sizes.map(component.drawn)
      for (row, answer) in zip(rows, try draw(rows)) {
        guard let answer else { continue }
        check(answer, plain, row)
        drawings.append((row, answer.drawing))
      }
    }
    try compareDrawings("asked twice, it draws two different pictures; draw only from the properties and the size")
    // A component that cannot be built was reported before.
    var rest = zip(built, answers).dropFirst(2).filter { $0.1 != nil }[...]
    while !rest.isEmpty, !messenger.isGivenUp {
      let group = rest.prefix(Self.drawnTogether).map { (row: $0.drawn(in: Self.usualSize), plain: $1) }
      rest = rest.dropFirst(group.count)
      for ((row, plain), answer) in zip(group, try draw(group.map(\.row))) {
        if let answer { check(answer, plain, row) }
      }
    }
  }

  /// Checks that a second worker draws the same pictures, even if the order of elements in sets and dictionaries
  /// differs.
  mutating func tryDrawingAgain() throws(SubjectFailure) {
    try compareDrawings(
      "two workers draw different pictures of it; draw only from the properties and the size, and sort elements of sets and dictionaries"
    )
  }

  /// Warns about a component with a drawing but without a placement, which appears in no picture.
  private mutating func checkPlace() {
    // A base that is not described here may declare the place.
    let isWhole = definition.base.map { base in definition.properties.contains { $0.declaringClass == base } } ?? true
    guard isWhole, !definition.hasPlace,
      drawings.contains(where: { if case .success? = $0.drawing { true } else { false } })
    else { return }
    findings.append(
      ConformanceFinding(
        .drawing, .warning, class: definition.name,
        message:
          "it draws itself, but no picture shows it because it has no place; declare 'frame' as a Rect, or 'position' as a Point, or extend 'View'"
      ))
  }

  private mutating func compareDrawings(_ message: String) throws(SubjectFailure) {
    for (former, answer) in zip(drawings, try draw(drawings.map(\.row))) {
      if let answer, answer.drawing != former.drawing { add(.unsteady, former.row, message) }
    }
  }

  private mutating func draw(_ rows: [BuildCase]) throws(SubjectFailure) -> [BuildAnswer?] {
    try messenger.answers(rows, mode: .load, asksLifecycle: true, draws: true) { row, failure in
      add(
        .unanswered, row,
        "asked to draw itself, \(failure.words); it must draw every value that its declaration allows, in every size")
    }
  }

  private mutating func check(_ answer: BuildAnswer, _ plain: BuildAnswer?, _ row: BuildCase) {
    if let plain { checkValues(answer, plain, row) }
    switch answer.drawing {
    case .failure(let problem): add(.unreadable, row, "the drawing cannot be read: \(problem)")
    case .success(let list):
      // A drawing cannot show the largest and the smallest numbers, and has a note about them instead.
      guard !list.notes.isEmpty, row.isDrawable else { return }
      add(
        row.size == Self.hugeSize ? .overfull : .incomplete, row,
        "not all of it is drawn: \(list.notes.joined(separator: ", ")); keep its numbers finite, and within the limits of a drawing"
      )
    case nil: break
    }
  }

  private mutating func checkValues(_ answer: BuildAnswer, _ plain: BuildAnswer, _ row: BuildCase) {
    if let (name, text) = answer.drawingWrite(of: definition) {
      add(.changing, row, "drawing makes '\(name)' \(text); drawing code may read values, but not set them")
    } else if let (name, old, new) = difference(plain, answer, row), !findings.contains(where: { $0.property == name })
    {
      add(
        .changing, row,
        "asked to draw itself, it answers \(new) for '\(name)', but \(old) otherwise; drawing code may read values, but not set them"
      )
    }
  }

  /// Adds a finding, unless the same fault was already reported in the same circumstances, or in the usual size without
  /// a boundary value.
  private mutating func add(_ fault: DrawingFault, _ row: BuildCase, _ message: String) {
    let set = row.onlyStored
    let isUsual = row.size == Self.usualSize
    let place = DrawnPlace(property: isUsual ? set?.0 : nil, isUsual: isUsual)
    let general = DrawnPlace(property: nil, isUsual: true)
    guard drawingFaults[fault, default: []].isDisjoint(with: [place, general]) else { return }
    drawingFaults[fault, default: []].insert(place)
    let values = row.stored.count > 1 ? "with everyday values for all properties, " : ""
    let size = row.size == nil ? "in the size of its frame, " : ""
    findings.append(
      ConformanceFinding(
        .drawing, fault == .overfull ? .warning : .error, class: definition.name, property: set?.0,
        value: set?.1?.text, size: row.size, message: values + size + message))
  }
}

extension BuildCase {
  fileprivate func drawn(in size: Size?) -> BuildCase {
    var row = self
    row.size = size
    return row
  }

  /// True if a drawing can show the stored values: each number is 0, or its magnitude is between a millionth and a
  /// million.
  fileprivate var isDrawable: Bool {
    stored.values.allSatisfy { $0.numbers.allSatisfy { $0 == 0 || (1e-6...1e6).contains(abs($0)) } }
  }
}

extension StoredCell {
  fileprivate var numbers: [Double] {
    switch value {
    case .int(let value): [Double(value)]
    case .double(let value): [value]
    case .point(let point): [point.x, point.y]
    case .size(let size): [size.width, size.height]
    case .rect(let rect): [rect.x, rect.y, rect.width, rect.height]
    case .string, .bool, .color, nil: []
    }
  }
}
