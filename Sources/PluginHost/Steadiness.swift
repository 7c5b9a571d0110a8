internal import InspectorKit
package import JSONText
internal import Synchronization
package import WorkbenchSupport

extension DescriptionChange {
  /// True if a host may keep using the former description, since only a default changed and messages keep their form.
  var isOfDefault: Bool { if case .defaultChanged = self { true } else { false } }

  /// The class and the property that changed; nil if the change is not that of a single property.
  package var place: (className: String, property: String)? {
    switch self {
    case .propertyAdded(let name, let owner), .propertyRemoved(let name, let owner),
      .retyped(let name, let owner, _, _), .defaultChanged(let name, let owner, _, _),
      .propertyChanged(let name, let owner):
      (owner, name)
    default: nil
    }
  }
}

// Differences between the descriptions of a plugin's processes, such as a random default.
extension InstalledPlugin {
  /// Records the differences of another process's description from the known one, unless some were recorded before.
  func note(_ changes: [DescriptionChange]) {
    differences.withLock { if $0.isEmpty { $0 = changes } }
  }

  /// Starts another process and compares its description with the known one.
  package func compareProcesses(under job: InspectorJob) {
    guard let known = description, path != nil, !isData, problem == nil else { return }
    let conversation = PluginConversation(with: self, under: job)
    defer { conversation.end() }
    guard let other = try? conversation.restart() else { return }
    let changes = DescriptionChange.changes(from: known, to: other.description)
    if !changes.isEmpty, changes.allSatisfy(\.isOfDefault) { note(changes) }
  }

  /// The finding that the plugin's processes describe it differently; nil if no difference was recorded.
  package var unsteadiness: AnyRefusal? {
    let changes = differences.withLock { $0 }
    return changes.isEmpty ? nil : AnyRefusal(PluginFinding.unsteady(name, changes))
  }
}
