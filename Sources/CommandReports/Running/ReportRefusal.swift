internal import InspectorKit
package import JSONText

/// The reasons why a command refuses the objects that it names, in addition to the refusals of a session.
package enum ReportRefusal: Refusal {
  case severalSelected(Int, reference: String)
  case nothingSelected
  case noneHasWords(String, of: String?, suggestion: String?)
  case severalToDraw(Int, String)

  /// The parent has no child with the id at this step of a path; the parent is nil for the scene itself.
  case holdsNone(String, holder: String?)

  package var code: DiagnosticCode {
    switch self {
    case .severalSelected: .usage
    case .severalToDraw: .selectorMany
    case .nothingSelected: .selectorEmpty
    case .noneHasWords: .unknownProperty
    case .holdsNone: .unknownObject
    }
  }

  package var message: String {
    switch self {
    case .severalSelected(let count, let reference):
      "'--json' shows one object, but \(count) are selected; write ID.\(reference)"
    case .nothingSelected: "nothing is selected"
    case .noneHasWords(let words, let owner, let suggestion):
      "no property\(owner.map { " of '\($0)'" } ?? "") has '\(words)' in its label or identifier\(DidYouMean.suffix(suggestion))"
    case .holdsNone(let name, let holder):
      "\(holder.map { "'\($0)'" } ?? "the scene") contains no object '\(name)'; 'ls' lists what it contains"
    case .severalToDraw(let count, let selector):
      "the selector '\(selector)' matches \(count) objects, but a picture shows one; 'render --only' draws several in their places"
    }
  }

  package var suggestion: String? { if case .noneHasWords(_, _, let name) = self { name } else { nil } }
}
