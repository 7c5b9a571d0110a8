internal import JSONText

extension EditStep {
  /// Returns a step that renames an attribute in the objects that store it. The attribute keeps the text of its value
  /// and its position in the object. The step is refused if no object stores the old name or if a class lacks the new
  /// one, unless the request allows that.
  public static func renameProperty(_ selector: Selector, from old: String, to new: String) -> EditStep {
    EditStep(RenamePropertyStep(selector: selector, old: old, new: new))
  }
}

struct RenamePropertyStep: SelectingStep {
  let selector: Selector
  let old: String
  let new: String

  static let verbs = ["renameProperty"]
  static let help = "renames a property"
  static let otherKeys = ["select", "to"]

  var effect: StepEffect { .attributes }

  func make(in transaction: Transaction) throws(Diagnostic) -> Int {
    try transaction.rename(old, to: new, in: selector)
  }

  func join(_ group: inout StepGroup, as number: Int) -> StepGroup.Turn? {
    group.giveValues(to: selector, [old, new], isSet: false)
  }

  var summary: String { "rename '\(old)' of \(selector.text) to '\(new)'" }

  // MARK: scripts

  static func read(_ script: inout ScriptReader) throws(ScriptProblem) -> EditStep {
    let old = try script.nonempty("renameProperty", .oldName)
    let new = try script.nonempty("to", .name)
    return .renameProperty(try script.selector("select", .selector), from: old, to: new)
  }

  func write(to script: inout JSONLine) {
    script.add("renameProperty", old)
    script.add("to", new)
    script.add("select", selector)
  }
}
