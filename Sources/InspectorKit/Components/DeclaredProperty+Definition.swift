extension ComponentType {
  /// A declared property as a definition, its own mistakes noted.
  static func definition(
    of property: DeclaredProperty, among names: PropertyNames, context: PluginContext,
    problems: inout [RegistrationProblem]
  ) -> PropertyDefinition {
    let (name, owner, type) = (property.name, property.declaringClass, property.kind.type)
    let metadata = property.metadata
    var definition = PropertyDefinition(
      name: name, label: metadata.label ?? context.label(for: name), type: type,
      isOptional: property.kind.isOptional, declaringClass: owner, help: metadata.help,
      range: metadata.range?.intersection(property.kind.range) ?? property.kind.range,
      options: metadata.options ?? [], dependsOn: metadata.dependsOn,
      // A rule is the plugin's own code, so a property that has one is never left to the host alone.
      isObserved: property.isObserved || !metadata.rules.isEmpty)
    definition.softRange = metadata.softRange
    definition.step = metadata.step
    definition.unit = metadata.unit
    definition.group = metadata.group
    definition.order = metadata.order
    definition.isReadOnly = metadata.isReadOnly
    definition.aliases = metadata.aliases
    definition.isRequired = metadata.isRequired
    definition.rules = metadata.rules
    definition.visibleWhen = metadata.visibleWhen
    definition.enabledWhen = metadata.enabledWhen
    definition.since = metadata.since
    definition.deprecated = metadata.deprecated
    problems += definition.problems(among: names, rules: context.rules.keys)
    return definition
  }
}
