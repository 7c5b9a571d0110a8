package import InspectorKit

extension ComponentRegistry {
  /// Returns the arrangement that the classes named by a selector share; nil if the selector names no class, or if the
  /// classes share no arrangement.
  ///
  /// | selector | arrangement |
  /// |---|---|
  /// | `Ticket[rating>3]`, `:kind(Ticket)`, `Board > Ticket` | that of `Ticket` |
  /// | `Bug, Wish`, `:is(Bug, Wish)` | the nearest one that both declare or inherit |
  /// | `*`, `#a`, `Ticket, #a` | none |
  ///
  /// The selector decides rather than the objects that match, so that an edit does not rearrange a list.
  package func arrangement(of selector: Selector) -> Arrangement? {
    guard let names = selector.classNames else { return nil }
    let lists = names.map(arrangements)
    return lists.first?.first { shared in lists.dropFirst().allSatisfy { $0.contains(shared) } }
  }

  /// Returns the arrangements of a class and of its base classes, nearest first.
  private func arrangements(ofClass name: String) -> [Arrangement] {
    guard case .known(let entry) = resolve(name, needs: ScenePlugins([], self)) else { return [] }
    let bases = lineage(of: entry).dropFirst().compactMap { self.entry(of: $0.name, in: $0.plugin) }
    return ([entry] + bases).compactMap(\.definition.arrangement)
  }
}

extension Selector {
  /// The names of the classes of the selected objects; nil if an alternative names no class.
  package var classNames: [String]? { Self.classNames(alternatives) }

  private static func classNames(_ paths: [Path]) -> [String]? {
    var names: [String] = []
    for path in paths {
      guard let found = classNames(path.subject) else { return nil }
      names += found.filter { !names.contains($0) }
    }
    return names
  }

  private static func classNames(_ compound: Compound) -> [String]? {
    if let name = compound.typeName { return [name] }
    for pseudo in compound.pseudoClasses {
      switch pseudo.kind {
      case .kind(let name): return [name]
      case .is(let paths): if let names = classNames(paths) { return names }
      default: break
      }
    }
    return nil
  }
}
