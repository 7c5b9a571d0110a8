package import InspectorKit

extension ComponentRegistry {
  /// Returns the entry of a class that no plugin registers, such as one whose properties are those that a scene stores.
  /// Nothing builds its objects.
  package func entry(ofUndeclared definition: ComponentDefinition) -> Entry {
    Entry(plugin: .nobody, described: DescribedClass(definition), registry: self)
  }
}

extension InstalledPlugin {
  /// A plugin without classes and code, the owner of undeclared classes.
  fileprivate static let nobody = InstalledPlugin(name: "", path: nil, limit: .seconds(1), isData: true) {
    () throws(PluginFailure) in throw .notRunning("")
  }
}
