internal import InspectorKit
package import JSONText

/// The reason why a selector or a column is refused.
package enum QueryRefusal: Refusal {
  case nothingMatches(String, suggestion: String? = nil)
  /// A class that neither the scene nor a plugin has. If the whole selector is the title of an object, the suggestion
  /// selects that object, and `title` is its title in quotes.
  case noSuchClass(String, suggestion: String?, title: String? = nil)
  case unknownName(String, suggestion: String?)
  case unknownColumn(String, suggestion: String?)
  case value(ComparisonError)

  package var code: DiagnosticCode {
    switch self {
    case .nothingMatches: .selectorEmpty
    case .noSuchClass: .unknownClass
    case .unknownName, .unknownColumn: .unknownProperty
    case .value(.disputedColor): .paletteDisputed
    case .value: .typeMismatch
    }
  }

  package var message: String {
    switch self {
    case .nothingMatches(let selector, let suggestion):
      "the selector '\(selector)' matches nothing\(DidYouMean.suffix(suggestion))"
    case .noSuchClass(let name, nil, _): "unknown class '\(name)'; neither the scene nor a plugin has it"
    case .noSuchClass(let name, let suggestion?, let title?):
      "unknown class '\(name)'; did you mean '\(suggestion)', whose title is \(title)?"
    case .noSuchClass(let name, let suggestion, nil): "unknown class '\(name)'\(DidYouMean.suffix(suggestion))"
    case .unknownName(let name, nil):
      "unknown property '\(name)'; no matching class declares it, and no object stores it"
    case .unknownColumn(let name, nil) where name.contains(":"):
      "unknown property '\(name)'; no class declares it, and no object stores it; a sort order is ':asc' or ':desc'"
    case .unknownColumn(let name, nil): "unknown property '\(name)'; no class declares it, and no object stores it"
    case .unknownName(let name, let suggestion), .unknownColumn(let name, let suggestion):
      "unknown property '\(name)'\(DidYouMean.suffix(suggestion))"
    case .value(let error): "\(error)"
    }
  }

  package var suggestion: String? {
    switch self {
    case .nothingMatches(_, let name), .noSuchClass(_, let name, _), .unknownName(_, let name),
      .unknownColumn(_, let name):
      name
    case .value: nil
    }
  }
}

/// A refusal whose message points at an offset in a selector.
struct PlacedRefusal: Refusal {
  let reason: AnyRefusal
  let selector: String
  let offset: Int

  var code: DiagnosticCode { reason.code }
  var message: String { SelectorError(selector: selector, offset: offset, message: reason.message).text }
  var suggestion: String? { reason.suggestion }
}
