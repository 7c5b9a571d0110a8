internal import InspectorKit
internal import Synchronization
package import WorkbenchSupport

/// A record of differences between the descriptions by several processes of one plugin, such as a random default.
///
/// All workers of a plugin share one record. The description that was read first is the valid one.
final class Steadiness: Sendable {
  private let state = Mutex<[DescriptionChange]>([])

  /// The differences in the descriptions of other processes; empty if there are none.
  var changes: [DescriptionChange] { state.withLock { $0 } }

  func note(_ changes: [DescriptionChange]) {
    state.withLock { if $0.isEmpty { $0 = changes } }
  }
}

extension DescriptionChange {
  /// True if a host may continue with the former description, since messages keep the same form.
  var isOfDefault: Bool { if case .defaultChanged = self { true } else { false } }

  /// The class and the property that changed; nil if the change affects more than one property.
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

extension InstalledPlugin {
  /// Starts another process and compares its description with the known one.
  package func compareProcesses(under job: InspectorJob) {
    guard let known = description, path != nil, !isData, problem == nil else { return }
    let conversation = PluginConversation(with: self, under: job)
    defer { conversation.end() }
    guard let other = try? conversation.restart() else { return }
    let changes = DescriptionChange.changes(from: known, to: other.description)
    if !changes.isEmpty, changes.allSatisfy(\.isOfDefault) { steadiness.note(changes) }
  }

  /// The difference between the descriptions of two processes of the plugin; nil if none was found.
  package var unsteadiness: (message: String, changes: [DescriptionChange])? {
    let changes = steadiness.changes
    return changes.isEmpty ? nil : (PluginFinding.unsteady(name, changes).message, changes)
  }
}
