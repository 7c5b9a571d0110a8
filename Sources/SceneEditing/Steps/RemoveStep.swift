internal import JSONText
internal import SceneDocument

extension EditStep {
  /// Returns a step that removes objects with their descendants.
  public static func remove(_ selector: Selector) -> EditStep { EditStep(RemoveStep(selector: selector)) }
}

struct RemoveStep: SelectingStep {
  let selector: Selector

  static let verbs = ["remove"]
  static let help = "removes objects"

  func make(in transaction: Transaction) throws(Diagnostic) -> Int {
    let document = transaction.model.document
    // The descendants of an object are removed with it.
    var tops: [NodeIndex] = []
    for node in try transaction.select(selector) where tops.last.map({ node >= document.afterSubtree($0) }) ?? true {
      tops.append(node)
    }
    let dependents = document.dependents(of: tops)
    if !dependents.isEmpty { tops = (tops + dependents).sorted() }
    try transaction.check(
      tops.flatMap { top in
        (top..<document.afterSubtree(top)).map { ConflictCheck.Touch(node: $0, what: .everything) }
      })
    try transaction.restructure(tops.map { .remove($0) })
    return 1
  }

  func join(_ group: inout StepGroup, as number: Int) -> StepGroup.Turn? { group.remove(selector) }

  var summary: String { "remove \(selector.text)" }

  var needs: [StepNeed] { [.objects(selector, .everything)] }

  func resolved(_ ids: (Selector) throws(Diagnostic) -> Selector?) throws(Diagnostic) -> EditStep? {
    try ids(selector).map { .remove($0) }
  }

  // MARK: scripts

  static func read(_ script: inout ScriptReader) throws(ScriptProblem) -> EditStep {
    .remove(try script.selector("remove", .selector))
  }

  func write(to script: inout JSONLine) { script.add("remove", selector) }
}
