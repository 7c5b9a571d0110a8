internal import InspectorKit
internal import JSONText

/// The reasons for refusing a step on the palette.
enum PaletteRefusal: Refusal {
  case otherColor(String, expected: String?, found: String?)
  case noColor(String, suggestion: String?)
  case colorIsThere(String)
  case nameIsUsed(String, by: String)
  case colorIsUsed(String, by: String, count: Int)
  case mayBeColor(String, of: String, className: String, lacking: String?)
  case refersToColor(String, typed: String, color: String)
  case colorRefused(String, by: String, AnyRefusal)

  var code: DiagnosticCode {
    switch self {
    case .otherColor: .editExpected
    case .noColor: .unknownColor
    case .colorIsThere, .nameIsUsed: .paletteTaken
    case .colorIsUsed: .paletteUsed
    case .mayBeColor: .pluginMissing
    case .refersToColor: .valueColor
    case .colorRefused(_, _, let problem): problem.code
    }
  }

  var message: String {
    switch self {
    case .otherColor(let name, nil, let found):
      "the palette is expected to have no '\(name)', but it is \(found ?? "not there")"
    case .otherColor(let name, let expected?, let found):
      "the palette's '\(name)' is expected to be \(expected), but is \(found ?? "not there")"
    case .noColor(let name, let suggestion): "the palette has no colour '\(name)'\(DidYouMean.suffix(suggestion))"
    case .colorIsThere(let name): "the palette already has a colour '\(name)'; choose another name"
    case .nameIsUsed(let name, let owner):
      "'\(owner)' already uses '\(name)', which would become the palette's; choose another name"
    case .colorIsUsed(let name, let owner, let count):
      "'\(name)' is used by '\(owner)'\(count > 1 ? " and \(count - 1) more" : ""); give \(count > 1 ? "them" : "it") another colour first"
    case .mayBeColor(let name, let owner, let className, let property?):
      "'\(owner)' is '\(name)', but no plugin declares whether that is a colour, since none in use gives '\(className)' a '\(property)'; install the one that does"
    case .mayBeColor(let name, let owner, let className, nil):
      "'\(owner)' is '\(name)', but no plugin declares whether that is a colour, since none is in use for its class '\(className)'\(NameRefusal.listsClasses)"
    case .refersToColor(let name, let typed, let color):
      "palette colour '\(name)': '\(typed)' is also a palette colour, and none refers to another; write '\(color)'"
    case .colorRefused(let name, let id, let problem): "palette colour '\(name)' is used by '\(id)': \(problem.message)"
    }
  }

  var suggestion: String? { if case .noColor(_, let name) = self { name } else { nil } }
}
