internal import JSONText
internal import SceneDocument

extension EditStep {
  /// Returns a step that changes the id of the object that the selector matches. The step is refused if the selector
  /// matches several objects, or none and the request does not allow that.
  public static func rename(_ selector: Selector, id: String) -> EditStep {
    EditStep(RenameStep(selector: selector, id: id))
  }

  /// The selector of the object that gets a new id, and that id; nil for a step of a different kind.
  package var renaming: (selector: Selector, id: String)? {
    (kind as? RenameStep).map { ($0.selector, $0.id) }
  }
}

struct RenameStep: SelectingStep {
  let selector: Selector
  let id: String

  static let verbs = ["rename"]
  static let help = "changes the id of an object"
  static let otherKeys = ["to"]

  func make(in transaction: Transaction) throws(Diagnostic) -> Int {
    if transaction.request.allowsEmpty, try transaction.select(selector).isEmpty { return 1 }
    try transaction.call([.setID(id, of: try transaction.one(selector, .selector, for: "'rename'"))])
    return 1
  }

  func join(_ group: inout StepGroup, as number: Int) -> StepGroup.Turn? { group.rename(selector, id) }

  func part(concernedBy error: Diagnostic, in model: SceneModel) -> Diagnostic.Part? { .name }

  var summary: String { "rename \(selector.text) to #\(id)" }

  var needs: [StepNeed] { [.objects(selector, .className), .freeIDs([id])] }

  func resolved(_ ids: (Selector) throws(Diagnostic) -> Selector?) throws(Diagnostic) -> EditStep? {
    try ids(selector).map { .rename($0, id: id) }
  }

  // MARK: scripts

  static func read(_ script: inout ScriptReader) throws(ScriptProblem) -> EditStep {
    .rename(try script.selector("rename", .selector), id: try script.nonempty("to", .name))
  }

  func write(to script: inout JSONLine) {
    script.add("rename", selector)
    script.add("to", id)
  }
}
