internal import InspectorKit

extension PluginLibrary {
  /// Starts the workers that a search or an edit of a scene will ask: those of the classes that a selector names.
  ///
  /// Call it before a scene is opened, so that the workers start while the scene is read. It changes nothing but time.
  ///
  /// - Parameter isSearch: whether only effective values that the selector compares are wanted, and no object is edited.
  public func prepare(for selector: Selector, isSearch: Bool) {
    let needs = ScenePlugins([], library: self)
    lock.withLock {
      for compound in selector.alternatives.compactMap(\.steps.last?.compound) {
        let comparesEffective = compound.predicates.contains { $0.comparison != nil && !$0.isStored }
        guard comparesEffective || !isSearch, let name = compound.typeName,
          case .known(let entry) = registry.resolve(name, needs: needs), !entry.definition.isInert
        else { continue }
        entry.plugin.prepare()
      }
    }
  }
}
