package import InspectorKit

extension ComponentRegistry {
  /// Returns the registry entry and the composed class for a class that no plugin registers, such as one inferred from
  /// the values that a scene stores. Objects of such a class cannot be built.
  package func undeclared(_ definition: ComponentDefinition) -> (entry: Entry, whole: ComposedClass) {
    // The class is temporary, so the cache of `composed(_:)`, which keeps its classes, is not used.
    let whole = ComposedClass(definition: definition, builder: .nobody, built: definition)
    return (Entry(plugin: .nobody, described: DescribedClass(definition), registry: self), whole)
  }
}

extension InstalledPlugin {
  /// A plugin without classes and code, the owner of undeclared classes.
  fileprivate static let nobody = InstalledPlugin(name: "", path: nil, limit: .seconds(1), isData: true) {
    () throws(PluginFailure) in throw .notRunning("")
  }
}
