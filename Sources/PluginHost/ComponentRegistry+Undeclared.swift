package import InspectorKit

extension ComponentRegistry {
  /// Returns the entry and the whole of a class that no plugin registers, such as one whose properties are those that a
  /// scene stores. Nothing builds its objects.
  package func undeclared(_ definition: ComponentDefinition) -> (entry: Entry, whole: ComposedClass) {
    // Not `composed(_:)`, whose cache is for the classes of plugins, which stay.
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
