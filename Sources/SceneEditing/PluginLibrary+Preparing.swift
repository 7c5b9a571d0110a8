internal import InspectorKit

// Optional calls before a scene is opened, which start workers while the scene is read. They only save time.
extension PluginLibrary {
  /// Starts the workers of the classes that a search is certain to query: the classes that the selector names and whose
  /// effective values it compares.
  public func prepare(for selector: Selector, under job: InspectorJob = InspectorJob()) {
    prepare(
      selector.lastCompounds.filter { $0.predicates.contains { $0.comparison != nil && !$0.isStored } }, under: job)
  }

  /// Starts the workers of the classes whose components an edit is certain to query, as far as the selectors name the
  /// classes.
  public func prepare(for request: EditRequest, under job: InspectorJob = InspectorJob()) {
    for selector in request.steps.compactMap(\.kind.judges) { prepare(selector.lastCompounds, under: job) }
  }

  private func prepare(_ compounds: [Selector.Compound], under job: InspectorJob) {
    let registry = registry
    let needs = ScenePlugins([], registry)
    for name in compounds.compactMap(\.typeName) {
      guard case .known(let entry) = registry.resolve(name, needs: needs), !entry.definition.isInert else { continue }
      entry.plugin.prepare(under: job)
    }
  }
}

extension Selector {
  /// The last compound of each alternative, which the selected objects themselves must match.
  fileprivate var lastCompounds: [Compound] { alternatives.compactMap(\.steps.last?.compound) }
}
