import CommandLineKit
import CommandReports
import JSONText
import SceneDocument
import Workbench

/// The order in which a run edits scenes and their templates: a template precedes the scenes that use it, which see the
/// edited template. If the edit of a template is refused, its users stay unchanged.
///
/// The result is therefore the same for every order of the arguments, every number of threads, and a dry run.
final class TemplateOrder {
  /// The scenes, templates first, otherwise in their original order.
  let scenes: [CommandScene]

  /// The edited templates that each scene uses, by the scene's real path.
  private let templates: [String: [String]]

  /// The real paths of the edited templates.
  private let used: Set<String>

  private let monitor = Monitor()
  // The monitor guards the following variables.
  private var ends: [String: End] = [:]
  private var files: [[String]: TemplateFiles] = [:]

  /// The result of the edit of a template.
  private enum End {
    case refused
    /// The edited text that is not written yet; nil if the file already contains it.
    case done(text: DocumentSnapshot?)
  }

  /// Creates the order; nil if no scene of the run is a template of another scene.
  init?(_ scenes: [CommandScene], _ run: CommandRun) {
    let paths = scenes.map { realpath($0.name) }
    var references = References()
    let edited = Set(paths.compactMap(\.self))
    var templates: [String: [String]] = [:]
    for case let path? in paths {
      if run.job.isCancelled { break }
      let found = references.all(of: path).filter { edited.contains($0) && $0 != path }
      if !found.isEmpty { templates[path] = found.sorted() }
    }
    guard !templates.isEmpty else { return nil }
    // A template of a template has fewer templates than the one that uses it.
    let order = scenes.indices.sorted { a, b in
      let (first, second) = (
        paths[a].map { templates[$0]?.count ?? 0 } ?? 0, paths[b].map { templates[$0]?.count ?? 0 } ?? 0
      )
      return (first, a) < (second, b)
    }
    self.scenes = order.map { scenes[$0] }
    // Documents that contain each other would deadlock, so each waits only for earlier ones.
    var places: [String: Int] = [:]
    for (place, index) in order.enumerated() {
      if let path = paths[index], places[path] == nil { places[path] = place }
    }
    let earlier = templates.map { path, found in
      (path, found.filter { places[$0] ?? .max < places[path] ?? .max })
    }
    self.templates = Dictionary(uniqueKeysWithValues: earlier)
    used = Set(earlier.flatMap(\.1))
  }

  /// Waits until the run has edited the templates of a scene, and returns the resulting documents.
  ///
  /// - Throws: an error if one of the templates was refused.
  func templates(of scene: CommandScene) throws(Diagnostic) -> TemplateFiles {
    guard let path = realpath(scene.name), let needed = templates[path] else { return .shared }
    let refused = monitor.withLock { () -> String? in
      while !needed.allSatisfy({ ends[$0] != nil }) { monitor.wait() }
      return needed.first { if case .refused = ends[$0] { true } else { false } }
    }
    if let refused {
      throw Diagnostic(SceneCommandRefusal.templateRefused(FileName.fromWorkingFolder(refused)))
    }
    return monitor.withLock {
      if let known = files[needed] { return known }
      var texts: [String: DocumentSnapshot] = [:]
      for path in needed {
        if case .done(let text?) = ends[path] { texts[path] = text }
      }
      let made = texts.isEmpty ? TemplateFiles.shared : TemplateFiles(unsaved: texts)
      files[needed] = made
      return made
    }
  }

  /// Records that a scene is done, and wakes the edits that wait for it.
  ///
  /// - Parameter text: the edited text; nil if the file already contains it.
  func end(_ scene: CommandScene, isRefused: Bool, text: DocumentSnapshot?) {
    guard let path = realpath(scene.name), used.contains(path) else { return }
    monitor.withLock {
      ends[path] = isRefused ? .refused : .done(text: text)
      monitor.wake()
    }
  }

  /// The template files that documents refer to.
  private struct References {
    /// The files to which each document refers directly, by the document's real path.
    private var own: [String: Set<String>] = [:]

    /// Returns the real paths of a document's direct and indirect templates.
    mutating func all(of path: String) -> Set<String> {
      var (found, rest): (Set<String>, [String]) = ([], [path])
      while let next = rest.popLast() {
        for file in direct(next) where found.insert(file).inserted { rest.append(file) }
      }
      return found
    }

    private mutating func direct(_ path: String) -> Set<String> {
      if let known = own[path] { return known }
      var found: Set<String> = []
      // Most scenes name no other document, and reading them as scenes takes longer.
      // Reading a pipe would take away its text.
      if SceneFile(path)?.isRegular == true, let bytes = FileText.read(path), SceneDocument.mayHavePlaceholders(bytes),
        let document = try? SceneDocument.load(path: path)
      {
        let folder = SourceFolder(ofDocument: path)
        for (_, text) in document.templateReferences {
          if let reference = try? TemplateReference(text), let file = try? folder.file(reference.file) {
            found.insert(file)
          }
        }
      }
      own[path] = found
      return found
    }
  }
}
