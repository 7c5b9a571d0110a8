internal import InspectorKit
internal import SceneDocument

/// A plugin whose file is another than the one that it was taken from.
public struct PluginUpdate: Hashable, Sendable {
  /// What became of the file.
  public enum Kind: String, Hashable, Sendable {
    /// Another build is in its place, or another file of the name is found first.
    case changed
    /// There was no such plugin before.
    case found
    /// The plugin's file is no longer there, or can no longer be used. Its workers go on until the update is taken.
    case vanished
  }

  /// What became of the file.
  public let kind: Kind

  /// The plugin's name; that of its file where it has not described itself.
  public let name: String

  /// The file that is to be taken; for one that vanished the former.
  public let path: String

  /// The name of its file, by which it is found again.
  let fileName: String

  /// The file as it was looked at, so that two looks can be compared.
  let identity: FileIdentity?

  /// The kind of place that the file is in.
  let origin: PluginPlace.Origin
}

/// What became of a plugin whose file was taken again.
public struct PluginReload: Sendable {
  /// What became of the plugin.
  public enum Outcome: Sendable {
    /// Its new build is used; this is what it describes in another way than the former.
    case rebuilt([DescriptionChange])
    /// The plugin did not work before, and now does.
    case mended
    /// The plugin was not there before.
    case found
    /// The plugin is not there any more, and no longer used.
    case removed
    /// The new build does not work, for this reason.
    case failed(PluginFailure, isFormerUsed: Bool)
  }

  /// The plugin's name; that of its file where it has not described itself.
  public let name: String

  /// Its file.
  public let path: String

  /// What became of the plugin.
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
