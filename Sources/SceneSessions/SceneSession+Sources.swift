internal import JSONText
internal import SceneDocument

/// A file that contributes to a scene.
///
/// ```swift
/// session.sources.map(\.path)  // ["page.scene.json", "buttons.scene.json", "brand.palette.json"]
/// ```
public struct SceneSource: Hashable, Sendable {
  /// The roles of files in a scene.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The scene's own file, which edits write.
    case scene
    /// The document of a template that the scene uses.
    case template
    /// A palette document whose colours the scene or a template uses.
    case palette
  }

  /// The path, relative to the working folder if the file is in it.
  public var path: String

  /// The role of the file in the scene.
  public var kind: Kind

  /// The size of the text in bytes; nil for a file that cannot be read.
  public var size: Int?

  /// The SHA-256 of the text in hexadecimal digits; nil for a file that cannot be read.
  public var sha256: String?
}

extension SceneSession {
  /// The files that contribute to the scene: its own file with unsaved edits, then the templates' documents, each
  /// before the templates that it uses itself, then the palette documents.
  public var sources: [SceneSource] { withModel { $0.sources } }
}

extension SceneModel {
  /// The files that contribute to the scene, in the order of ``SceneSession/sources``.
  package var sources: [SceneSource] { [SceneSource(document.written.source, .scene)] + otherSources }

  /// The files that contribute to the scene, apart from its own.
  package var otherSources: [SceneSource] {
    var sources: [SceneSource] = []
    // A foreign document does not store the names of its workspace's palettes.
    let isForeign = document.foreignFormat != nil
    var palettes = isForeign ? [] : palette.sources.filter { $0.problem == nil }.map(\.location)
    for template in document.templateDocuments {
      sources.append(SceneSource(template.written.source, .template))
      palettes += ScenePalette(template).sources.filter { $0.problem == nil }.map(\.location)
    }
    var seen: Set<String> = []
    for path in palettes where seen.insert(realpath(path) ?? path).inserted {
      let shown = FileName.fromWorkingFolder(realpath(path) ?? path)
      if let text = try? TextDocument.load(path: path) {
        sources.append(SceneSource(text, .palette, path: shown))
      } else {
        sources.append(SceneSource(path: shown, kind: .palette, size: nil, sha256: nil))
      }
    }
    return sources
  }
}

extension SceneSource {
  fileprivate init(_ text: TextDocument, _ kind: Kind, path: String? = nil) {
    let snapshot = text.snapshot
    self.init(path: path ?? text.name, kind: kind, size: snapshot.count, sha256: snapshot.sha256)
  }
}
