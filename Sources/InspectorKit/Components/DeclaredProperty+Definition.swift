extension DeclaredProperty {
  /// Returns the property's definition for the inspector. Nothing is checked, and the default is not known yet.
  func definition(in context: PluginContext) -> PropertyDefinition {
    var definition = PropertyDefinition(
      name: name, label: metadata.label ?? context.label(for: name), type: kind.type, isOptional: kind.isOptional,
      declaringClass: declaringClass,
      // A rule is the plugin's own code, so the host must not set such a property without the plugin.
      isObserved: isObserved || !metadata.rules.isEmpty)
    definition.isComputed = isComputed
    let label = definition.label
    definition.metadata = metadata
    definition.label = label
    definition.range = metadata.range?.intersection(kind.range) ?? kind.range
    definition.options = metadata.options ?? kind.cases?.options(in: context) ?? []
    return definition
  }
}
