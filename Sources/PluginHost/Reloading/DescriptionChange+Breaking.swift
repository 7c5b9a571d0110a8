internal import InspectorKit

extension DescriptionChange {
  /// True if a scene or an edit script that the former plugin accepts may not mean the same to the new one, or may be
  /// refused by it. Such a change needs a new major version of the plugin.
  ///
  /// A different default is not such a change: what scenes store keeps its meaning.
  package var isBreaking: Bool {
    switch self {
    case .name, .classRemoved, .classAliasRemoved, .baseChanged, .actionRemoved, .propertyRemoved, .aliasRemoved,
      .optionRemoved, .storedFormChanged:
      true
    // A stored Int is also a Double.
    case .retyped(_, _, let old, let new): old != .int || new != .double
    case .rangeChanged(_, _, let old, let new):
      (new?.minimum ?? -.infinity) > (old?.minimum ?? -.infinity)
        || (new?.maximum ?? .infinity) < (old?.maximum ?? .infinity)
    case .optionsChanged(_, _, let areLimiting): areLimiting
    case .optionalChanged(_, _, let isOptional): !isOptional
    case .requiredChanged(_, _, let isRequired): isRequired
    case .readOnlyChanged(_, _, let isReadOnly): isReadOnly
    case .version, .settings, .transformers, .classAdded, .classRenamed, .classChanged, .actionAdded, .propertyAdded,
      .propertyRenamed, .defaultChanged, .optionAdded, .optionRenamed, .propertyChanged:
      false
    }
  }
}
