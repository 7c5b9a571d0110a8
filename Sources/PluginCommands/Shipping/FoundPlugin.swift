import CommandLineKit
import CommandReports
import InspectorKit
import JSONText
import Workbench

/// A plugin's file that was read, with the plugin's description of itself.
struct FoundPlugin {
  let file: PluginFile
  let bytes: [UInt8]
  let description: PluginDescription

  /// A summary such as `Gauge 1.0.0, 2 components`.
  var words: String {
    var parts = [
      "\(TerminalText.escaped(description.name)) \(TerminalText.escaped(description.version))",
      pluralised(description.components.count, "component"),
    ]
    if !description.extensions.isEmpty { parts.append(pluralised(description.extensions.count, "extension")) }
    return parts.joined(separator: ", ")
  }

  /// The names of the plugin's classes and extensions as text for a terminal.
  var classes: String {
    (description.components + description.extensions).map { TerminalText.escaped($0.name) }.joined(separator: ", ")
  }

  /// Adds JSON members for the plugin's name, version, components and extensions.
  func addMembers(to line: inout JSONLine) {
    line.add("name", .string(FileName.shown(description.name)))
    line.add("version", .string(description.version))
    line.add("components", .array(description.components.map { .string($0.name) }))
    line.add("extensions", .array(description.extensions.map { .string($0.name) }))
  }
}

extension CommandRun {
  /// Reads a plugin's file; throws if the file cannot be read or is too long for a plugin.
  func bytes(ofFile path: String) throws(Diagnostic) -> [UInt8] {
    let limit = PluginFile(path)?.isData == true ? PluginFile.mostBytesOfDescription : PluginFile.mostBytesOfProgram
    switch FileText.read(path, atMost: limit) {
    case .bytes(let bytes): return bytes
    case .unreadable where SceneFile(path)?.isFolder == true:
      throw Diagnostic(
        PluginRefusal.isFolder(path, isPackage: PluginAtPath.isPackage(path), files: PluginAtPath.plugins(in: path)),
        file: path)
    case .unreadable: throw Diagnostic(PluginRefusal.noFile, file: path)
    case .tooLong(let count): throw Diagnostic(PluginRefusal.tooLong(path, bytes: count, limit: limit))
    }
  }

  /// Reads a plugin's file and queries its description. Throws if the file's name is not that of a plugin, or if the
  /// plugin fails.
  func describedPlugin(at path: String) throws(Diagnostic) -> FoundPlugin {
    let bytes = try bytes(ofFile: path)
    guard let file = PluginFile(path) else { throw Diagnostic(PluginRefusal.hasNoPluginName(path)) }
    return FoundPlugin(file: file, bytes: bytes, description: try description(of: file))
  }

  /// Returns the description of the plugin in a file. A program is started for this, in the plugins' sandbox. Throws if
  /// the plugin fails.
  func description(of file: PluginFile) throws(Diagnostic) -> PluginDescription {
    do throws(PluginFailure) {
      return try file.describe(limits: global.limits(context), under: context.job)
    } catch {
      throw error.kind == .cancelled ? .interrupted : Diagnostic(error)
    }
  }

  /// Returns the conflicts between the names of a plugin and those of other plugins.
  ///
  /// - Parameters:
  ///   - file: the plugin's name according to its file name.
  ///   - origin: the kind of place in which the plugin is or will be; by default the user's own folder.
  func conflicts(
    of name: String, file: String, classes: [String], in origin: PluginPlace.Origin = .user
  ) -> [NameConflict] {
    library { _ in false }.registry.conflicts(of: name, file: file, classes: classes, in: origin)
  }

  /// Warns of names that other plugins use, too; if there are more than five conflicts, lists five and counts the rest.
  func warn(_ conflicts: [NameConflict]) {
    let most = 5
    for conflict in conflicts.prefix(most) { warn(conflict.message, of: nil) }
    guard conflicts.count > most else { return }
    warn(
      "\(pluralised(conflicts.count - most, "more name")) of other plugins; 'inspector plugin check' lists them",
      of: nil)
  }

  /// Returns a library of the plugins at one path. Each plugin describes itself again, even if its failure is cached.
  func library(at path: String) -> PluginLibrary {
    var search = PluginSearch(paths: [path], executableFolder: nil, environment: context.environment)
    search.looksAtPathsOnly = true
    var output: PluginLibrary.PluginOutput?
    if global.pluginOutput {
      let text = PluginOutputText(context.outputs)
      output = { plugin, line in text.write(plugin: plugin, line: line) }
    }
    return PluginLibrary(
      search: search, limits: global.limits(context), under: context.job, asksAgain: true, output: output)
  }
}

extension [NameConflict] {
  /// The conflicts as a JSON array.
  var json: JSON {
    .array(map { ["code": .string($0.code.rawValue), "message": .string(FileName.shown($0.message))] })
  }
}
