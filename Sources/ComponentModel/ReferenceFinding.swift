package import JSONText

/// A finding about a string that refers to an object by its id.
package enum ReferenceFinding: Refusal {
  /// No object has the id `target`.
  case dangling(FindingPlace, target: String, suggestion: String?)
  /// An edit removes the object with the id `target`.
  case orphaned(FindingPlace, target: String)
  /// The class of the object with the id `target` is not the required one.
  case otherClass(FindingPlace, target: String, className: String, wanted: String)

  package var code: DiagnosticCode {
    switch self {
    case .dangling, .orphaned: .referenceDangling
    case .otherClass: .referenceClass
    }
  }

  package var message: String {
    switch self {
    case .dangling(let place, let target, let suggestion):
      "\(place.quoted) refers to '\(target)', but no object has that id\(suggestion.map { "; did you mean '\($0)'?" } ?? "")"
    case .orphaned(let place, let target): "\(place.quoted) refers to '\(target)', which is removed"
    case .otherClass(let place, let target, let className, let wanted):
      "\(place.quoted) refers to '\(target)', a '\(className)', but needs a '\(wanted)'"
    }
  }
}
