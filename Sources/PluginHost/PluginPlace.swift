internal import Glibc
internal import JSONText

/// A place that is searched for plugins, with the files found there.
package struct PluginPlace: Hashable, Sendable {
  /// The reason why a place is searched. The cases are in search order.
  package enum Origin: String, CaseIterable, Sendable {
    /// The user names the place with `--plugin`.
    case option
    /// The place is an entry of `INSPECTOR_PLUGIN_PATH`.
    case variable
    /// The place is an entry of the setting `plugins.paths`.
    case setting
    /// The place is the user's own folder of plugins.
    case user
    /// The place is the folder of the program itself, with the shipped plugins.
    case program
    /// The place is the folder `.inspector/plugins` of the workspace, from which only plugins without code are used.
    case workspace
  }

  /// The kind of file at the path of a place.
  package enum Kind: Hashable, Sendable { case file, folder }

  package let origin: Origin

  /// The path of the place as the user wrote it; empty for an empty entry of `INSPECTOR_PLUGIN_PATH`.
  package let path: String

  /// The kind of file at the path; nil if the path does not exist.
  package let kind: Kind?

  /// The files that are used as plugins, in the order in which they were found.
  package let found: [String]

  /// The files that are not used. An entry with the path of the place itself means that the whole place is ignored.
  package let unused: [UnusedPlugin]
}

/// The ownership of a plugin's file, and the target of a symbolic link at its path.
package struct PluginFileFacts: Hashable, Sendable {
  /// True if the user owns the file, or the target of a link at its path.
  package let isOwn: Bool

  /// The path that a symbolic link leads to; nil if the file is not a link.
  package let target: String?

  /// Inspects a file; nil if it cannot be inspected.
  package init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    isOwn = status.st_uid == geteuid()
    var link = stat()
    let isLink = lstat(path, &link) == 0 && link.st_mode & S_IFMT == S_IFLNK
    target = isLink ? realpath(path) : nil
  }
}

extension PluginSearch {
  /// Returns the plugin's name in a file name, without prefix or suffix; nil if the name is not that of a plugin's
  /// file.
  package static func name(ofFile path: String) -> String? {
    Candidate(path: path).flatMap { $0.isFormat ? nil : $0.name }
  }

  /// Returns the reason why a file would not be run unless the user named it on the command line; nil if the file would
  /// be run.
  package static func distrust(ofFile path: String) -> UnusedPlugin? {
    var trust = FileTrust()
    return trust.fault(of: path).map { UnusedPlugin(.file, path, $0) }
  }
}
