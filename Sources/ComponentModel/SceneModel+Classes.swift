internal import InspectorKit
internal import JSONText
internal import SceneDocument

extension SceneModel {
  /// Returns all plugins related to a class: those that declare the class and its base classes, the one that builds
  /// it, and those that extend it. The result may contain a plugin twice, and is empty for a class that no plugin
  /// knows.
  package func plugins(ofClass classID: Int) -> [InstalledPlugin] {
    guard case .known(let binding) = meaning(ofClass: classID), case .known(let entry) = resolution(ofClass: classID)
    else { return [] }
    return [binding.owner, binding.plugin] + binding.extensions.map(\.plugin)
      + registry.lineage(of: entry).map(\.plugin)
  }

  /// Returns true if a name refers to the class, either bare or as `Plugin.Class`.
  package func isClass(_ classID: Int, _ name: String) -> Bool {
    let own = document.classNames[classID]
    if own.isExactly(name) { return true }
    let isQualified = own.utf8.contains(UInt8(ascii: ".")) || name.utf8.contains(UInt8(ascii: "."))
    guard isQualified || registry.hasFormerClasses, case .known(let binding) = meaning(ofClass: classID) else {
      return false
    }
    let names = [binding.definition.name] + binding.definition.aliases
    return names.contains { name.isExactly($0) || name.isExactly("\(binding.owner.name).\($0)") }
  }

  /// Returns the present name of a class that the scene stores under a former name; nil for any other class.
  package func presentName(ofClass classID: Int) -> String? {
    guard registry.hasFormerClasses, case .known(let entry) = resolution(ofClass: classID) else { return nil }
    let stored = document.classNames[classID]
    return stored.isExactly(entry.name) ? nil : entry.presentName(for: stored)
  }

  /// True if the scene stores a class under a former name.
  package var storesFormerClasses: Bool {
    registry.hasFormerClasses && document.classNames.indices.contains { presentName(ofClass: $0) != nil }
  }

  /// Returns true if the class or one of its base classes has this name. If no plugin knows the class, its base
  /// classes are not known.
  package func isKind(_ classID: Int, _ name: String) -> Bool {
    if isClass(classID, name) { return true }
    guard case .known(let entry) = resolution(ofClass: classID) else { return false }
    return isKind(entry, name)
  }

  /// The scene's unknown classes that are inspected as their base classes.
  package var basedEntries: [ComponentRegistry.Entry] {
    document.classBases.indices.compactMap { classID in
      guard document.classBases[classID] != nil, case .known(let entry) = resolution(ofClass: classID),
        entry.described.inspectedAs != nil
      else { return nil }
      return entry
    }
  }

  /// Returns true if the class or one of its base classes has this name.
  package func isKind(_ entry: ComponentRegistry.Entry, _ name: String) -> Bool {
    registry.lineage(of: entry).contains { $0.matches(name) }
  }

  /// Returns true if the scene or a plugin has a class of this name.
  package func hasClass(_ name: String) -> Bool {
    if document.classNames.contains(where: { $0.isExactly(name) }) { return true }
    if case .unknown = registry.resolve(name, needs: plugins) { return false }
    return true
  }

  /// Returns true if the scene or a plugin has a class of this name, or if a plugin describes a base class of this name
  /// without registering it.
  package func hasKind(_ name: String) -> Bool {
    hasClass(name)
      || registry.plugins.contains { plugin in plugin.described?.bases.contains { $0.name.isExactly(name) } == true }
  }
}
