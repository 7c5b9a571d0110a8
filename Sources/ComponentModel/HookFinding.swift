package import InspectorKit
package import JSONText
package import SceneDocument

/// A finding about a component that was built: a message from its hooks, a violation of its declarations, or the
/// failure of its plugin.
package enum HookFinding: Refusal {
  case warning(String)
  case rejection(String)
  case invalid(String)
  case defaultUsed(FindingPlace, rejectedBy: String, reason: String)
  case undeclared(String)
  case unstableValue(FindingPlace, PropertyValue?, PropertyValue?, className: String)
  case unstableWords(FindingPlace, className: String)
  case tooLarge(FindingPlace, AnyRefusal)
  case notBuilt(FindingPlace, AnyRefusal)
  case whileBuilding(phrase: String, AnyRefusal)
  case read(by: String, AnyRefusal)
  case notChecked(Int, AnyRefusal)

  package var code: DiagnosticCode {
    switch self {
    case .warning: .hookWarning
    case .rejection, .defaultUsed: .hookRejected
    case .invalid: .valueInvalid
    case .undeclared: .hookRange
    case .unstableValue, .unstableWords: .hookUnstable
    case .tooLarge(_, let reason), .notBuilt(_, let reason), .whileBuilding(_, let reason), .read(_, let reason),
      .notChecked(_, let reason):
      reason.code
    }
  }

  package var message: String {
    switch self {
    case .warning(let text), .rejection(let text), .invalid(let text), .undeclared(let text): text
    case .defaultUsed(let place, let className, let reason):
      "'\(className)' refuses \(place.quoted), so its default is used: \(reason)"
    case .unstableValue(let place, let first, let second, let className):
      "\(place.quoted) is first \(first?.text ?? "unset") and then \(second?.text ?? "unset") \(Self.causes(className))"
    case .unstableWords(let place, let className):
      "\(place.quoted) gives different warnings or refusals the second time \(Self.causes(className))"
    case .tooLarge(let place, let reason): "\(place.quoted) is too large: \(reason.message)"
    case .notBuilt(let place, let reason): "\(place.quoted) is not built: \(reason.message)"
    case .whileBuilding(let phrase, let reason): "\(reason.message), while it \(phrase)"
    case .read(let id, let reason): "\(reason.message), which '\(id)' reads"
    case .notChecked(let count, let reason):
      "\(reason.message); \(count) objects are not checked by their components"
    }
  }

  private static func causes(_ className: String) -> String {
    "from the same stored values; a hook of '\(className)' depends on something else"
  }
}

extension BuildReply {
  /// Returns a message about each effective value that violates the range or options of its property.
  func undeclaredValues(_ binding: ClassBinding) -> [(property: String, text: String)] {
    effective.compactMap { place, value in
      let property = binding.definition.properties[place]
      guard let value else { return nil }
      let author = author(ofValueAt: place, binding)
      if let range = property.range, !range.contains(value) {
        return (property.name, "'\(author)' makes it \(value.text), but \(range.rule)")
      }
      guard !property.options.isEmpty, !property.options.contains(where: { $0.value == value }) else { return nil }
      let options = property.options.map(\.value.text).joined(separator: ", ")
      return (property.name, "'\(author)' makes it '\(value.text)', but its options are \(options)")
    }
  }
}

extension SceneModel {
  /// Returns warnings about effective values that violate the range or options of their properties.
  package func undeclaredDiagnostics(_ answer: BuildReply, _ node: NodeIndex, _ binding: ClassBinding) -> [Diagnostic] {
    answer.undeclaredValues(binding).map { property, text in
      diagnostic(HookFinding.undeclared(text), .warning, node, property: property, naming: .property)
    }
  }
}
