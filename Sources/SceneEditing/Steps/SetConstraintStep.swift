public import InspectorKit
internal import JSONText
internal import SceneDocument

extension EditStep {
  /// Returns a step that sets a layout constraint of objects. The constraint replaces an existing constraint with the
  /// same id. A constraint without an id replaces an existing one with the same attribute, relation and target, and
  /// takes over its id. The step is refused if several existing constraints could be replaced.
  public static func setConstraint(_ selector: Selector, to constraint: LayoutConstraint) -> EditStep {
    EditStep(SetConstraintStep(selector: selector, constraint: constraint))
  }
}

struct SetConstraintStep: SelectingStep {
  let selector: Selector
  let constraint: LayoutConstraint

  /// The texts of the constraint's numbers as the script spells them, by their keys in the constraint's JSON.
  var numbers: [String: String] = [:]

  static let verbs = ["setConstraint"]
  static let help = "gives objects a layout constraint"
  static let otherKeys = ["to"]

  func make(in transaction: Transaction) throws(Diagnostic) -> Int {
    let document = transaction.model.document
    if let problem = constraint.problem { throw Diagnostic(EditRefusal.wrongConstraint(problem), part: .name) }
    var changes: [StructureChange] = []
    for node in try transaction.select(selector) {
      let known = document.constraints(of: node)
      if let problem = known?.problem {
        throw Diagnostic(EditRefusal.constraintsAreWrong(of: document.id(node), problem), part: .selector)
      }
      do throws(SceneConstraints.Ambiguity) {
        let text = try known?.text(setting: constraint, numbers)
        if text == nil || text != known?.text {
          let list = text ?? Array("[\(constraint.sceneText(numbers))]".utf8)
          changes.append(.setConstraints(list, of: node))
        }
      } catch {
        throw Diagnostic(EditRefusal.severalConstraints(of: document.id(node), error.candidates), part: .selector)
      }
    }
    try transaction.call(changes)
    return 1
  }

  func part(concernedBy error: Diagnostic, in model: SceneModel) -> Diagnostic.Part? { .name }

  var summary: String { "constrain \(selector.text) by \(constraint)" }

  var needs: [StepNeed] { [.objects(selector, .className)] }

  func resolved(_ ids: (Selector) throws(Diagnostic) -> Selector?) throws(Diagnostic) -> EditStep? {
    try ids(selector).map { EditStep(SetConstraintStep(selector: $0, constraint: constraint, numbers: numbers)) }
  }

  // MARK: scripts

  static func read(_ script: inout ScriptReader) throws(ScriptProblem) -> EditStep {
    let value = try script.needed("to")
    script.parts[.name] = ("/to", value.offset)
    guard value.members != nil, let json = try? JSON.parse(Array(value.bytes)) else {
      throw script.wrong(value, "to", "a constraint, such as {\"attribute\": \"width\", \"constant\": 20}")
    }
    let constraint: LayoutConstraint
    do throws(StatedProblem) {
      constraint = try LayoutConstraint(json)
    } catch {
      throw ScriptProblem(at: value.offset, .constraint(step: script.number, error))
    }
    return EditStep(
      SetConstraintStep(
        selector: try script.selector("setConstraint", .selector), constraint: constraint,
        numbers: constraint.spelledNumbers(of: value.members ?? [])))
  }

  func write(to script: inout JSONLine) {
    script.add("setConstraint", selector)
    script.add("to", raw: constraint.sceneText(numbers))
  }
}
