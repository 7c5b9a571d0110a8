internal import CommandLineKit
package import CommandReports
internal import Glibc
internal import JSONText
internal import SceneDocument
package import Workbench

/// A plugin under development. A Swift package is rebuilt whenever one of its source files is saved; any other plugin
/// needs no build.
package struct DevelopedPlugin {
  private let plugin: PluginAtPath

  /// The package's folder; nil for a plugin that needs no build.
  private let package: String?

  /// The source files at the last build, by path.
  private var built: [String: FileIdentity?] = [:]

  /// The time for which the source files must stay unchanged before a build, in milliseconds: an editor may save several
  /// files at once.
  private static let settling = 100

  /// The interval between checks of the source files, in milliseconds.
  private static let pause = 150

  /// Finds the plugin at a path: a file, a folder with one plugin, or a Swift package. Throws if there is none.
  package init(_ path: String) throws(Diagnostic) {
    plugin = try PluginAtPath(path)
    package = if case .package(let folder) = plugin { folder } else { nil }
  }

  /// Returns the path of the plugin's file. Throws if the package builds no plugin, or several.
  package func file() throws(Diagnostic) -> String { try plugin.builtFile() }

  /// The path of the scene beside the plugin that `plugin new` creates; the scene may be missing.
  package var exampleScene: String {
    switch plugin {
    case .package(let folder): "\(folder)/scene.json"
    case .file(let path): "\(FileName.folder(of: path))/scene.json"
    }
  }

  /// Builds the plugin, and rebuilds it after each save until a build succeeds. Throws if `swift` is missing or the
  /// user interrupts the command.
  package mutating func build(_ run: CommandRun) throws(Diagnostic) {
    guard package != nil else { return }
    while try !buildOnce(run) {
      repeat {
        guard run.job.wait(milliseconds: Self.pause) else { throw .interrupted }
      } while !isSaved(run)
    }
  }

  /// Builds the plugin if a source file was saved since the last build.
  package mutating func rebuildIfSaved(_ run: CommandRun) throws(Diagnostic) {
    guard package != nil, isSaved(run) else { return }
    _ = try buildOnce(run)
  }

  /// Returns true if source files have changed since the last build, and the changes are complete.
  private func isSaved(_ run: CommandRun) -> Bool {
    let now = sources
    return now != built && run.job.wait(milliseconds: Self.settling) && now == sources
  }

  /// Builds the package once, and returns true if the build succeeds. The compiler's messages go to standard error.
  private mutating func buildOnce(_ run: CommandRun) throws(Diagnostic) -> Bool {
    guard let package else { return true }
    built = sources
    run.note("building '\(TerminalText.escaped(package))'")
    if try SwiftPackageBuild(run: run, folder: package).buildForDebugging() { return true }
    run.say("'\(TerminalText.escaped(package))' does not build; it is built again when a source file is saved")
    return false
  }

  /// The source files of the package, by path.
  private var sources: [String: FileIdentity?] {
    guard let package else { return [:] }
    var (found, folders): ([String: FileIdentity?], [String]) = ([:], [package])
    while let folder = folders.popLast() {
      for name in Temporaries.entries(of: folder) where !name.begins(with: ".") {
        let path = "\(folder)/\(name)"
        if Self.endings.contains(where: name.hasSuffix) {
          found[path] = FileIdentity(path: path)
        } else if Self.isFolder(path) {
          folders.append(path)
        }
      }
    }
    return found
  }

  /// Returns true if a path is a folder; false for a symbolic link to one, which could form a cycle.
  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  private static let endings = [".swift", ".c", ".h"]
}
