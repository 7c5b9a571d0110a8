internal import JSONText
internal import SceneDocument

extension EditStep {
  /// Returns a step that moves objects with their descendants; several objects keep their order.
  public static func move(_ selector: Selector, to place: StepPlace) -> EditStep {
    EditStep(MoveStep(selector: selector, place: place))
  }
}

struct MoveStep: SelectingStep {
  let selector: Selector
  let place: StepPlace

  static let verbs = ["move"]
  static let help = "moves objects"
  static let otherKeys = ["into", "at"]

  func make(in transaction: Transaction) throws(Diagnostic) -> Int {
    let nodes = try transaction.select(selector)
    try transaction.check(nodes.map { ConflictCheck.Touch(node: $0, what: .aspect(.place)) })
    let target = try transaction.target(place)
    try transaction.restructure(nodes.map { .move($0, to: target) })
    return 1
  }

  func join(_ group: inout StepGroup, as number: Int) -> StepGroup.Turn? { group.move(selector, place) }

  func part(concernedBy error: Diagnostic, in model: SceneModel) -> Diagnostic.Part? {
    error.code == .editStructure ? place.part : nil
  }

  var summary: String { "move \(selector.text)" }

  var needs: [StepNeed] { [.objects(selector, .site), .place(place)] }

  func resolved(_ ids: (Selector) throws(Diagnostic) -> Selector?) throws(Diagnostic) -> EditStep? {
    let place = try place.resolved(ids)
    return try ids(selector).map { .move($0, to: place) }
  }

  // MARK: scripts

  static func read(_ script: inout ScriptReader) throws(ScriptProblem) -> EditStep {
    let selector = try script.selector("move", .selector)
    guard let place = try script.place() else {
      throw ScriptProblem(at: script.step.offset, .noTarget(step: script.number))
    }
    return .move(selector, to: place)
  }

  func write(to script: inout JSONLine) {
    script.add("move", selector)
    script.add(place)
  }
}
