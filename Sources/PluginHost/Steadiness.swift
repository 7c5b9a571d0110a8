internal import InspectorKit
package import JSONText
internal import Synchronization
package import WorkbenchSupport

extension DescriptionChange {
  /// True if the change concerns a property's default. A host may then keep using the former description, since the
  /// format of messages is unchanged.
  var isOfDefault: Bool { if case .defaultChanged = self { true } else { false } }

  /// The class and the property that changed; nil for a renamed property, and for a change that does not concern a
  /// property.
  package var place: (className: String, property: String)? {
    switch self {
    case .propertyAdded(let name, let owner), .propertyRemoved(let name, let owner),
      .retyped(let name, let owner, _, _), .defaultChanged(let name, let owner, _, _),
      .rangeChanged(let name, let owner, _, _), .optionAdded(_, let name, let owner),
      .optionRemoved(_, let name, let owner), .optionRenamed(_, _, let name, let owner),
      .optionsChanged(let name, let owner, _), .optionalChanged(let name, let owner, _),
      .requiredChanged(let name, let owner, _), .readOnlyChanged(let name, let owner, _),
      .storedFormChanged(let name, let owner, _, _), .aliasRemoved(_, let name, let owner),
      .propertyChanged(let name, let owner):
      (owner, name)
    default: nil
    }
  }
}

// Differences between the descriptions of a plugin's processes, such as a random default.
extension InstalledPlugin {
  /// Records the differences between another process's description and the known one, unless differences were recorded
  /// before.
  func note(_ changes: [DescriptionChange]) {
    differences.withLock { if $0.isEmpty { $0 = changes } }
  }

  /// Starts another process, and compares its description with the known one. Records the differences if they concern
  /// only defaults. Does nothing if the plugin cannot be used or has no process, or if the new process fails.
  package func compareProcesses(under job: InspectorJob) {
    guard let known = description, path != nil, !isData, problem == nil else { return }
    let conversation = PluginConversation(with: self, under: job)
    defer { conversation.end() }
    guard let other = try? conversation.restart() else { return }
    let changes = DescriptionChange.changes(from: known, to: other.description)
    if !changes.isEmpty, changes.allSatisfy(\.isOfDefault) { note(changes) }
  }

  /// The finding that the plugin's processes describe the plugin differently; nil if no difference was recorded.
  package var unsteadiness: AnyRefusal? {
    let changes = differences.withLock { $0 }
    return changes.isEmpty ? nil : AnyRefusal(PluginFinding.unsteady(name, changes))
  }
}
