package import InspectorKit
internal import JSONText
internal import SceneDocument

extension SceneModel {
  /// Whether objects of a class are meant by its name: as it is written, or as `Plugin.Class`.
  package func isClass(_ classID: Int, _ name: String) -> Bool {
    let own = document.classNames[classID]
    if own.isExactly(name) { return true }
    let isQualified = own.utf8.contains(UInt8(ascii: ".")) || name.utf8.contains(UInt8(ascii: "."))
    guard isQualified, case .known(let binding) = meaning(ofClass: classID) else { return false }
    return name.isExactly(binding.definition.name)
      || name.isExactly("\(binding.plugin.name).\(binding.definition.name)")
  }

  /// Whether a class is the one of that name or extends it. Of a class that no plugin knows only its own name is known.
  package func isKind(_ classID: Int, _ name: String) -> Bool {
    if isClass(classID, name) { return true }
    guard case .known(let binding) = meaning(ofClass: classID) else { return false }
    return isKind(binding.definition, of: binding.plugin, name)
  }

  /// Whether a class of a plugin is the one of that name or extends it.
  package func isKind(_ definition: ComponentDefinition, of plugin: InstalledPlugin, _ name: String) -> Bool {
    var seen = Set<String>()
    var (definition, plugin) = (definition, plugin)
    while seen.insert(definition.name).inserted {
      if name.isExactly(definition.name) || name.isExactly("\(plugin.name).\(definition.name)") { return true }
      guard let base = definition.base else { return false }
      if base.isExactly(name) { return true }
      if let own = plugin.described?.components.first(where: { $0.name == base }) {
        definition = own.definition
      } else if let entry = registry.entry(of: base) {
        (definition, plugin) = (entry.definition, entry.plugin)
      } else if let copy = plugin.described?.bases.first(where: { $0.name == base }) {
        definition = copy.definition
      } else {
        return false
      }
    }
    return false
  }

  /// Whether the scene or a plugin has a class of that name.
  package func hasClass(_ name: String) -> Bool {
    if document.classNames.contains(where: { $0.isExactly(name) }) { return true }
    if case .unknown = registry.resolve(name, needs: plugins) { return false }
    return true
  }

  /// Whether the name is a class's, or that of a base class that no plugin registers.
  package func hasKind(_ name: String) -> Bool {
    hasClass(name)
      || registry.plugins.contains { plugin in plugin.described?.bases.contains { $0.name.isExactly(name) } == true }
  }
}
