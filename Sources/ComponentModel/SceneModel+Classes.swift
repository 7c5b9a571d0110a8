internal import InspectorKit
internal import JSONText
internal import SceneDocument

extension SceneModel {
  /// All plugins that a class has to do with: its own, those of what it extends, that which builds it, and those that add to
  /// it. None for a class that no plugin knows.
  package func plugins(ofClass classID: Int) -> [InstalledPlugin] {
    guard case .known(let binding) = meaning(ofClass: classID), case .known(let entry) = resolution(ofClass: classID)
    else { return [] }
    return [binding.owner, binding.plugin] + binding.extensions.map(\.plugin)
      + registry.lineage(of: entry).map(\.plugin)
  }

  /// Whether objects of a class are meant by its name: as it is written, or as `Plugin.Class`.
  package func isClass(_ classID: Int, _ name: String) -> Bool {
    let own = document.classNames[classID]
    if own.isExactly(name) { return true }
    let isQualified = own.utf8.contains(UInt8(ascii: ".")) || name.utf8.contains(UInt8(ascii: "."))
    guard isQualified, case .known(let binding) = meaning(ofClass: classID) else { return false }
    return name.isExactly(binding.definition.name)
      || name.isExactly("\(binding.owner.name).\(binding.definition.name)")
  }

  /// Whether a class is the one of that name or extends it. Of a class that no plugin knows only its own name is known.
  package func isKind(_ classID: Int, _ name: String) -> Bool {
    if isClass(classID, name) { return true }
    guard case .known(let entry) = resolution(ofClass: classID) else { return false }
    return isKind(entry, name)
  }

  /// The classes of the scene that no plugin knows and that are inspected as their bases.
  package var basedEntries: [ComponentRegistry.Entry] {
    document.classBases.indices.compactMap { classID in
      guard document.classBases[classID] != nil, case .known(let entry) = resolution(ofClass: classID),
        entry.described.inspectedAs != nil
      else { return nil }
      return entry
    }
  }

  /// Whether a class is the one of that name or extends it.
  package func isKind(_ entry: ComponentRegistry.Entry, _ name: String) -> Bool {
    registry.lineage(of: entry).contains { $0.matches(name) }
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
