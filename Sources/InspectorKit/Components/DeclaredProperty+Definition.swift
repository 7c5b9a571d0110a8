extension DeclaredProperty {
  /// Returns the property's definition without its default value, which only an instance provides. Nothing is checked
  /// here.
  func definition(in context: PluginContext) -> PropertyDefinition {
    var definition = PropertyDefinition(
      name: name, label: "", type: kind.type, isOptional: kind.isOptional, declaringClass: declaringClass,
      // A rule is the plugin's own code, so the host must not set a property with rules without calling the plugin.
      isObserved: isObserved || !metadata.rules.isEmpty)
    definition.isComputed = isComputed
    definition.metadata = metadata
    definition.label = metadata.label ?? context.label(for: name)
    definition.range = metadata.range?.intersection(kind.range) ?? kind.range
    definition.options = metadata.options ?? kind.cases?.options(in: context) ?? []
    return definition
  }
}
