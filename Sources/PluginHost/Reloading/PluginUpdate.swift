internal import InspectorKit
internal import SceneDocument

/// A plugin whose file has changed since it was loaded.
public struct PluginUpdate: Hashable, Sendable {
  /// The kind of change to the file.
  public enum Kind: String, Hashable, Sendable {
    /// The file was replaced, or another file of the name is found first.
    case changed
    /// There was no such plugin before.
    case found
    /// The plugin's file is no longer there, or can no longer be used. Its workers go on until the update is taken.
    case vanished
  }

  /// The kind of change to the file.
  public let kind: Kind

  /// The plugin's name, or the name of its file if it has not described itself.
  public let name: String

  /// The path of the file to load; for a plugin that vanished, the former path.
  public let path: String

  /// The plugin's name according to its file name, which identifies it in later searches.
  let fileName: String

  /// The identity of the file at the check, so that two checks can be compared.
  let identity: FileIdentity?

  /// The kind of place that holds the file.
  let origin: PluginPlace.Origin
}

/// The result of reloading a plugin.
public struct PluginReload: Sendable {
  /// The outcome of a reload.
  public enum Outcome: Sendable {
    /// The new build is in use, with these changes of its description.
    case rebuilt([DescriptionChange])
    /// The plugin did not work before, and now does.
    case mended
    /// The plugin was not there before.
    case found
    /// The plugin no longer exists and is no longer used.
    case removed
    /// The new build does not work, for this reason.
    case failed(PluginFailure, isFormerUsed: Bool)
  }

  /// The plugin's name, or the name of its file if it has not described itself.
  public let name: String

  /// The path of the plugin's file.
  public let path: String

  /// The outcome of the reload.
  public let outcome: Outcome

  init(_ item: PluginExchange.Item) {
    let (former, new) = (item.former, item.new)
    name = new?.described?.name ?? former?.name ?? item.update.name
    path = item.update.path
    outcome =
      if let new, let problem = new.problem {
        .failed(problem, isFormerUsed: !item.isTaken)
      } else if let new {
        switch former {
        case nil: .found
        case let former?: former.description.map { .rebuilt(.changes(from: $0, to: new)) } ?? .mended
        }
      } else {
        .removed
      }
  }
}

extension [DescriptionChange] {
  fileprivate static func changes(from old: PluginDescription, to new: InstalledPlugin) -> Self {
    new.description.map { DescriptionChange.changes(from: old, to: $0) } ?? []
  }
}
