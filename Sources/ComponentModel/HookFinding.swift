package import InspectorKit
package import JSONText
package import SceneDocument

/// A message from a component's hooks about an object, or a hook's violation of its declarations.
package enum HookFinding: Refusal {
  case warning(String)
  case rejection(String)
  case invalid(String)
  case defaultUsed(FindingPlace, rejectedBy: String, reason: String)
  case undeclared(UndeclaredValue)
  case unstableValue(FindingPlace, PropertyValue?, PropertyValue?, className: String)
  case unstableWords(FindingPlace, className: String)

  package var code: DiagnosticCode {
    switch self {
    case .warning: .hookWarning
    case .rejection, .defaultUsed: .hookRejected
    case .invalid: .valueInvalid
    case .undeclared: .hookRange
    case .unstableValue, .unstableWords: .hookUnstable
    }
  }

  package var message: String {
    switch self {
    case .warning(let text), .rejection(let text), .invalid(let text): text
    case .defaultUsed(let place, let className, let reason):
      "\(place.quoted) is refused by '\(className)', and its default is used: \(reason)"
    case .undeclared(let value): value.text
    case .unstableValue(let place, let first, let second, let className):
      "\(place.quoted) answers \(first?.text ?? "unset") and then \(second?.text ?? "unset") \(Self.causes(className))"
    case .unstableWords(let place, let className):
      "\(place.quoted) gives different warnings or refusals the second time \(Self.causes(className))"
    }
  }

  private static func causes(_ className: String) -> String {
    "from the same stored values; a hook of '\(className)' depends on something else"
  }
}

/// A value of a component that its own declaration does not allow.
package struct UndeclaredValue: Hashable, Sendable {
  /// The constraint that the declaration sets.
  enum Allowed: Hashable, Sendable {
    case range(PropertyRange)
    case options([PropertyOptions.Option])
  }

  let property: String
  let author: String
  let value: PropertyValue
  let allowed: Allowed

  package var text: String {
    switch allowed {
    case .range(let range): "'\(author)' makes it \(value.text), and its range is \(range.text)"
    case .options(let options):
      "'\(author)' makes it '\(value.text)', and its options are \(options.map(\.value.text).joined(separator: ", "))"
    }
  }
}

extension BuildReply {
  /// Returns the values set by hooks that violate the range or options of their properties.
  package func undeclaredValues(_ binding: ClassBinding) -> [UndeclaredValue] {
    effective.compactMap { place, value in
      let property = binding.definition.properties[place]
      guard let value else { return nil }
      let author = author(ofValueAt: place, binding)
      if let range = property.range, !range.contains(value) {
        return UndeclaredValue(property: property.name, author: author, value: value, allowed: .range(range))
      }
      guard !property.options.isEmpty, !property.options.contains(where: { $0.value == value }) else { return nil }
      return UndeclaredValue(
        property: property.name, author: author, value: value, allowed: .options(property.options))
    }
  }
}

extension SceneModel {
  /// Returns warnings about values that hooks set against their properties' own declarations.
  package func undeclaredDiagnostics(_ answer: BuildReply, _ node: NodeIndex, _ binding: ClassBinding) -> [Diagnostic] {
    answer.undeclaredValues(binding).map { found in
      diagnostic(HookFinding.undeclared(found), .warning, node, property: found.property, naming: .property)
    }
  }
}
