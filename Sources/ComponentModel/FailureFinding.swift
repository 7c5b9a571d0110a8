package import JSONText

/// A consequence of a plugin's failure for the objects of a scene.
package enum FailureFinding: Refusal {
  case tooLarge(FindingPlace, AnyRefusal)
  case notBuilt(FindingPlace, AnyRefusal)
  case whileBuilding(FailedObject, AnyRefusal)
  case read(by: String, AnyRefusal)
  case notChecked(Int, AnyRefusal)

  package var code: DiagnosticCode { reason.code }

  private var reason: AnyRefusal {
    switch self {
    case .tooLarge(_, let reason), .notBuilt(_, let reason), .whileBuilding(_, let reason), .read(_, let reason),
      .notChecked(_, let reason):
      reason
    }
  }

  package var message: String {
    switch self {
    case .tooLarge(let place, let reason): "\(place.quoted) is too large: \(reason.message)"
    case .notBuilt(let place, let reason): "\(place.quoted) is not built: \(reason.message)"
    case .whileBuilding(let object, let reason): "\(reason.message), while it \(object.phrase)"
    case .read(let id, let reason): "\(reason.message), which '\(id)' reads"
    case .notChecked(let count, let reason):
      "\(reason.message); \(count) objects are not checked by their components"
    }
  }
}

/// The object at which a plugin failed, with its class and the plugin's version and, if known, the property being set
/// and its value.
package struct FailedObject: Hashable, Sendable {
  let id: String
  let className: String
  let version: String?
  let action: String?
  let step: String?
  let property: String?

  /// The beginning of its JSON text.
  let value: String?

  fileprivate var phrase: String { "\(action.map { "ran '\($0)' of" } ?? "built") \(place)" }

  private var place: String {
    let about = "\(className)\(version.map { ", version \($0)" } ?? "")"
    guard let property else {
      let step = action == nil ? step.map { "\($0); " } : nil
      return "'\(id)' (\(step ?? "")\(about))"
    }
    return "'\(id).\(property)'\(value.map { " = \($0)" } ?? "") (\(about))"
  }
}
