package import InspectorKit
internal import JSONText
package import SceneDocument
internal import SceneFormats
internal import Synchronization
package import WorkbenchSupport

/// The user's choices for documents that are not scenes but have the formats of other programs.
package struct FormatChoice: Hashable, Sendable {
  /// The name of the documents' format; nil to detect the format from the contents.
  package var name: String?

  /// The absolute paths of palette documents that name colours, in addition to the palettes of each document's
  /// workspace.
  package var palettes: [String] = []

  package init(name: String? = nil, palettes: [String] = []) { (self.name, self.palettes) = (name, palettes) }
}

/// The files that describe formats of other programs, found and read on first use.
package final class FormatFiles: Sendable {
  /// The formats with valid descriptions.
  package let formats: ForeignFormats

  private let read: Reading

  /// The errors in the descriptions that have been read.
  private final class Reading: Sendable {
    let problems = Mutex<[SceneError]>([])
  }

  /// The cached registry for the latest document of each format, valid for one version of the library's registry.
  private let registries = Mutex<[String: Known]>([:])

  private struct Known {
    var registry: ComponentRegistry
    var definitions: [UInt8]?
  }

  /// Creates the list of the format descriptions that a search finds; without a search, the list is empty. The search
  /// includes formats in safe mode, too, since formats run no code.
  ///
  /// - Parameter choice: the user's choices for documents that are not scenes.
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
      // As with plugins, the first of several formats with the same name is used.
      var names: Set<ExactText> = []
      return formats.filter { names.insert(ExactText($0.name)).inserted }
    }
  }

  /// Warnings about the errors in the descriptions that have been read so far.
  package var problems: [Diagnostic] {
    read.problems.withLock { problems in
      problems.map { error in
        Diagnostic(
          error.reason, severity: .warning, file: error.file, line: error.line, column: error.column,
          excerpt: error.excerpt.map { "\($0.line)\n\($0.caretLine)" })
      }
    }
  }

  /// Returns a registry with the classes of the plugins, of a format, and of a document's own definitions. The latest
  /// registry of each format is cached.
  ///
  /// - Parameter definitions: the description of the classes that the document defines; nil if the document defines
  ///   none.
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
  /// Reads and parses a format's description. Throws the first error in the file.
  package static func read(_ path: String) throws(SceneError) -> any ForeignFormat {
    try FormatFile.format(at: path)
  }

  /// Parses a format's description from a text that is not saved in a file yet. Throws the first error in the text.
  package static func read(_ text: [UInt8], named path: String) throws(SceneError) -> any ForeignFormat {
    try FormatFile.format(in: text, at: path)
  }

  /// Returns a key path in the notation of format descriptions; nil if the keys cannot be written in this notation.
  package static func keyPath(_ keys: [String]) -> String? { FormatFile.keyPath(keys) }

  /// Returns the identifier for a document key that no property declares, such as `textFont` for `text-font`.
  package static func identifier(of key: String) -> String { FormatFile.identifier(of: key) }

  /// Returns true if the text is a CSS colour in a notation that scenes do not support.
  package static func isColor(_ text: String) -> Bool { FormatFile.isColor(text) }

  /// Returns the description of a format's classes. Throws an error if the description is invalid.
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
  /// Returns the registry for a document: the library's plugins and, if the document has another program's format, also
  /// the classes of the format and those that the document defines.
  package func registry(for document: SceneDocument) -> ComponentRegistry {
    guard let format = document.foreignFormat else { return registry }
    return formatFiles.registry(of: format, document.foreignDefinitions, among: registry)
  }

  /// Returns the library's registry extended by the classes of some formats, but not by classes that documents define.
  package func registry(with formats: [any ForeignFormat]) -> ComponentRegistry {
    let registry = registry
    if formats.isEmpty { return registry }
    return ComponentRegistry(
      registry.plugins + formats.map { .describing($0) }, version: registry.version, isSafeMode: registry.isSafeMode)
  }

  /// The library's plugins, followed by a plugin without code for each format found.
  package var pluginsAndFormats: [InstalledPlugin] { registry(with: formatFiles.formats.all).plugins }
}

extension InstalledPlugin {
  /// Returns a plugin without code that registers the classes of a format. If the description is invalid, the plugin's
  /// `problem` is set.
  ///
  /// - Parameter text: the description of the classes; nil for the format's own description.
  fileprivate static func describing(_ format: any ForeignFormat, _ text: [UInt8]? = nil) -> InstalledPlugin {
    let plugin = InstalledPlugin(name: format.name, path: nil, limit: .seconds(1), isData: true) {
      () throws(PluginFailure) in throw .notRunning(format.name)
    }
    plugin.describe(as: text ?? format.description)
    return plugin
  }
}
