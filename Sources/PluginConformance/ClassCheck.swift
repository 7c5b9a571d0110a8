internal import InspectorKit

/// A check of one class, or of one extension, against the laws.
struct ClassCheck {
  let definition: ComponentDefinition
  let messenger: ClassMessenger
  var findings: [ConformanceFinding] = []

  /// The components to build: without attributes, with everyday values for all properties, and with each boundary
  /// value.
  private(set) var built: [BuildCase] = []

  /// The replies about the components in ``built``, in the same order; nil for a component without a reply.
  var answers: [BuildAnswer?] = []

  /// The replies after an action was run on the first two components, by the action's name.
  var runs: [String: [BuildAnswer?]] = [:]

  /// The drawings that are compared with later drawings of the same components.
  var drawings: [(row: BuildCase, drawing: Result<DisplayList, StatedProblem>?)] = []

  /// The circumstances in which each kind of fault in a drawing was reported.
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

  /// An everyday value for each editable property, by name. Properties without an allowed everyday value are omitted.
  var everyday: [String: StoredCell] {
    editable.reduce(into: [:]) { $0[$1.name] = BoundaryValues.everyday(of: $1) }
  }

  /// Adds a finding, unless a finding with the same law, severity and property exists already.
  mutating func add(
    _ law: ConformanceLaw, _ severity: ConformanceFinding.Severity, _ property: String?, _ cell: StoredCell?,
    _ message: String
  ) {
    let finding = ConformanceFinding(
      law, severity, class: definition.name, property: property, value: cell?.text, message: message)
    let isKnown = findings.contains { $0.law == law && $0.property == property && $0.severity == severity }
    if !isKnown { findings.append(finding) }
  }

  /// Requests components from the worker, returns the replies, and adds a finding for each component without a reply.
  mutating func ask(
    _ cases: [BuildCase], mode: WorkerProtocol.Mode, isReversed: Bool = false, asksLifecycle: Bool = false
  ) throws(SubjectFailure) -> [BuildAnswer?] {
    try messenger.answers(cases, mode: mode, isReversed: isReversed, asksLifecycle: asksLifecycle) { failed, failure in
      let place = failed.setValue
      add(failure.law, .error, place?.0, place?.1, failure.words)
    }
  }

  /// Checks all laws that can be checked with a single worker.
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
    try tryTouching()
    try tryLongTexts()
    if messenger.isGivenUp {
      add(
        .values, .error, nil, nil,
        "the plugin ended \(ClassMessenger.mostEnds) times; the remaining cases were not tried")
    }
    let milliseconds = messenger.slowest / 1_000_000
    if milliseconds >= 50 {
      add(.time, .warning, nil, nil, "a component takes \(milliseconds) ms; people notice delays of 50 ms and more")
    }
  }
}

extension BuildCase {
  /// The edited property with its new value or, without an edit, the only stored property; nil if none or several are
  /// stored.
  var setValue: (String, StoredCell?)? { edit.map { ($0.property, $0.cell) } ?? onlyStored }

  /// The stored property and its value if exactly one is stored; otherwise nil.
  var onlyStored: (String, StoredCell?)? {
    guard stored.count == 1, let first = stored.first else { return nil }
    return (first.key, first.value)
  }
}
