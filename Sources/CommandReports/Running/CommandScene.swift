package import SceneSessions

/// A scene that a command works on, with where it comes from.
///
/// A ``Workspace`` gives a command its scenes as such, and opens them.
package enum CommandScene {
  /// A file, by its path as given.
  case file(String)

  /// The text that comes on the standard input.
  case standardInput

  /// A scene that is open already.
  ///
  /// - Parameter name: what it was opened as.
  case open(SceneSession, name: String)

  /// The scene that an argument names; `-` is the standard input.
  package init(_ argument: String) { self = argument == "-" ? .standardInput : .file(argument) }

  /// What messages and documents call it.
  package var name: String {
    switch self {
    case .file(let path): path
    case .standardInput: "-"
    case .open(_, let name): name
    }
  }
}
