internal import InspectorKit
internal import JSONText
internal import SceneDocument

// Why a step of an edit is refused.
extension Refusal {
  static func changedSince(base: Int, what: String, version: Int) -> Self {
    Self(.editConflict, "\(what) was changed in version \(version), after version \(base) that this edit was made on")
  }
  static let changesLost = Self(.ioRead, "the temporary file with what would change cannot be read")
  static func manyMatch(_ selector: String, count: Int, for what: String) -> Self {
    Self(.selectorMany, "\(what) needs one object, and the selector '\(selector)' matches \(count)")
  }
  static func noneStores(_ name: String, selector: String) -> Self {
    Self(.selectorEmpty, "no object of '\(selector)' stores '\(name)'")
  }
  static func cannotBecome(_ new: String, old: String, _ problem: ValueProblem) -> Self {
    Self(problem.code, "'\(old)' cannot become '\(new)': \(problem.message)")
  }
  static func objectToInsert(code: DiagnosticCode, _ message: String) -> Self {
    Self(code, "the object to insert: \(message)")
  }
  // What is expected.
  static func otherCount(selector: String, expected: Int, found: Int) -> Self {
    Self(
      .editExpected,
      "'\(Self.brief(selector))' is expected to match \(pluralised(expected, "object")), and matches \(found)")
  }
  static func otherColor(_ name: String, expected: String?, found: String?, count: Int) -> Self {
    Self(.editExpected, EditError.first(of: count, .expectations, otherColor(name, expected, found)))
  }
  static func expectedIsNoNumber(_ name: String, found: String) -> Self {
    Self(.typeMismatch, "'\(name)' is a number, and cannot be \(found)")
  }
  // Constraints.
  static func wrongConstraint(_ problem: String) -> Self {
    Self(.layoutConstraint, "the constraint is wrong: \(problem)")
  }
  static func constraintsAreWrong(of id: String, _ problem: String) -> Self {
    Self(.layoutConstraint, "the constraints of '\(id)' are wrong, and not edited: \(problem)")
  }
  static func noConstraint(_ name: String?, selector: String) -> Self {
    Self(
      .selectorEmpty,
      "no object of '\(Self.brief(selector))' has \(name.map { "a constraint '\($0)', an id or an attribute" } ?? "constraints")"
    )
  }
  // The palette.
  static func noColor(_ name: String) -> Self { Self(.unknownColor, "the palette has no colour '\(name)'") }
  static func colorIsThere(_ name: String) -> Self {
    Self(.paletteTaken, "the palette has a colour '\(name)' already; choose another name")
  }
  static func nameIsUsed(_ name: String, by owner: String) -> Self {
    Self(.paletteTaken, "'\(owner)' uses '\(name)' already, which would become the palette's; choose another name")
  }
  static func colorIsUsed(_ name: String, by owner: String, count: Int) -> Self {
    Self(
      .paletteUsed,
      "'\(name)' is used by '\(owner)'\(count > 1 ? " and \(count - 1) more" : ""); give \(count > 1 ? "them" : "it") another colour first"
    )
  }
  static func mayBeColor(_ name: String, of owner: String, className: String) -> Self {
    Self(
      .pluginMissing,
      "'\(owner)' is '\(name)', but no plugin declares whether that is a colour, since none is in use for its class '\(className)'\(listsClasses)"
    )
  }
  static func refersToColor(_ name: String, typed: String, color: String) -> Self {
    Self(
      .valueColor,
      "palette colour '\(name)': '\(typed)' is a colour of the palette too, and none refers to another; write '\(color)'"
    )
  }
  static func colorRefused(_ name: String, by id: String, _ problem: ValueProblem) -> Self {
    Self(problem.code, "palette colour '\(name)' is used by '\(id)': \(problem.message)")
  }

  /// A selector of a thousand ids is not read by anybody.
  private static func brief(_ selector: String) -> String {
    selector.count > 100 ? "\(selector.prefix(80))…" : selector
  }

  private static func otherColor(_ name: String, _ expected: String?, _ found: String?) -> String {
    guard let expected else { return "the palette is expected to have no '\(name)', and it is \(found ?? "not there")" }
    return "the palette's '\(name)' is expected to be \(expected), and is \(found ?? "not there")"
  }
}
