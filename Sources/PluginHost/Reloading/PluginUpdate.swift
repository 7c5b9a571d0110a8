internal import InspectorKit
internal import SceneDocument

/// A change of a plugin's file after the plugin was loaded, or a new plugin's file.
public struct PluginUpdate: Hashable, Sendable {
  /// The kinds of changes to a plugin's file.
  public enum Kind: String, Hashable, Sendable {
    /// The file was replaced, or a different file of the same name is now found first.
    case changed
    /// A search finds the file of a new plugin.
    case found
    /// The plugin's file no longer exists, or can no longer be used. The plugin stays in use until the library performs
    /// the update.
    case vanished
  }

  /// The kind of change to the file.
  public let kind: Kind

  /// The plugin's name, or the name in its file name if the plugin has not described itself.
  public let name: String

  /// The file to load; for a file that vanished, the former file.
  let candidate: PluginSearch.Candidate

  /// The identity of the file when the change was noticed; nil if there was no file. If two updates are equal, the file
  /// did not change in between.
  let identity: FileIdentity?

  /// The path of the file to load; for a file that vanished, the former path.
  public var path: String { candidate.path }
}

/// The result of loading a plugin's changed file.
public struct PluginReload: Sendable {
  /// The possible outcomes of a reload.
  public enum Outcome: Sendable {
    /// The new build is in use; the value lists the changes of its description.
    case rebuilt([DescriptionChange])
    /// The plugin did not work before, but works now.
    case mended
    /// The plugin is new in the library.
    case found
    /// The plugin's file no longer exists, and the plugin is no longer used.
    case removed
    /// The new build does not work, for the given reason; `isFormerUsed` is true if the former build stays in use.
    case failed(PluginFailure, isFormerUsed: Bool)
  }

  /// The plugin's name, or the name in its file name if the plugin has not described itself.
  public let name: String

  /// The path of the plugin's file.
  public let path: String

  /// The outcome, with the changes or the failure.
  public let outcome: Outcome

  init(_ item: PluginExchange.Item) {
    let (former, new) = (item.former, item.new)
    name = new?.described?.name ?? former?.name ?? item.update.name
    path = item.update.path
    outcome =
      if let new, let problem = new.problem {
        .failed(problem, isFormerUsed: !item.isTaken)
      } else if let new, let former {
        former.description.map { .rebuilt(DescriptionChange.changes(from: $0, to: new.description ?? $0)) } ?? .mended
      } else {
        new == nil ? .removed : .found
      }
  }
}
