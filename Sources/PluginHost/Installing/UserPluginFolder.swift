internal import Glibc
internal import JSONText

/// The folder in which a person's own plugins are: `$XDG_DATA_HOME/inspector/plugins`.
package struct UserPluginFolder {
  /// The folder; it may not be there yet.
  package let path: String

  private let environment: [String: String]

  /// Nil where the environment names neither `XDG_DATA_HOME` nor `HOME` by a whole path.
  package init?(_ environment: [String: String]) {
    guard let path = PluginSearch(executableFolder: nil, environment: environment).userFolder else { return nil }
    (self.path, self.environment) = (path, environment)
  }

  /// The plugins in it, by their names, also those that others could change, and that are not run.
  package var files: [PluginFile] {
    PluginSearch.entries(of: path).sorted().compactMap { PluginFile("\(path)/\($0)") }
  }

  /// Makes the folder, for the person alone.
  ///
  /// - Returns: why nothing in it would be run, or nil.
  package func make() -> UnusedPlugin? {
    makeFolders(path)
    var trust = FileTrust()
    return trust.fault(of: path).map { UnusedPlugin(folder: path, $0) }
  }

  /// Where else plugins of a name are found, in the order of the search.
  ///
  /// - Parameter executableFolder: that of the running program.
  package func places(ofName name: String, executableFolder: String?) -> (before: [String], after: [String]) {
    let search = PluginSearch(executableFolder: executableFolder, environment: environment)
    let outcome = search.candidates()
    let (found, unused) = (outcome.found, outcome.unused)
    let isOwn: (String) -> Bool = { FileName.folder(of: $0).isExactly(path) }
    guard let first = found.first(where: { $0.name.isExactly(name) })?.path else { return ([], []) }
    let shadowed = unused.filter { $0.reason == .shadowed && $0.usedInstead?.isExactly(first) == true }.map(\.path)
    let others = ([first] + shadowed).filter { !isOwn($0) }
    return isOwn(first) ? ([], others) : (others, [])
  }
}
