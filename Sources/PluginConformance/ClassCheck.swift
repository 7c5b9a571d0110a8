internal import InspectorKit

/// Checks one class, or one extension, against the laws.
struct ClassCheck {
  let definition: ComponentDefinition
  let messenger: ClassMessenger
  var findings: [ConformanceFinding] = []

  /// The components to build: without attributes, with everyday values for all properties, and with each boundary
  /// value.
  private(set) var built: [BuildCase] = []

  /// The replies about them; nil where there was none.
  var answers: [BuildAnswer?] = []

  /// The replies of the actions about the first two components.
  var runs: [String: [BuildAnswer?]] = [:]

  /// The drawings of components that are drawn again.
  var drawings: [(row: BuildCase, drawing: Result<DisplayList, StatedProblem>?)] = []

  /// The faults found in drawings.
  var drawingFaults: [DrawingFault: Set<DrawnPlace>] = [:]

  init(
    _ definition: ComponentDefinition, _ subject: any ConformanceSubject, parent: [(name: String, value: PropertyValue)]
  ) {
    self.definition = definition
    messenger = ClassMessenger(subject, definition)
    messenger.parent = parent
  }

  var isExtension: Bool { definition.extends != nil }

  /// The properties that the user may set.
  var editable: [PropertyDefinition] { definition.properties.filter { !$0.isReadOnly } }

  /// Every editable property with an everyday value.
  var everyday: [String: StoredCell] {
    var cells: [String: StoredCell] = [:]
    for property in editable { cells[property.name] = BoundaryValues.everyday(of: property) }
    return cells
  }

  mutating func add(
    _ law: ConformanceLaw, _ severity: ConformanceFinding.Severity = .error, _ property: String? = nil,
    _ cell: StoredCell? = nil, _ message: String
  ) {
    let finding = ConformanceFinding(
      law, severity, class: definition.name, property: property, value: cell?.text, message: message)
    // One finding for each law and property is enough.
    let isKnown = findings.contains { $0.law == law && $0.property == property && $0.severity == severity }
    if !isKnown { findings.append(finding) }
  }

  /// Requests the components, and records those without a reply.
  mutating func ask(
    _ cases: [BuildCase], mode: WorkerProtocol.Mode, isReversed: Bool = false, asksLifecycle: Bool = false
  ) throws(SubjectFailure) -> [BuildAnswer?] {
    var failures: [(BuildCase, SubjectFailure)] = []
    let answers = try messenger.answers(cases, mode: mode, isReversed: isReversed, asksLifecycle: asksLifecycle) {
      failures.append(($0, $1))
    }
    for (failed, failure) in failures {
      let place = failed.edit.map { ($0.property, Optional($0.cell)) } ?? failed.onlyStored
      add(failure.law, .error, place?.0, place?.1, failure.words)
    }
    return answers
  }

  mutating func run() throws(SubjectFailure) {
    try tryDefaults()
    built = [BuildCase(), BuildCase(stored: everyday)]
    for property in editable {
      for cell in BoundaryValues.cells(of: property) { built.append(BuildCase(stored: [property.name: cell])) }
    }
    answers = try ask(built, mode: .load)
    for (row, answer) in zip(built, answers) {
      guard let answer else { continue }
      checkLimits(answer, row)
      checkInertness(answer, row)
    }
    try tryRecreation()
    try tryOrder()
    try tryEdits()
    try tryActions()
    try tryDrawing()
    try tryLongTexts()
    if messenger.isGivenUp {
      add(
        .values, .error, nil, nil,
        "the plugin ended \(ClassMessenger.mostEnds) times; the remaining cases were not tried")
    }
    let milliseconds = messenger.slowest / 1_000_000
    if milliseconds >= 50 {
      add(.time, .warning, nil, nil, "a component takes \(milliseconds) ms; people notice from 50 ms on")
    }
  }
}

extension BuildCase {
  /// The stored property, where there is only one.
  var onlyStored: (String, StoredCell?)? {
    guard stored.count == 1, let first = stored.first else { return nil }
    return (first.key, first.value)
  }
}
