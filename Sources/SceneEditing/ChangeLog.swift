internal import InspectorKit
internal import SceneDocument

/// Which version of a session changed what.
package struct ChangeLog {
  package private(set) var version = 0

  private var changes: [SceneChange] = []

  package init() {}

  /// Notes a change, given what undoes it.
  package mutating func add(_ inverse: InverseEdit, cause: SceneChange.Cause, name: String) -> SceneChange {
    version += 1
    let change = SceneChange(
      version: version, cause: cause, name: name, nodes: inverse.nodes, properties: inverse.properties,
      colors: inverse.colors, structure: inverse.structure, map: inverse.map)
    changes.append(change)
    return change
  }

  /// Refuses an edit of colours of the palette that others changed after the version it was made on.
  func checkConflicts(since base: Int, colors: Set<String>) throws(EditError) {
    for change in changes where change.version > base {
      guard let name = change.colors.intersection(colors).min() else { continue }
      throw EditError(EditRefusal.colorChangedSince(base: base, name, version: change.version))
    }
  }

  /// The changes after a version, the last first.
  package func changes(since base: Int) -> ReversedCollection<ArraySlice<SceneChange>> {
    // Versions count from 1 without gaps.
    changes[max(0, min(base, changes.count))...].reversed()
  }
}
