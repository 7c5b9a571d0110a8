import CommandLineKit
import CommandReports
import JSONText
import SceneDocument
import Workbench

/// The order in which a run edits scenes of which some are templates of others: a template comes before the scenes that
/// use it, which are edited as the edited template makes them. If a template is refused, its users stay unchanged.
///
/// The result is thus the same for every order of the arguments, every number of threads, and a dry run.
final class TemplateOrder {
  /// The scenes, templates first; apart from that, in their order.
  let scenes: [CommandScene]

  /// The templates that the run edits, by the real path of each scene that uses them.
  private let templates: [String: [String]]

  /// The templates that the run edits, by real path.
  private let used: Set<String>

  private let monitor = Monitor()
  // The monitor guards the following variables.
  private var ends: [String: End] = [:]
  private var files: [[String]: TemplateFiles] = [:]

  /// The end of the work on a template.
  private enum End {
    case refused
    /// The text is that of a file which is not written yet; nil for a file that is.
    case done(text: DocumentSnapshot?)
  }

  /// Returns nil if no scene of the run is a template of another.
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
    // Documents that contain each other would wait for each other, so that each waits only for those before it.
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

  /// Waits until the run has edited the templates of a scene, and returns the documents that the scene is made of.
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

  /// Ends the work on a scene, so that the scenes that use it go on.
  ///
  /// - Parameter text: the edited text if it is not in the file yet.
  func end(_ scene: CommandScene, isRefused: Bool, text: DocumentSnapshot?) {
    guard let path = realpath(scene.name), used.contains(path) else { return }
    monitor.withLock {
      ends[path] = isRefused ? .refused : .done(text: text)
      monitor.wake()
    }
  }

  /// The files that documents name as those of their templates.
  private struct References {
    /// The files that a document itself names, by the real path of the document.
    private var own: [String: Set<String>] = [:]

    /// Returns the real paths of a document's templates, and of theirs.
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
