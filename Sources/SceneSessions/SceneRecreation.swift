internal import InspectorKit
internal import SceneDocument

/// Rebuilds a scene's objects after plugins were exchanged, and compares their values.
///
/// ```swift
/// let recreation = SceneRecreation(session, exchange)
/// library.perform(exchange)
/// recreation.finish().changes  // the effective values that are others now
/// ```
///
/// What is stored stays as it is, and so does the history: only what hooks and defaults make of it may be different.
public final class SceneRecreation {
  private let session: SceneSession
  private let exchange: PluginExchange
  private let most: Int
  private var former: [NodeIndex: Former] = [:]

  /// An object as the former plugins made it.
  private struct Former {
    let binding: ClassBinding
    /// Nil where its component failed.
    let values: [PropertyValue?]?
    /// The keys whose values could not be used.
    let refused: Set<String>
  }

  /// Builds the objects of the plugins that are to be replaced, with these for the last time.
  ///
  /// - Parameter most: how many objects are compared at most, so that a large scene keeps nobody waiting.
  public init(_ session: SceneSession, _ exchange: PluginExchange, atMost most: Int = 1000) {
    (self.session, self.exchange, self.most) = (session, exchange, most)
    guard !exchange.isEmpty else { return }
    session.withModel { model in
      let (nodes, _) = Self.nodes(model, atMost: most, exchange.takesPlace)
      model.build(nodes) { built in
        self.former[built.node] = Former(
          binding: built.binding, values: model.effective(built), refused: Self.refused(built, model))
      }
    }
  }

  /// Builds the objects of the plugins that took the places, and compares. Call it once, after the exchange.
  public func finish() -> RecreatedObjects {
    guard !exchange.isEmpty else { return RecreatedObjects() }
    return session.withModel { model in
      let (own, count) = Self.nodes(model, atMost: most, exchange.brings)
      var result = RecreatedObjects()
      // An object whose class is gone is looked at, too.
      let nodes = Set(own).union(former.keys).sorted()
      result.count = max(count, nodes.count)
      result.compared = nodes.count
      for node in nodes where model.binding(of: node) == nil {
        if former[node] != nil { result.addLost(model.document.id(node), model.document.className(node)) }
      }
      var found: [(BuiltObject, [PropertyValue?]?)] = []
      model.build(nodes.filter { model.binding(of: $0) != nil }) { found.append(($0, model.effective($0))) }
      found.sort { $0.0.node < $1.0.node }
      for (built, values) in found { compare(built, values, model, &result) }
      return result
    }
  }

  private func compare(
    _ built: BuiltObject, _ values: [PropertyValue?]?, _ model: SceneModel, _ result: inout RecreatedObjects
  ) {
    let (id, before) = (model.document.id(built.node), former[built.node])
    guard let values else {
      // What failed before is no news.
      guard before?.values != nil || before == nil, let failure = built.answer.failure, failure.kind != .cancelled
      else { return }
      return result.add(failure: model.diagnostic(failure, built.node))
    }
    for key in Self.refused(built, model).subtracting(before?.refused ?? []).sorted() { result.addRefused(id, key) }
    guard let before, let former = before.values else { return }
    for (place, property) in built.binding.definition.properties.enumerated() {
      guard let old = before.binding.place(of: property.name), former[old] != values[place] else { continue }
      result.add(
        RecreatedObjects.Change(object: id, property: property.name, old: former[old], new: values[place]))
    }
  }

  /// The keys whose values the class does not take, or does not have.
  private static func refused(_ built: BuiltObject, _ model: SceneModel) -> Set<String> {
    let stored = model.stored(built.node, built.binding)
    return Set(stored.problems.map(\.key) + stored.unknown.map(\.key) + built.answer.skipped.compactMap(\.property))
  }

  /// The first objects that certain plugins make, or add to, with those that read them as their parents, and how many the
  /// plugins make in all.
  private static func nodes(
    _ model: SceneModel, atMost most: Int, _ isMeant: (InstalledPlugin) -> Bool
  ) -> (nodes: [NodeIndex], count: Int) {
    let classes = model.document.classNames.indices.map { model.plugins(ofClass: $0).contains(where: isMeant) }
    guard classes.contains(true) else { return ([], 0) }
    var (nodes, count) = ([NodeIndex](), 0)
    for node in 0..<model.document.objectCount where classes[model.document.classID(node)] {
      count += 1
      if nodes.count < most { nodes.append(node) }
    }
    guard model.hasParentReaders else { return (nodes, count) }
    let readers = DependentBuilds.readers(below: NodeSet(nodes), in: model)
      .filter { !classes[model.document.classID($0)] }
    return (nodes + readers.prefix(most), count + readers.count)
  }
}
