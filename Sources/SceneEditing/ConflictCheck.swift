import InspectorKit
package import SceneDocument

/// A check that refuses an edit if the edited objects have changed since the version `base`.
package struct ConflictCheck {
  /// An aspect of an object that the edit is about to change.
  package struct Touch {
    package var node: NodeIndex
    package var what: What

    package enum What: Hashable {
      case property(String)
      case aspect(SceneChange.Aspect)
      /// The whole object, which the edit removes.
      case everything
    }
  }

  package let log: ChangeLog
  package let base: Int

  package init(log: ChangeLog, base: Int) {
    self.log = log
    self.base = base
  }

  /// Throws a refusal if a change after the version `base` conflicts with one of the touches.
  ///
  /// - Parameter start: returns the number that an object had before the current edit began; nil for an object that the
  ///   edit inserted.
  package func check(
    _ touches: [Touch], in model: SceneModel, start: (NodeIndex) -> NodeIndex? = { $0 }
  ) throws(Diagnostic) {
    var numbers = touches.map { start($0.node) }
    var found: (touch: Int, version: Int)?
    for change in log.changes(since: base) {
      let nodes = Set(change.nodes)
      let conflict = touches.indices.first { place in
        numbers[place].map { Self.meets(touches[place].what, $0, change, nodes) } ?? false
      }
      // The earliest of several conflicts is reported.
      if let conflict { found = (conflict, change.version) }
      if let map = change.map { numbers = numbers.map { $0.flatMap(map.old) } }
    }
    guard let found else { return }
    let touch = touches[found.touch]
    throw Diagnostic(
      EditRefusal.changedSince(base: base, touch.what, of: model.document.id(touch.node), version: found.version))
  }

  private static func meets(
    _ what: Touch.What, _ node: NodeIndex, _ change: SceneChange, _ nodes: Set<NodeIndex>
  ) -> Bool {
    let aspects = change.structure[node] ?? []
    switch what {
    case .property(let name):
      return (nodes.contains(node) && change.properties.contains(name)) || aspects.contains(.className)
    case .aspect(.className): return nodes.contains(node) || aspects.contains(.className)
    case .aspect(let aspect): return aspects.contains(aspect)
    case .everything: return nodes.contains(node) || !aspects.isEmpty
    }
  }
}

extension SceneModel {
  /// Returns the touches of an edit that sets the properties `names` of the objects `nodes`. A name that an object's
  /// class does not declare yields a touch only if the object stores a value under it.
  func touches(_ nodes: [NodeIndex], _ names: [String]) -> [ConflictCheck.Touch] {
    nodes.flatMap { node in
      let binding = binding(of: node)
      return names.compactMap { name in
        let place = binding.flatMap { PropertyPath(name, of: $0)?.place }
        let property = place.flatMap { binding?.definition.properties[$0].name } ?? undeclaredKey(name, of: node)
        return property.map { ConflictCheck.Touch(node: node, what: .property($0)) }
      }
    }
  }
}

/// The history of a session's changes, in the order of their versions. Conflict checks search it.
package struct ChangeLog {
  package private(set) var version = 0

  private var changes: [SceneChange] = []

  package init() {}

  /// Records a change under the next version, and returns the change.
  ///
  /// - Parameter inverse: the edit that undoes the change.
  package mutating func add(_ inverse: InverseEdit, cause: SceneChange.Cause, name: String) -> SceneChange {
    version += 1
    let change = SceneChange(
      version: version, cause: cause, name: name, nodes: inverse.nodes, properties: inverse.properties,
      colors: inverse.colors, structure: inverse.structure, map: inverse.map)
    changes.append(change)
    return change
  }

  /// Throws a refusal if a change after the version `base` changed one of the palette colours.
  func checkConflicts(since base: Int, colors: Set<String>) throws(Diagnostic) {
    for change in changes where change.version > base {
      guard let name = change.colors.intersection(colors).min() else { continue }
      throw Diagnostic(EditRefusal.colorChangedSince(base: base, name, version: change.version))
    }
  }

  /// Returns the changes after a version, the latest first.
  package func changes(since base: Int) -> ReversedCollection<ArraySlice<SceneChange>> {
    // Versions count from 1 without gaps.
    changes[max(0, min(base, changes.count))...].reversed()
  }
}
