import InspectorKit
import JSONText

/// The reasons for refusing a step of an edit.
enum EditRefusal: Refusal {
  case changedSince(base: Int, ConflictCheck.Touch.What, of: String, version: Int)
  case colorChangedSince(base: Int, String, version: Int)
  case changesLost
  case manyMatch(String, count: Int, for: String)
  case nothingToDo
  case leftToTemplates(count: Int, example: String)
  case partlyLeftToTemplates(count: Int, example: String)
  /// The new id already means another object in the template instance whose property refers to the renamed object.
  case idIsTaken(String, for: String, by: String)
  /// No object has this id, one of several that a step lists. Objects with other listed ids exist.
  case noObject(String, suggestion: String?)
  /// The selector of an expectation without a count matches no object.
  case expectedToMatch(String)
  case noneStores(String, selector: String)
  case noneHasValue(String, types: [String])
  case replacedValue(AnyRefusal)
  case cannotBecome(String, old: String, AnyRefusal)
  case objectToInsert(AnyRefusal)
  case rejected(by: String, FindingPlace, reason: String)
  case rejectedByReader(FindingPlace, reason: String)
  case otherCount(selector: String, expected: Int, found: Int)
  case expectedIsNoNumber(String, found: String)
  case unexpected(FindingPlace, ExpectedDifference)
  case wrongConstraint(StatedProblem)
  case constraintsAreWrong(of: String, StatedProblem)
  case severalConstraints(of: String, [LayoutConstraint])
  case noConstraint(String?, selector: String)
  case noBinding(String, selector: String)
  case unknownAction(String, of: String, known: [String], suggestion: String?, canBeSkipped: Bool)
  case inactiveAction(String, of: String, condition: String)
  case actionRejected(String, className: String, FindingPlace, reason: String)
  case actionGives(String, of: String, AnyRefusal)
  case otherColor(String, expected: String?, found: String?)
  case noColor(String, suggestion: String?)
  /// The colour is defined by a palette document or a template's document, not by the scene's own palette.
  case colorOfDocument(String, file: String, isTemplate: Bool)
  case colorIsThere(String)
  case nameIsUsed(String, by: String)
  case severalColors(String, count: Int)
  case colorIsUsed(String, by: String, count: Int)
  case colorIsBound(String, by: String, setting: String)
  case mayBeColor(String, of: String, className: String, lacking: String?)
  case refersToColor(String, typed: String, color: String)
  case colorRefused(String, by: String, AnyRefusal)

  var code: DiagnosticCode {
    switch self {
    case .changedSince, .colorChangedSince: .editConflict
    case .changesLost: .ioRead
    case .manyMatch, .severalConstraints: .selectorMany
    case .noObject: .unknownObject
    case .leftToTemplates, .partlyLeftToTemplates, .idIsTaken: .editInstance
    case .nothingToDo, .expectedToMatch, .noneStores, .noneHasValue, .noConstraint, .noBinding: .selectorEmpty
    case .replacedValue(let problem): problem.code
    case .cannotBecome(_, _, let problem), .actionGives(_, _, let problem), .colorRefused(_, _, let problem):
      problem.code
    case .objectToInsert(let reason): reason.code
    case .rejected, .rejectedByReader, .actionRejected: .hookRejected
    case .otherCount, .unexpected, .otherColor: .editExpected
    case .expectedIsNoNumber: .typeMismatch
    case .wrongConstraint, .constraintsAreWrong: .layoutConstraint
    case .unknownAction: .unknownAction
    case .inactiveAction: .actionInactive

    case .severalColors: .selectorMany
    case .noColor, .colorOfDocument: .unknownColor
    case .colorIsThere, .nameIsUsed: .paletteTaken
    case .colorIsUsed, .colorIsBound: .paletteUsed
    case .mayBeColor: .pluginMissing
    case .refersToColor: .valueColor

    }
  }

  var message: String {
    switch self {
    case .changedSince(let base, let what, let id, let version):
      "\(Self.words(what, of: id)) \(Self.wasChanged(version, after: base))"
    case .colorChangedSince(let base, let name, let version):
      "'\(name)' of the palette \(Self.wasChanged(version, after: base))"
    case .changesLost: "the temporary file with the changes cannot be read"
    case .manyMatch(let selector, let count, let what):
      "\(what) needs exactly one object, but the selector '\(selector)' matches \(count)"
    case .noObject(let id, let suggestion): "no object has the id '\(id)'\(DidYouMean.suffix(suggestion))"
    case .nothingToDo: "there is nothing to edit"
    case .idIsTaken(let id, let property, let other):
      "'\(property)' refers to this object, but the id '\(id)' would mean '\(other)' there; choose another id"
    case .leftToTemplates(let count, let example):
      "\(pluralised(count, "object")), such as '\(example)', \(count == 1 ? "has its value" : "have their values") from templates that this run also edits; \(count == 1 ? "it is" : "they are") left out here"
    case .partlyLeftToTemplates(let count, let example):
      "\(pluralised(count, "object")), such as '\(example)', \(count == 1 ? "has" : "have") some of the values from templates that this run also edits; these values are left out here"
    case .expectedToMatch(let selector):
      "the selector '\(selector)' is expected to match at least one object, but matches none"
    case .noneStores(let name, let selector): "no object that matches '\(selector)' stores '\(name)'"
    case .noneHasValue(let value, let types):
      "no property\(types.isEmpty || types.count > 3 ? "" : " of type \(types.joined(separator: " or "))") stores the value '\(value)'"
    case .replacedValue(let problem): problem.message
    case .cannotBecome(let new, let old, let problem): "'\(old)' cannot become '\(new)': \(problem.message)"
    case .objectToInsert(let reason): "the object to insert: \(reason.message)"
    case .rejected(let className, let place, let reason):
      "'\(className)' refuses the edit of \(place.quoted): \(reason)"
    case .rejectedByReader(let place, let reason):
      "\(place.quoted), which reads its parent, refuses the edit: \(reason)"
    case .otherCount(let selector, let expected, let found):
      "'\(selector.brief)' is expected to match \(pluralised(expected, "object")), but matches \(found)"
    case .expectedIsNoNumber(let name, let found): "'\(name)' is a number, and cannot be \(found)"
    case .unexpected(let place, let difference): "\(place.quoted) is expected to \(difference.phrase)"
    case .wrongConstraint(let problem): "the constraint is wrong: \(problem)"
    case .constraintsAreWrong(let id, let problem): "the constraints of '\(id)' are wrong, and not edited: \(problem)"
    case .severalConstraints(let id, let candidates):
      "the constraint could replace any of \(candidates.count) constraints of '\(id)': \(Self.list(candidates)); \(Self.remedy(candidates))"
    case .noConstraint(let name, let selector):
      "no object that matches '\(selector.brief)' has \(name.map { "a constraint '\($0)', an id or an attribute" } ?? "constraints")"
    case .noBinding(let name, let selector): "no object that matches '\(selector.brief)' binds '\(name)'"
    case .unknownAction(let name, let owner, let known, nil, let canBeSkipped):
      "unknown action '\(name)' on '\(owner)'\(known.isEmpty ? ", which has none" : "; it has \(known.joined(separator: ", "))")\(canBeSkipped ? "; '--skip-missing' leaves such objects out" : "")"
    case .unknownAction(let name, let owner, _, let suggestion, _):
      "unknown action '\(name)' on '\(owner)'\(DidYouMean.suffix(suggestion))"
    case .inactiveAction(let name, let id, let condition):
      "the action '\(name)' of '\(id)' can be run only if \(condition)"
    case .actionRejected(let name, let className, let place, let reason):
      "'\(className)' refuses the action '\(name)' of \(place.quoted): \(reason)"
    case .actionGives(let name, let id, let problem):
      "the action '\(name)' of '\(id)' cannot be run: \(problem.message)"
    case .otherColor(let name, nil, let found):
      "the palette is expected to have no '\(name)', but it is \(found ?? "not there")"
    case .otherColor(let name, let expected?, let found):
      "the palette colour '\(name)' is expected to be \(expected), but is \(found ?? "missing")"
    case .colorOfDocument(let name, let file, let isTemplate):
      "'\(name)' is a colour of the \(isTemplate ? "template's document" : "palette document") '\(file)', not of the scene's own palette; edit that document"
    case .noColor(let name, let suggestion): "the palette has no colour '\(name)'\(DidYouMean.suffix(suggestion))"
    case .colorIsThere(let name): "the palette already has a colour '\(name)'; choose another name"
    case .nameIsUsed(let name, let owner):
      "'\(owner)' uses '\(name)' as a CSS colour, and a palette colour of that name would replace it; choose another name"
    case .severalColors(let color, let count):
      "no stored colour is exactly \(color), and \(count) different ones look like it; run 'replace \(color) \(color)' first to make them the same"
    case .colorIsUsed(let name, let owner, let count):
      "'\(owner)'\(count > 1 ? " and \(pluralised(count - 1, "other attribute"))" : "") \(count > 1 ? "use" : "uses") '\(name)'; change the colour there first"
    case .colorIsBound(let name, let owner, let setting):
      "'\(owner)' is bound to '\(setting)', whose value is '\(name)'; change the setting first"
    case .mayBeColor(let name, let owner, let className, let property?):
      "'\(owner)' is '\(name)', but it is unknown whether that is a colour, because no plugin in use declares '\(property)' of '\(className)'; install one that does"
    case .mayBeColor(let name, let owner, let className, nil):
      "'\(owner)' is '\(name)', but no plugin declares whether that is a colour, since none is in use for its class '\(className)'\(NameRefusal.listsClasses)"
    case .refersToColor(let name, let typed, let color):
      "palette colour '\(name)': '\(typed)' is also a palette colour, and one palette colour cannot refer to another; write '\(color)'"
    case .colorRefused(let name, let id, let problem): "palette colour '\(name)' is used by '\(id)': \(problem.message)"
    }
  }

  private static func wasChanged(_ version: Int, after base: Int) -> String {
    "was changed in version \(version), but this edit is based on version \(base)"
  }

  private static func words(_ what: ConflictCheck.Touch.What, of id: String) -> String {
    switch what {
    case .property(let name): "'\(id).\(name)'"
    case .aspect(.place): "the place of '\(id)'"
    case .aspect(.id): "the id of '\(id)'"
    case .aspect(.className): "the class of '\(id)'"
    case .aspect(.name): "the name of '\(id)'"
    case .aspect(.constraints): "the constraints of '\(id)'"
    case .everything: "'\(id)'"
    }
  }

  /// Returns a list of constraints for a message: each constraint by its id, or by its description if it has no id.
  private static func list(_ constraints: [LayoutConstraint]) -> String {
    constraints.map { $0.id.map { "'\($0)'" } ?? "'\($0)' without an id" }.joined(separator: ", ")
  }

  private static func remedy(_ candidates: [LayoutConstraint]) -> String {
    candidates.contains { $0.id != nil }
      ? "give the 'id' of the one to replace"
      : "remove them with 'removeConstraint' first"
  }

  var suggestion: String? {
    switch self {
    case .unknownAction(_, _, _, let name, _), .noColor(_, let name): name
    default: nil
    }
  }
}

extension String {
  /// This text if it has at most 100 characters; otherwise its first 80 characters and an ellipsis. A selector may list
  /// a thousand ids.
  fileprivate var brief: String { count > 100 ? "\(prefix(80))…" : self }
}
