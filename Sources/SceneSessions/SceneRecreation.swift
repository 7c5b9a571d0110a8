internal import InspectorKit
internal import SceneDocument

/// A comparison of a scene's effective values before and after an exchange of plugins.
///
/// ```swift
/// let recreation = SceneRecreation(session, exchange)
/// library.perform(exchange)
/// recreation.finish().changes  // the changed effective values
/// ```
///
/// Stored values and the history are not affected: only the results of hooks and defaults may change.
public final class SceneRecreation {
  private let session: SceneSession
  private let exchange: PluginExchange
  private let most: Int
  private var former: [NodeIndex: Former] = [:]

  /// The state of an object with the former plugins.
  private struct Former {
    let binding: ClassBinding
    /// The effective values; nil if the component failed.
    let values: [PropertyValue?]?
    /// The stored keys that the class did not declare, or whose values it refused.
    let refused: Set<String>
  }

  /// Builds the objects of the plugins that the exchange will replace, and keeps their values for the comparison.
  ///
  /// - Parameter most: the maximum number of objects to compare, which limits the delay in a large scene; further
  ///   objects are only counted.
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

  /// Builds the objects with the new plugins and compares their values. Call it once, after the exchange.
  public func finish() -> RecreatedObjects {
    guard !exchange.isEmpty else { return RecreatedObjects() }
    return session.withModel { model in
      let (own, count) = Self.nodes(model, atMost: most, exchange.brings)
      var result = RecreatedObjects()
      // Objects whose class is gone are included.
      let nodes = Set(own).union(former.keys).sorted()
      result.count = max(count, nodes.count)
      result.compared = nodes.count
      for node in nodes where model.binding(of: node) == nil {
        guard former[node] != nil else { continue }
        result.add(lost: .init(object: model.document.id(node), className: model.document.className(node)))
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
      // A component that failed before the exchange is not reported again.
      guard before?.values != nil || before == nil, let failure = built.answer.failure, failure.kind != .cancelled
      else { return }
      return result.add(failure: model.diagnostic(failure, built.node))
    }
    for key in Self.refused(built, model).subtracting(before?.refused ?? []).sorted() {
      result.add(refused: .init(object: id, key: key))
    }
    guard let before, let former = before.values else { return }
    for (place, property) in built.binding.definition.properties.enumerated() {
      guard let old = before.binding.place(of: property.name), former[old] != values[place] else { continue }
      result.add(.init(object: id, property: property.name, old: former[old], new: values[place]))
    }
  }

  /// Returns the stored keys that the class does not declare, or whose values it refuses.
  private static func refused(_ built: BuiltObject, _ model: SceneModel) -> Set<String> {
    let stored = model.stored(built.node, built.binding)
    return Set(stored.problems.map(\.key) + stored.unknown.map(\.key) + built.answer.skipped.compactMap(\.property))
  }

  /// Returns the first `most` objects that the selected plugins build or extend, and up to `most` objects that read
  /// these objects as parents. The count includes all objects of the plugins, and all readers of the returned objects.
  ///
  /// - Parameter isMeant: returns true for the selected plugins.
  private static func nodes(
    _ model: SceneModel, atMost most: Int, _ isMeant: (InstalledPlugin) -> Bool
  ) -> (nodes: [NodeIndex], count: Int) {
    let classes = model.document.classNames.indices.map { model.plugins(ofClass: $0).contains(where: isMeant) }
    guard classes.contains(true) else { return ([], 0) }
    var (nodes, count) = ([NodeIndex](), 0)
    for node in model.document.objects where classes[model.document.classID(node)] {
      count += 1
      if nodes.count < most { nodes.append(node) }
    }
    guard model.hasParentReaders else { return (nodes, count) }
    let readers = DependentBuilds.readers(below: NodeSet(nodes), in: model)
      .filter { !classes[model.document.classID($0)] }
    return (nodes + readers.prefix(most), count + readers.count)
  }
}
