internal import Glibc
internal import JSONText

/// A place in which plugins are looked for, and what was found there.
package struct PluginPlace: Hashable, Sendable {
  /// Why a place is searched.
  package enum Origin: String, Hashable, Sendable {
    /// The person names it by `--plugin`.
    case option
    /// The place is an entry of `INSPECTOR_PLUGIN_PATH`.
    case variable
    /// The place is the person's own folder of plugins.
    case user
    /// The place is the folder of the program itself, with the plugins that are shipped.
    case program
  }

  /// What is at a place.
  package enum Kind: Hashable, Sendable { case file, folder }

  package let origin: Origin

  /// The path as given; empty for an empty entry.
  package let path: String

  /// Nil where there is nothing.
  package let kind: Kind?

  /// The files that are used as plugins, in the order in which they were found.
  package let found: [String]

  /// The files that are not used or, by its own path, the place.
  package let unused: [UnusedPlugin]
}

/// What the system says of a plugin's file.
package struct PluginFileFacts: Hashable, Sendable {
  /// Whether the file belongs to the person.
  package let isOwn: Bool

  /// The file itself, where a symbolic link leads to it; nil where the path is its own.
  package let target: String?

  /// Nil where the file cannot be looked at.
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
  /// The name that a plugin's file gives it; nil where it is none's.
  package static func name(ofFile path: String) -> String? { Candidate(path: path)?.name }

  /// Why a file would not be run if it were found by itself, where the person did not name it; nil where it would.
  package static func distrust(ofFile path: String) -> UnusedPlugin? {
    var trust = FileTrust()
    return trust.fault(of: path).map { UnusedPlugin(file: path, $0) }
  }
}
