package import InspectorKit
package import JSONText

/// A problem of a binding, or the reason why a property cannot be bound.
package enum BindingFinding: Refusal {
  case noBindings(found: String)
  case noSetting(String, found: String)
  case strayMember(String, of: String)
  case noTransformerName(String)
  /// A binding names a property that the class does not have.
  case unknownProperty(String, className: String, suggestion: String?)
  case part(String, of: String)
  case notSettable(String)
  case unknownTransformer(String, property: String)
  /// A transformer produces values of a type other than the property's.
  case transformerOfOther(String, PropertyType, property: String, PropertyType)
  /// The setting has no value, so the property has the same value as without the binding.
  case unset(FindingPlace, setting: String, suggestion: String?)
  case wrongValue(FindingPlace, setting: String, place: String, AnyRefusal)
  /// The object also stores a value for the property in the same document. The stored value takes precedence.
  case hidden(FindingPlace, setting: String, key: String)
  /// A second binding of the same property in the same document.
  case twice(FindingPlace, first: String)
  case personal(FindingPlace, setting: String, place: String)
  case noKey(String, suggestion: String?)

  package var code: DiagnosticCode {
    switch self {
    case .noBindings, .noSetting, .strayMember, .noTransformerName, .part, .notSettable, .unknownTransformer,
      .transformerOfOther, .twice:
      .bindingInvalid
    case .wrongValue: .bindingInvalid
    case .unknownProperty: .unknownProperty
    case .unset: .bindingUnset
    case .hidden: .bindingHidden
    case .personal: .bindingPersonal
    case .noKey: .settingUnknown
    }
  }

  package var message: String {
    switch self {
    case .noBindings(let found):
      "'bindings' must be an object, such as { \"fontSize\": { \"setting\": \"user.size\" } }, not \(found)"
    case .noSetting(let property, let found):
      "the binding of '\(property)' must name a setting, as in { \"setting\": \"user.size\" }, not \(found)"
    case .strayMember(let key, let property):
      "the binding of '\(property)' has an unknown member '\(key)'; it may have 'setting' and 'through'"
    case .noTransformerName(let property): "'through' of the binding of '\(property)' must be the name of a transformer"
    case .unknownProperty(let name, let className, let suggestion):
      "'\(className)' has no property '\(name)' to bind\(DidYouMean.suffix(suggestion))"
    case .part(let name, let owner): "'\(name)' is a part of a value; bind '\(owner)' as a whole"
    case .notSettable(let name): "'\(name)' is read-only and cannot be bound"
    case .unknownTransformer(let name, let property):
      "no plugin has the transformer '\(name)', through which '\(property)' is bound; the binding is not used"
    case .transformerOfOther(let name, let type, let property, let own):
      "'\(property)' is \(own.phrase), and '\(name)', through which it is bound, makes \(type.phrase)"
    case .unset(let place, let setting, let suggestion):
      "\(place.quoted) is bound to '\(setting)', which has no value\(DidYouMean.suffix(suggestion))"
    case .wrongValue(let place, let setting, let source, let reason):
      "\(place.quoted) is bound to '\(setting)', whose value it cannot have (\(source)): \(reason.message)"
    case .hidden(let place, let setting, let key):
      "\(place.quoted) is bound to '\(setting)', but the stored '\(key)' wins; reset it or remove the binding"
    case .twice(let place, let first): "\(place.quoted) is bound a second time; the binding of '\(first)' counts"
    case .personal(let place, let setting, let source):
      "\(place.quoted) has the value of '\(setting)' from \(source), which other users do not share"
    case .noKey(let key, let suggestion):
      "there is no setting '\(key)'"
        + (suggestion.map { "; did you mean '\($0)'?" } ?? "; keys of your own begin with 'user.'")
    }
  }

  package var suggestion: String? {
    switch self {
    case .unknownProperty(_, _, let name), .unset(_, _, let name), .noKey(_, let name): name
    case .wrongValue(_, _, _, let reason): reason.suggestion
    default: nil
    }
  }
}
