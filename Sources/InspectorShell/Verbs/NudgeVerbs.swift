internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import InspectorKit
internal import JSONText
internal import SceneDocument
internal import Workbench

struct IncreaseVerb: SimpleVerb {
  static let row = CommandRow.verb(
    "+", "<property> [<times>]", "Increases a number by the property's step.",
    """
    The step is the one that the property declares. Without one it is a hundredth of the range for a Double with a \
    range, and 1 for other numbers. The command acts on the selected objects, or on the current one. It stores \
    nothing for an object whose component leaves the value as it was.
    """,
    [.init("+ alpha", "one step"), .init("+ frame.x 8", "eight steps")], json: "inspector-changes/1")

  @Argument(help: "A property, or a part such as 'frame.x'; also of another object, as in 'badge.alpha'.")
  var property: String

  @Argument(help: "The number of steps.")
  var times: Int = 1

  func run(in shell: Shell) throws(Diagnostic) { try shell.nudge(property, times, "+") }
}

struct DecreaseVerb: SimpleVerb {
  static let row = CommandRow.verb(
    "-", "<property> [<times>]", "Decreases a number by the property's step.", "Like '+', in the other direction.",
    [.init("- alpha 5", "five steps")], json: "inspector-changes/1")

  @Argument(help: "The property, or a part such as 'frame.x'.")
  var property: String

  @Argument(help: "The number of steps.")
  var times: Int = 1

  func run(in shell: Shell) throws(Diagnostic) { try shell.nudge(property, times, "-") }
}

extension Shell {
  /// Increases or decreases a property by a number of steps. The edited objects are those on which commands act or, for
  /// a name such as `badge.pointCount`, the named object.
  ///
  /// - Parameter sign: `+` to increase the property, `-` to decrease it.
  fileprivate func nudge(_ name: String, _ times: Int, _ sign: String) throws(Diagnostic) {
    guard times > 0 else { throw Diagnostic(ShellUsage.stepsBelowOne(verb: sign)) }
    let scene = try current()
    let (objects, name, property) = try property(typed: name)
    let selector = Selector(ids: objects)
    guard let amount = (property.step * ExactDecimal(times))?.text else {
      throw Diagnostic(ShellUsage.tooManySteps(verb: sign, times))
    }
    let change = Assignment(name, sign == "+" ? .add(amount) : .subtract(amount))
    try edit(EditRequest(try affected(of: selector, by: change, in: scene), [change]))
  }

  /// Returns the property that a user names, with the ids of its objects: those on which commands act or, for a name
  /// such as `badge.pointCount`, the named object. The returned row is that of the first object.
  func property(
    typed name: String
  ) throws(Diagnostic) -> (objects: [String], name: String, row: InspectedProperty) {
    try edit(try current()) { session throws(Diagnostic) in
      do throws(Diagnostic) {
        let ids = try session.select(try run.selector(currentTarget)).map(session.document.id)
        guard let first = ids.first else { throw Diagnostic(ReportRefusal.nothingSelected) }
        return (ids, name, try session.value(of: "\(first).\(name)"))
      } catch {
        // A property of the target wins over an object of that name.
        guard name.holds(".") else { throw error }
        if error.code != .objectNone, (try? session.named(name)) == nil { throw error }
        let (id, own) = try session.named(name)
        return ([id], own, try session.value(of: name))
      }
    }
  }

  /// Returns a selector of the objects on which a change has an effect. If other objects ignore the change, prints a
  /// note about the first of them.
  ///
  /// - Throws: an error if the change has no effect on any object.
  private func affected(
    of selector: Selector, by change: Assignment, in scene: OpenScene
  ) throws(Diagnostic) -> Selector {
    var trial = EditRequest(selector, [change])
    (trial.isDryRun, trial.wantsChanges) = (true, true)
    var affected: [String] = []
    var idle: ObjectChange?
    _ = try edit(scene) { session throws(Diagnostic) in
      try session.perform(trial) { change in
        if !change.isWithoutEffect { affected.append(change.object) } else if idle == nil { idle = change }
      }
    }
    guard let idle else { return selector }
    let refusal = ShellRefusal.staysAsItWas(idle)
    guard !affected.isEmpty else { throw Diagnostic(refusal) }
    run.note("inspector: \(TerminalText.escapedLines(refusal.message))")
    return Selector(ids: affected)
  }
}

extension ObjectChange {
  /// True if the change stores a different value, but leaves all effective values of the component unchanged.
  fileprivate var isWithoutEffect: Bool {
    !isOfObject && old != new && hasEffectiveBefore && effective == effectiveBefore && effects.isEmpty
  }
}

extension InspectedProperty {
  /// The amount of one step: the declared step, or else a hundredth of the soft range or range of a Double, or else 1.
  fileprivate var step: ExactDecimal {
    if let step = definition?.step.flatMap({ ExactDecimal($0) }) { return step }
    guard type == .double, let range = definition?.softRange ?? definition?.range,
      let least = range.minimum.flatMap({ ExactDecimal($0) }),
      let greatest = range.maximum.flatMap({ ExactDecimal($0) }), let width = greatest - least, !width.isNegative,
      width.significand != 0, let step = width / ExactDecimal(100)
    else { return ExactDecimal(1) }
    return step
  }
}
