package import InspectorKit
package import JSONText
internal import WorkbenchSupport

/// A mistake in a plugin's description that does not prevent the plugin from being loaded. `plugin check` and `plugin
/// doctor` report such mistakes to the plugin's author; other commands do not.
package enum DescriptionFinding: Refusal {
  /// A member that is not part of the description format. `place` is its line and column in a hand-written file, and
  /// nil otherwise.
  case unknownMember(UnknownMember, place: String?)
  case unknownBase(String, of: String, suggestion: String?)
  case unknownTarget(String, of: String, suggestion: String?)
  case unknownKeyPath(String, of: String, property: String, target: String, suggestion: String?)
  case otherType(PropertyDefinition, of: String, target: String, type: PropertyType, isOptional: Bool)
  case unknownSetting(String, of: String, action: String, suggestion: String?)
  case unknownDrawn(String, of: String, suggestion: String?)
  case unknownPlaced(String, of: String, suggestion: String?)
  case unknownOption(String, of: String, property: String, suggestion: String?)
  case unknownDependency(String, of: String, property: String, suggestion: String?)
  case condition(String, of: String)
  /// A mistake in the title or in a preset of a class.
  case face(String, of: String)
  case unknownTargetOfReference(String, of: String, property: String, suggestion: String?)
  /// A property that the class inherits and declares again as its own, without effect.
  case redeclared(String, of: String, base: String)
  /// A component class that the plugin contains but does not offer. `isSwift` is true for a class in a Swift program.
  case unlisted(String, isSwift: Bool)

  package var code: DiagnosticCode {
    switch self {
    case .unknownMember: .unknownKey
    case .unknownBase, .unknownTarget, .unknownTargetOfReference, .unlisted: .unknownClass
    case .unknownKeyPath, .unknownSetting, .unknownDrawn, .unknownPlaced, .unknownDependency, .condition, .face:
      .unknownProperty
    case .redeclared: .unknownKey
    case .otherType: .typeMismatch
    case .unknownOption: .valueOption
    }
  }

  /// True if the finding is certainly a mistake; false for an unknown member, which a later version may define, and for
  /// declarations without effect.
  package var isError: Bool {
    switch self {
    case .unknownMember, .unlisted, .redeclared: false
    default: true
    }
  }

  /// The name of the class whose description contains the mistake; nil for a mistake in the plugin's own description.
  package var className: String? {
    switch self {
    case .unknownMember(let member, _): member.className
    case .unlisted(let name, _): name
    case .unknownBase(_, let owner, _), .unknownTarget(_, let owner, _),
      .unknownKeyPath(_, let owner, _, _, _), .otherType(_, let owner, _, _, _), .unknownSetting(_, let owner, _, _),
      .unknownDrawn(_, let owner, _), .unknownPlaced(_, let owner, _), .unknownOption(_, let owner, _, _),
      .unknownDependency(_, let owner, _, _),
      .condition(_, let owner), .face(_, let owner), .redeclared(_, let owner, _),
      .unknownTargetOfReference(_, let owner, _, _):
      owner
    }
  }

  /// The name of the property whose declaration contains the mistake; nil for a mistake outside of property
  /// declarations.
  package var property: String? {
    switch self {
    case .unknownMember(let member, _): member.property
    case .unknownKeyPath(_, _, let property, _, _), .unknownDependency(_, _, let property, _),
      .unknownTargetOfReference(_, _, let property, _):
      property
    case .otherType(let property, _, _, _, _): property.name
    case .redeclared(let name, _, _): name
    default: nil
    }
  }

  package var message: String {
    switch self {
    case .unknownMember(let member, let place):
      "\(member.owner) has an unknown member '\(member.name)'\(place.map { ", at \($0)" } ?? "")\(DidYouMean.suffix(member.suggestion))"
    case .redeclared(let name, _, let base):
      "it inherits '\(name)' from '\(base)', so what it declares for '\(name)' itself has no effect; leave it out, or choose another name"
    case .unlisted(let name, let isSwift):
      "the plugin declares it but does not list it, so no scene can use it; add \(isSwift ? "'\(name).self' to 'components' or 'extensions'" : "it to the list of components")"
    case .unknownBase(let base, _, let suggestion):
      "its base '\(base)' is not a class of any plugin found\(suggestion == nil ? "; leave out 'base', or install its plugin" : DidYouMean.suffix(suggestion))"
    case .unknownTarget(let target, _, let suggestion):
      "it extends '\(target)', which is not a class of any plugin found\(suggestion == nil ? "; install its plugin" : DidYouMean.suffix(suggestion))"
    case .unknownKeyPath(let keyPath, _, _, let target, let suggestion):
      "it is another name of '\(keyPath)', which '\(target)' does not have\(DidYouMean.suffix(suggestion))"
    case .otherType(let property, _, _, let type, let isOptional):
      "it is another name of '\(property.aliasOf ?? "")', which is \(Self.words(type, isOptional)), and it is itself \(Self.words(property.type, property.isOptional)); give it the same type"
    case .unknownSetting(let name, let owner, let action, let suggestion):
      "its action '\(action)' sets '\(name)', and '\(owner)' has no such property\(DidYouMean.suffix(suggestion))"
    case .unknownDrawn(let name, let owner, let suggestion):
      "its drawing names '\(name)', and '\(owner)' has no such property\(DidYouMean.suffix(suggestion))"
    case .unknownPlaced(let name, let owner, let suggestion):
      "its placement names '\(name)', and '\(owner)' has no such property\(DidYouMean.suffix(suggestion))"
    case .unknownOption(let value, _, let property, let suggestion):
      "its drawing has entries for the value '\(value)' of '\(property)', which is not one of its options\(DidYouMean.suffix(suggestion))"
    case .unknownDependency(let name, let owner, _, let suggestion):
      "it depends on '\(name)', and '\(owner)' has no such property\(DidYouMean.suffix(suggestion))"
    case .condition(let words, _), .face(let words, _): words
    case .unknownTargetOfReference(let target, _, _, let suggestion):
      "it refers to objects of class '\(target)', which is not a class of any plugin found\(suggestion == nil ? "; install its plugin, or write \"*\" for any class" : DidYouMean.suffix(suggestion))"
    }
  }

  private static func words(_ type: PropertyType, _ isOptional: Bool) -> String {
    isOptional ? "an optional \(type.rawValue)" : type.phrase
  }
}
