package import InspectorKit
internal import JSONText
package import SceneDocument
internal import SceneFormats
internal import Synchronization
package import WorkbenchSupport

/// The facts that a person states about documents that are no scenes.
package struct FormatChoice: Hashable, Sendable {
  /// The name of the format that they have; nil if their contents decide.
  package var name: String?

  /// The absolute paths of palette documents whose colours they may be given by name, besides those of their workspaces.
  package var palettes: [String] = []

  package init(name: String? = nil, palettes: [String] = []) { (self.name, self.palettes) = (name, palettes) }
}

/// The files that describe formats of other programs, which are found and read when they are first needed.
package final class FormatFiles: Sendable {
  /// The formats whose descriptions have no fault.
  package let formats: ForeignFormats

  private let read: Reading

  /// The descriptions that were read, with the faults of the others.
  private final class Reading: Sendable {
    let problems = Mutex<[SceneError]>([])
  }

  /// The registry of the latest scene of each format, with the version of the library's own registry.
  private let registries = Mutex<[String: Known]>([:])

  private struct Known {
    var registry: ComponentRegistry
    var definitions: [UInt8]?
  }

  /// Creates the list of the files that a search finds; nil stands for no file. Formats run no code, so that they are
  /// found in safe mode, too.
  ///
  /// - Parameter choice: what the person says of documents that are no scenes.
  package init(_ search: PluginSearch?, _ choice: FormatChoice = FormatChoice()) {
    var search = search
    search?.isSafeMode = false
    let read = Reading()
    self.read = read
    formats = ForeignFormats(finder: WorkspaceFiles(palettes: choice.palettes), named: choice.name) { [search] in
      let formats = (search?.candidates().formats ?? []).compactMap { candidate -> (any ForeignFormat)? in
        do throws(SceneError) {
          let format = try FormatFile.format(at: candidate.path)
          guard let problem = InstalledPlugin.describing(format).problem else { return format }
          throw SceneError(problem.reason, file: candidate.path)
        } catch {
          read.problems.withLock { $0.append(error) }
          return nil
        }
      }
      // As with plugins, the first of a name is the one that is used.
      var names: Set<ExactText> = []
      return formats.filter { names.insert(ExactText($0.name)).inserted }
    }
  }

  /// The faults of the descriptions that were read so far.
  package var problems: [Diagnostic] {
    read.problems.withLock { problems in
      problems.map { error in
        Diagnostic(
          error.reason, severity: .warning, file: error.file, line: error.line, column: error.column,
          excerpt: error.excerpt.map { "\($0.line)\n\($0.caretLine)" })
      }
    }
  }

  /// Returns a registry with the classes of a format, and with those that a document defines, besides those of the plugins.
  ///
  /// - Parameter definitions: the description of the classes that the document defines; nil if it defines none.
  func registry(
    of format: any ForeignFormat, _ definitions: [UInt8]?, among plugins: ComponentRegistry
  ) -> ComponentRegistry {
    registries.withLock { registries in
      if let known = registries[format.name], known.registry.version == plugins.version,
        known.definitions == definitions
      {
        return known.registry
      }
      var all = plugins.plugins + [.describing(format)]
      if let definitions { all.append(.describing(format, definitions)) }
      let registry = ComponentRegistry(all, version: plugins.version, isSafeMode: plugins.isSafeMode)
      registries[format.name] = Known(registry: registry, definitions: definitions)
      return registry
    }
  }
}

extension FormatFiles {
  /// Reads the description of a format. Throws the first fault of the file.
  package static func read(_ path: String) throws(SceneError) -> any ForeignFormat {
    try FormatFile.format(at: path)
  }

  /// Reads the description of a format from a text that is in no file yet. Throws the first fault of the text.
  package static func read(_ text: [UInt8], named path: String) throws(SceneError) -> any ForeignFormat {
    try FormatFile.format(in: text, at: path)
  }

  /// Returns the text of a key path in descriptions; nil if none leads to these keys.
  package static func keyPath(_ keys: [String]) -> String? { FormatFile.keyPath(keys) }

  /// Returns the identifier by which a value without a property is named: that of the key `text-font` is `textFont`.
  package static func identifier(of key: String) -> String { FormatFile.identifier(of: key) }

  /// Returns true if a text is a color in one of the spellings of CSS that scenes do not have.
  package static func isColor(_ text: String) -> Bool { FormatFile.isColor(text) }

  /// Returns the classes of a format. Throws an error if they are not well described.
  package static func classes(of format: any ForeignFormat) throws(Diagnostic) -> PluginDescription {
    let plugin = InstalledPlugin.describing(format)
    guard let description = plugin.description else {
      var failure = Diagnostic(plugin.problem ?? .notDescribed(format.name))
      failure.file = format.path
      throw failure
    }
    return description
  }
}

extension PluginLibrary {
  /// Returns the plugins and classes for a document: those of the library and, for a document of another program's
  /// format, the classes of the format.
  package func registry(for document: SceneDocument) -> ComponentRegistry {
    guard let format = document.foreignFormat else { return registry }
    return formatFiles.registry(of: format, document.foreignDefinitions, among: registry)
  }

  /// Returns the plugins and classes of the library with those of some formats, without the classes that documents
  /// define.
  package func registry(with formats: [any ForeignFormat]) -> ComponentRegistry {
    let registry = registry
    if formats.isEmpty { return registry }
    return ComponentRegistry(
      registry.plugins + formats.map { .describing($0) }, version: registry.version, isSafeMode: registry.isSafeMode)
  }

  /// The plugins, and those without code that have the classes of the formats found.
  package var pluginsAndFormats: [InstalledPlugin] { registry(with: formatFiles.formats.all).plugins }
}

extension InstalledPlugin {
  /// Returns the plugin without code that has the classes of a format. If the description is not valid, the plugin says
  /// so.
  ///
  /// - Parameter text: the description; nil for that of the format itself.
  fileprivate static func describing(_ format: any ForeignFormat, _ text: [UInt8]? = nil) -> InstalledPlugin {
    let plugin = InstalledPlugin(name: format.name, path: nil, limit: .seconds(1), isData: true) {
      () throws(PluginFailure) in throw .notRunning(format.name)
    }
    plugin.describe(as: text ?? format.description)
    return plugin
  }
}
