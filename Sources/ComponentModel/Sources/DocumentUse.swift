internal import Glibc
internal import JSONText
package import SceneDocument

/// A place in a scene that uses another document: a placeholder that shows its objects, or a palette document that the
/// scene names.
package struct DocumentUse: Hashable, Sendable {
  /// The id of the placeholder; nil if the scene names the document in `palettes`.
  package let object: String?

  /// The place in the scene's file of the placeholder, or of the palette document's path.
  package let position: SourcePosition

  /// The path of the document that the placeholder names, if that is not the used document itself but a document that
  /// uses it in turn; nil if the use is direct.
  package let through: String?
}

/// A document whose uses in scenes are looked for: all of it, or only some of its objects.
///
/// ```swift
/// let buttons = UsedDocument(path: "buttons.scene.json", ids: ["primary"])
/// buttons?.uses(in: page).map(\.object)  // ["save", "cancel"]
/// ```
package struct UsedDocument: Sendable {
  /// The path as given.
  package let path: String

  /// The ids of the objects of which at least one has to be shown; nil for all of the document, its colours included.
  package let ids: [String]?

  private let place: FilePlace

  /// Creates a search for uses of the document in a file; nil if there is no such file.
  package init?(path: String, ids: [String]?) {
    guard let place = FilePlace(path) else { return nil }
    (self.path, self.ids, self.place) = (path, ids, place)
  }

  /// Returns the uses in a scene: its palette documents first, then its placeholders in the order of the scene.
  ///
  /// The references of the scene are read, and those of the documents that it names; the scene need not be composed. A
  /// placeholder that names a missing object of the document, or that is part of a ring, uses the document, too.
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

  /// The identity of a file, whatever its content and its path.
  private struct FilePlace: Hashable {
    let device: UInt
    let inode: UInt

    init?(_ path: String) {
      guard let status = FileIdentity.status(path) else { return nil }
      (device, inode) = (UInt(status.st_dev), UInt(status.st_ino))
    }
  }

  /// The way from a scene to the used document.
  private struct Route {
    /// The path of the document that the scene names; nil if that is the used document.
    let through: String?
  }

  /// The search in one scene.
  private struct Search {
    let target: UsedDocument
    let folder: SourceFolder
    private let finder: any TemplateFinder

    /// The results for references and for templates, so that each is looked at once.
    private var routes: [ExactText: Route?] = [:]
    private var shown: [ExactText: Bool] = [:]

    init(of target: UsedDocument, in scene: SceneDocument) {
      self.target = target
      folder = SourceFolder(ofDocument: scene.name)
      finder = TemplateFiles.shared.finder(forScene: scene.name)
    }

    /// Returns a document's references to the wanted document as a palette document; none if only objects are wanted.
    func palettes(of document: SceneDocument, in folder: SourceFolder) -> [PaletteReference] {
      guard target.ids == nil else { return [] }
      return document.palettes.filter { reference in
        (try? folder.file(reference.path)).flatMap(FilePlace.init) == target.place
      }
    }

    /// Returns the way on which a `ref` of the scene leads to the wanted document; nil if it does not.
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
      // A reference that cannot be resolved still names the file.
      guard let reference = try? TemplateReference(reference), let path = try? folder.file(reference.file),
        FilePlace(path) == target.place
      else { return nil }
      let isWanted = target.ids?.contains { id in reference.id?.isExactly(id) ?? false } ?? true
      return isWanted ? Route(through: nil) : nil
    }

    /// Returns true if a template, or one of those inside it, has a wanted object or uses the wanted colours.
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
