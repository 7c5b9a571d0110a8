internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import Glibc
internal import InspectorKit
internal import JSONText
internal import SceneDocument
internal import Workbench

struct PluginPackCommand: InspectorCommand {
  static let row = CommandRow(
    name: "plugin pack",
    arguments: "[<folder>]",
    summary: "Packs a plugin into one file to give to others.",
    discussion: """
      A Swift package is built for release and linked statically, so that the executable runs without Swift or any \
      library; 'swift' must be on the PATH. A script, or a plugin that is data, is copied as it is. The command asks \
      the plugin to describe itself, and packs nothing if that fails. It reports what the file needs to run.
      """,
    examples: [
      .init("plugin pack meters", "the plugin in the folder 'meters'"),
      .init("plugin pack meters -o build/", "into another folder"),
      .init("plugin pack ./inspector-plugin-meters -o build/", "a script"),
    ],
    scenes: .none,
    statuses: [.done, .findings, .usage, .noInput, .noPlugin, .cannotCreate, .cannotWrite],
    jsonFormat: "inspector-plugin-pack/1")

  @Argument(help: "The plugin's folder or file; the current folder by default.", completion: .file())
  var folder = "."

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file to write, or a folder for it; the current folder by default.", valueName: "file"),
    completion: .file())
  var output: String?

  @Option(
    help: ArgumentHelp("The executable product to pack, if a package has several plugins.", valueName: "product"))
  var product: String?

  @OptionGroup var global: GlobalOptions

  func perform(_ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    let source = try PluginAtPath(run.workspace.expanded(folder))
    let path =
      switch source {
      case .package(let folder): try SwiftPackageBuild(run: run, folder: folder).executable(named: product)
      case .file(let path): path
      }
    let plugin = try run.describedPlugin(at: path)
    let target = try target(plugin.file, run)
    if !isSameFile(path, target) { try copy(plugin, to: target) }
    let needs = needs(of: plugin.file)
    if run.isJSON {
      var line = JSONLine()
      line.add("format", "inspector-plugin-pack/1")
      line.add("file", path: target)
      plugin.addMembers(to: &line)
      line.add("size", .int(plugin.bytes.count))
      line.add("needs", .array(needs.map { .string(FileName.shown($0)) }))
      run.print(line.text)
      return .done
    }
    run.printSummary("\(TerminalText.escaped(target)): \(plugin.words), \(Self.size(plugin.bytes.count))")
    let words = needs.isEmpty ? "only the system's kernel" : needs.map(TerminalText.escaped).joined(separator: ", ")
    run.printSummary("  needs \(plugin.file.isData ? "nothing, because it is data" : words)")
    return .done
  }

  private func target(_ file: PluginFile, _ run: CommandRun) throws(Diagnostic) -> String {
    guard let output else { return file.fileName }
    let path = run.workspace.expanded(output)
    var status = stat()
    if path.hasSuffix("/") { return path + file.fileName }
    if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { return "\(path)/\(file.fileName)" }
    guard let named = PluginFile(path), named.isData == file.isData else {
      throw Diagnostic(PluginRefusal.badFileName(path, right: file.fileName))
    }
    return path
  }

  private func copy(_ plugin: FoundPlugin, to target: String) throws(Diagnostic) {
    try Diagnostic.ofFile(target) { () throws(SceneError) in
      try AtomicFile.checkTarget(target, as: .plugin)
      var file = try AtomicFile(name: target, target: target)
      guard FileText.write(plugin.bytes, toDescriptor: file.descriptor),
        fchmod(file.descriptor, plugin.file.isData ? 0o644 : 0o755) == 0, fsync(file.descriptor) == 0
      else { throw file.abandon(errno) }
      try file.commitQuickly()
      syncFolder(FileName.folder(of: target))
    }
  }

  /// Returns the dependencies of the file at run time: the libraries of a program, or the interpreter of a script.
  private func needs(of file: PluginFile) -> [String] {
    if file.isData { return [] }
    return file.neededLibraries ?? file.interpreter.map { [$0] } ?? []
  }

  /// Formats a size, such as `12 bytes`, `3.4 kB` or `5.6 MB`.
  static func size(_ bytes: Int) -> String {
    if bytes < 1000 { return pluralised(bytes, "byte") }
    let unit = bytes < 1_000_000 ? (1000, "kB") : (1_000_000, "MB")
    let tenths = (bytes * 10 + unit.0 / 2) / unit.0
    return "\(tenths / 10).\(tenths % 10) \(unit.1)"
  }
}
