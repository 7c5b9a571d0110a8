internal import JSONText
internal import SceneDocument

extension EditStep {
  /// Returns a step that sets the name of objects, or removes the name if `name` is nil.
  public static func setName(_ selector: Selector, to name: String?) -> EditStep {
    EditStep(SetNameStep(selector: selector, name: name))
  }
}

struct SetNameStep: SelectingStep {
  let selector: Selector
  let name: String?

  static let verbs = ["setName"]
  static let help = "names objects"
  static let otherKeys = ["to"]

  func make(in transaction: Transaction) throws(Diagnostic) -> Int {
    try transaction.call(try transaction.select(selector).map { .setName(name, of: $0) })
    return 1
  }

  func join(_ group: inout StepGroup, as number: Int) -> StepGroup.Turn? { group.setName(selector, name) }

  var summary: String {
    name.map { "name \(selector.text) '\($0)'" } ?? "remove the name of \(selector.text)"
  }

  var needs: [StepNeed] { [.objects(selector, .name)] }

  func resolved(_ ids: (Selector) throws(Diagnostic) -> Selector?) throws(Diagnostic) -> EditStep? {
    try ids(selector).map { .setName($0, to: name) }
  }

  // MARK: scripts

  static func read(_ script: inout ScriptReader) throws(ScriptProblem) -> EditStep {
    let name = try script.needed("to")
    return .setName(try script.selector("setName", .selector), to: name.isNull ? nil : try script.text(name, "to"))
  }

  func write(to script: inout JSONLine) {
    script.add("setName", selector)
    script.add("to", raw: name.map(JSONLine.quoted) ?? "null")
  }
}
