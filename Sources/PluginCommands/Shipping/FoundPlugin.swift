internal import CommandLineKit
internal import CommandReports
internal import InspectorKit
internal import JSONText
internal import Workbench

/// A plugin's file with its bytes and what it says of itself.
struct FoundPlugin {
  let file: PluginFile
  let bytes: [UInt8]
  let description: PluginDescription

  /// `Gauge 1.0.0, 2 components`.
  var words: String {
    var parts = [
      "\(TerminalText.escaped(description.name)) \(TerminalText.escaped(description.version))",
      pluralised(description.components.count, "component"),
    ]
    if !description.extensions.isEmpty { parts.append(pluralised(description.extensions.count, "extension")) }
    return parts.joined(separator: ", ")
  }

  /// The plugin's classes, as people read them.
  var classes: String {
    (description.components + description.extensions).map { TerminalText.escaped($0.name) }.joined(separator: ", ")
  }

  /// Adds what the plugin says of itself.
  func addMembers(to line: inout JSONLine) {
    line.add("name", .string(FileName.shown(description.name)))
    line.add("version", .string(description.version))
    line.add("components", .array(description.components.map { .string($0.name) }))
    line.add("extensions", .array(description.extensions.map { .string($0.name) }))
  }
}

extension CommandRun {
  /// The bytes of a plugin's file that a command line names.
  func bytes(ofFile path: String) throws(CommandFailure) -> [UInt8] {
    let limit = PluginFile(path)?.isData == true ? PluginFile.mostBytesOfDescription : PluginFile.mostBytesOfProgram
    switch FileText.read(path, atMost: limit) {
    case .bytes(let bytes): return bytes
    case .unreadable: throw .noInput(path, PluginRefusal.noFile)
    case .tooLong(let count): throw .refused(InstallingRefusal.tooLong(path, bytes: count, limit: limit))
    }
  }

  /// Reads a plugin's file and asks it what it is, in the sandbox that plugins run in.
  func describedPlugin(at path: String) throws(CommandFailure) -> FoundPlugin {
    let bytes = try bytes(ofFile: path)
    guard let file = PluginFile(path) else { throw .refused(InstallingRefusal.noPluginFile(path)) }
    return FoundPlugin(file: file, bytes: bytes, description: try description(of: file))
  }

  /// Asks a plugin's file what it is.
  func description(of file: PluginFile) throws(CommandFailure) -> PluginDescription {
    do throws(PluginFailure) {
      return try file.describe(limits: global.limits(context), under: context.job)
    } catch {
      throw error.kind == .cancelled ? .cancelled : CommandFailure(error)
    }
  }
}
