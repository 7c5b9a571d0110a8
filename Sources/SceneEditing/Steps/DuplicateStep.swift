internal import JSONText
internal import SceneDocument

extension EditStep {
  /// Returns a step that copies objects with their descendants, under new ids.
  ///
  /// - Parameters:
  ///   - id: the id of the copy, for which the selector must match exactly one object; nil to choose an unused id for
  ///     each copy.
  ///   - place: the place of the copies; nil to put each after its original.
  public static func duplicate(_ selector: Selector, id: String?, at place: StepPlace?) -> EditStep {
    EditStep(DuplicateStep(selector: selector, id: id, place: place))
  }
}

struct DuplicateStep: SelectingStep {
  let selector: Selector
  let id: String?
  let place: StepPlace?

  static let verbs = ["duplicate"]
  static let help = "duplicates objects"
  static let otherKeys = ["as", "into", "at"]

  func make(in transaction: Transaction) throws(Diagnostic) -> Int {
    let nodes =
      id == nil
      ? try transaction.select(selector)
      : [try transaction.one(selector, .selector, for: "a copy with a given id")]
    let target = if let place { try transaction.target(place) } else { ObjectPlace?.none }
    try transaction.restructure(nodes.map { .duplicate($0, id: id, at: target) })
    return 1
  }

  func join(_ group: inout StepGroup, as number: Int) -> StepGroup.Turn? {
    group.duplicate(selector, id, place, number)
  }

  func part(concernedBy error: Diagnostic, in model: SceneModel) -> Diagnostic.Part? {
    error.code == .editStructure ? place?.part : error.code == .sceneDuplicateID ? .name : nil
  }

  var summary: String { "duplicate \(selector.text)\(id.map { " as #\($0)" } ?? "")" }

  var needs: [StepNeed] {
    [.objects(selector, .everything)] + (place.map { [.place($0)] } ?? []) + (id.map { [.freeIDs([$0])] } ?? []) + [
      .freeCopies
    ]
  }

  func resolved(_ ids: (Selector) throws(Diagnostic) -> Selector?) throws(Diagnostic) -> EditStep? {
    let place = if let place { try place.resolved(ids) } else { StepPlace?.none }
    return try ids(selector).map { .duplicate($0, id: id, at: place) }
  }

  // MARK: scripts

  static func read(_ script: inout ScriptReader) throws(ScriptProblem) -> EditStep {
    let id = script.value("as") == nil ? nil : try script.nonempty("as", .name)
    return .duplicate(try script.selector("duplicate", .selector), id: id, at: try script.place())
  }

  func write(to script: inout JSONLine) {
    script.add("duplicate", selector)
    if let id { script.add("as", id) }
    if let place { script.add(place) }
  }
}
