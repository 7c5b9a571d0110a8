internal import Glibc
internal import JSONText
package import SceneDocument

/// A use of another document in a scene: a placeholder for objects of the document, or a reference to it as a palette
/// document.
package struct DocumentUse: Hashable, Sendable {
  /// The id of the placeholder; nil for a reference in `palettes`.
  package let object: String?

  /// The position of the placeholder, or of the path of the palette document, in the scene's file.
  package let position: SourcePosition

  /// The path of an intermediate document: the placeholder refers to it, and it uses the other document in turn. Nil
  /// for a direct use.
  package let through: String?
}

/// A document, or some of its objects, whose uses in scenes can be found.
///
/// ```swift
/// let buttons = UsedDocument(path: "buttons.scene.json", ids: ["primary"])
/// buttons?.uses(in: page).map(\.object)  // ["save", "cancel"]
/// ```
package struct UsedDocument: Sendable {
  /// The path as given.
  package let path: String

  /// The ids of the objects to search for; nil for all objects and colours of the document.
  package let ids: [String]?

  private let place: FilePlace

  /// Creates a search for uses of the document at a path; nil if there is no such file.
  package init?(path: String, ids: [String]?) {
    guard let place = FilePlace(path) else { return nil }
    (self.path, self.ids, self.place) = (path, ids, place)
  }

  /// Returns the uses in a scene: first the palette documents, then the placeholders in the order of the scene.
  ///
  /// Follows the references in the scene and in the documents to which it refers; the scene need not be composed. A
  /// placeholder also counts as a use if it refers to a missing object, or if it is part of a cycle.
  package func uses(in scene: SceneDocument) -> [DocumentUse] {
    let written = scene.written
    var search = Search(of: self, in: written)
    var uses: [DocumentUse] = []
    for reference in search.palettes(of: written, in: search.folder) {
      let position = written.source.position(ofOffset: reference.offset)
      uses.append(DocumentUse(object: nil, position: position, through: nil))
    }
    for (node, reference) in written.templateReferences {
      guard let route = search.route(of: reference) else { continue }
      let position = written.source.position(ofOffset: written.objectOffset(node))
      uses.append(DocumentUse(object: written.id(node), position: position, through: route.through))
    }
    return uses
  }

  /// The identity of a file, independent of its content and its path.
  private struct FilePlace: Hashable {
    let device: UInt
    let inode: UInt

    init?(_ path: String) {
      guard let status = FileIdentity.status(path) else { return nil }
      (device, inode) = (UInt(status.st_dev), UInt(status.st_ino))
    }
  }

  /// The route from a placeholder to the used document.
  private struct Route {
    /// The path of the intermediate document; nil if the placeholder refers to the used document directly.
    let through: String?
  }

  /// A search for uses in one scene.
  private struct Search {
    let target: UsedDocument
    let folder: SourceFolder
    private let finder: any TemplateFinder

    /// Caches of the results for references and for templates.
    private var routes: [ExactText: Route?] = [:]
    private var shown: [ExactText: Bool] = [:]

    init(of target: UsedDocument, in scene: SceneDocument) {
      self.target = target
      folder = SourceFolder(ofDocument: scene.name)
      finder = TemplateFiles.shared.finder(forScene: scene.name)
    }

    /// Returns a document's references to the used document as a palette; empty if only objects are searched for.
    func palettes(of document: SceneDocument, in folder: SourceFolder) -> [PaletteReference] {
      guard target.ids == nil else { return [] }
      return document.palettes.filter { reference in
        (try? folder.file(reference.path)).flatMap(FilePlace.init) == target.place
      }
    }

    /// Returns the route from a `ref` of the scene to the used document; nil if there is none.
    mutating func route(of reference: String) -> Route? {
      if let known = routes[ExactText(reference)] { return known }
      let route = lookUp(reference)
      routes[ExactText(reference)] = .some(route)
      return route
    }

    private mutating func lookUp(_ reference: String) -> Route? {
      if case .success(let template) = finder.template(reference) {
        let path = template.document.written.source.name
        return shows(template) ? Route(through: FilePlace(path) == target.place ? nil : path) : nil
      }
      // An unresolved reference still refers to the file.
      guard let reference = try? TemplateReference(reference), let path = try? folder.file(reference.file),
        FilePlace(path) == target.place
      else { return nil }
      let isWanted = target.ids?.contains { id in reference.id?.isExactly(id) ?? false } ?? true
      return isWanted ? Route(through: nil) : nil
    }

    /// Returns true if a template, or a template nested in it, contains a wanted object or uses the wanted palette.
    private mutating func shows(_ template: SceneTemplate) -> Bool {
      let path = template.document.written.source.name
      let key = ExactText("\(template.node.number) \(path)")
      if let made = shown[key] { return made }
      var isShown = false
      if FilePlace(path) == target.place {
        isShown = target.ids?.contains(where: template.has(objectWithID:)) ?? true
      } else {
        let folder = SourceFolder(ofDocument: realpath(path) ?? path, workspace: folder.workspace)
        isShown = !palettes(of: template.document, in: folder).isEmpty
      }
      for inner in template.innerTemplates where !isShown { isShown = shows(inner) }
      shown[key] = isShown
      return isShown
    }
  }
}
