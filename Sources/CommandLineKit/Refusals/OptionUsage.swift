internal import InspectorKit
internal import Selectors

/// The error for an argument that looks like an option but is none of the command's.
package enum OptionUsage: UsageRefusal {
  /// An unknown option, and the known one most likely meant; commands that take selectors have ids with `#` before
  /// them.
  case unknown(String, nearest: String?, takesSelectors: Bool)
  /// An unknown option that was also tried as an id, which no object has.
  case unknownAndNoID(String, nearest: String?)

  package var message: String {
    switch self {
    case .unknown(let word, nil, takesSelectors: true):
      "unknown option '\(word)'; an id is written like '\(Selector.text(ofID: word))'"
    case .unknown(let word, let nearest, _): "unknown option '\(word)'\(DidYouMean.suffix(nearest))"
    case .unknownAndNoID(let word, nil):
      "unknown option '\(word)', and no object has that id; write '--' before ids that begin with a dash"
    case .unknownAndNoID(let word, let nearest):
      "unknown option '\(word)', and no object has that id ('--' stands before ids that begin with a dash)\(DidYouMean.suffix(nearest))"
    }
  }

  package var suggestion: String? {
    switch self {
    case .unknown(_, let name, _), .unknownAndNoID(_, let name): name
    }
  }
}
