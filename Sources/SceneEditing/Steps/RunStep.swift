internal import JSONText
internal import SceneDocument

extension EditStep {
  /// Returns a step that runs an action on objects, as `inspector run` does. The action is named by its identifier or
  /// its label.
  public static func run(_ selector: Selector, action: String) -> EditStep {
    EditStep(RunStep(selector: selector, action: action))
  }
}

struct RunStep: SelectingStep {
  let selector: Selector

  /// The action as the user named it: by its identifier or its label.
  let action: String

  static let verbs = ["run"]
  static let help = "runs an action of the selected objects"
  static let otherKeys = ["select"]

  var effect: StepEffect { .attributes }
  var judges: Selector? { selector }

  func make(in transaction: Transaction) throws(Diagnostic) -> Int {
    let nodes = try transaction.select(selector)
    let layout = transaction.layoutEffects(of: nodes)
    try ActionRun(transaction, action, isTrial: transaction.isTrial && layout == nil).perform(on: nodes)
    transaction.report(layout)
    return 1
  }

  var summary: String { "run \(selector.text) \(action)" }

  // MARK: scripts

  static func read(_ script: inout ScriptReader) throws(ScriptProblem) -> EditStep {
    let action = try script.nonempty("run", .action)
    return .run(try script.selector("select", .selector), action: action)
  }

  func write(to script: inout JSONLine) {
    script.add("run", action)
    script.add("select", selector)
  }
}
