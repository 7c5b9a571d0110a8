internal import InspectorKit

/// A component that was drawn, and what it drew.
struct DrawnCase {
  var row: BuildCase
  var drawing: Result<DisplayList, ReplyProblem>?
}

/// Where something is wrong with a drawing.
struct DrawnPlace: Hashable {
  /// The property that has a boundary value; nil where nothing is stored, or everyday values are, and in other sizes.
  var property: String?

  /// Whether the size is the usual one.
  var isUsual: Bool
}

/// What may be wrong with a drawing.
enum DrawingFault {
  /// The worker gives no answer.
  case unanswered
  /// What it answers is no drawing.
  case unreadable
  /// Something is left out of the drawing.
  case incomplete
  /// Something is left out of the drawing in a size that no screen has.
  case overfull
  /// The drawing is another one the next time.
  case unsteady
  /// The component is another one after it.
  case changing
}

// What components draw.
extension ClassCheck {
  private static let usualSize = Size(width: 100, height: 40)

  /// A size in which a drawing at its edges is still within the limits.
  private static let hugeSize = Size(width: 5e5, height: 5e5)

  /// The sizes of a component of nothing and of one of everyday values; nil is that of the frame.
  private static let sizes = [usualSize, .zero, Size(width: 0.5, height: 0.25), nil, hugeSize]

  /// How many drawings are kept at a time; each may be as large as a message allows.
  private static let drawnTogether = 8

  /// Draws a component of nothing and one of everyday values in all sizes, twice, and one of each boundary value in the
  /// usual size: the drawings can be read, are whole and the same, and change no value.
  mutating func tryDrawing() throws(SubjectFailure) {
    guard definition.draws, !isExtension else { return }
    defer { checkPlace() }
    for (component, plain) in zip(built, answers).prefix(2) where plain != nil {
      let rows = Self.sizes.map(component.drawn)
      for (row, answer) in zip(rows, try draw(rows)) {
        guard let answer else { continue }
        check(answer, plain, row)
        drawings.append(DrawnCase(row: row, drawing: answer.drawing))
      }
    }
    try compareDrawings("asked twice, it draws two pictures; draw from the properties and the size alone")
    // A component that cannot be built has its finding.
    var rest = zip(built, answers).dropFirst(2).filter { $0.1 != nil }[...]
    while !rest.isEmpty, !messenger.isGivenUp {
      let group = rest.prefix(Self.drawnTogether).map { (row: $0.drawn(in: Self.usualSize), plain: $1) }
      rest = rest.dropFirst(group.count)
      for ((row, plain), answer) in zip(group, try draw(group.map(\.row))) {
        if let answer { check(answer, plain, row) }
      }
    }
  }

  /// Another worker draws the same: in it sets and dictionaries may have another order.
  mutating func tryDrawingAgain() throws(SubjectFailure) {
    try compareDrawings(
      "two workers draw two pictures of it; draw from the properties and the size alone, and sort what comes from sets and dictionaries"
    )
  }

  /// A drawing without a frame is in no picture.
  private mutating func checkPlace() {
    // A base that is not described here may have it.
    let isWhole = definition.base.map { base in definition.properties.contains { $0.declaringClass == base } } ?? true
    guard isWhole, definition.property(named: "frame")?.type != .rect,
      drawings.contains(where: { if case .success? = $0.drawing { true } else { false } })
    else { return }
    findings.append(
      ConformanceFinding(
        .drawing, .warning, class: definition.name,
        message:
          "it draws itself, and no picture shows it, since it has no 'frame'; extend 'View', or declare 'frame' as a Rect"
      ))
  }

  private mutating func compareDrawings(_ message: String) throws(SubjectFailure) {
    for (former, answer) in zip(drawings, try draw(drawings.map(\.row))) {
      if let answer, answer.drawing != former.drawing { add(.unsteady, former.row, message) }
    }
  }

  private mutating func draw(_ rows: [BuildCase]) throws(SubjectFailure) -> [BuildAnswer?] {
    var failures: [(BuildCase, SubjectFailure)] = []
    let answers = try messenger.answers(rows, mode: .load, asksLifecycle: true, draws: true) {
      failures.append(($0, $1))
    }
    for (row, failure) in failures {
      add(
        .unanswered, row,
        "asked to draw itself, \(failure.words); it is to draw every value that its declaration allows, in every size")
    }
    return answers
  }

  private mutating func check(_ answer: BuildAnswer, _ plain: BuildAnswer?, _ row: BuildCase) {
    if let plain { checkValues(answer, plain, row) }
    switch answer.drawing {
    case .failure(let problem): add(.unreadable, row, "the drawing cannot be read: \(problem.words)")
    case .success(let list):
      // There is no room in a picture for the largest numbers, and the person who looks at it reads so.
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
      add(.changing, row, "drawing makes '\(name)' \(text); what draws reads values, and sets none")
    } else if let (name, old, new) = difference(plain, answer, row), !findings.contains(where: { $0.property == name })
    {
      add(
        .changing, row,
        "asked to draw itself, it answers \(new) of '\(name)', and else \(old); what draws reads values, and sets none")
    }
  }

  /// Adds a finding: one for all other sizes, and one for each property in the usual size, unless it is so without any.
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

  /// Whether a picture has room for what is stored: no number is beyond a million, nor so small that what is divided by
  /// it is.
  fileprivate var isDrawable: Bool {
    stored.values.allSatisfy { $0.numbers.allSatisfy { $0 == 0 || (1e-6...1e6).contains(abs($0)) } }
  }
}

extension BuildCell {
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
