package import JSONText

/// An object of a document for which placeholders of other documents stand.
package struct SceneTemplate {
  /// The composed scene of the template's document, which is not edited.
  package let document: SceneDocument

  /// The template's outermost object.
  package let node: NodeIndex

  /// The named colours that the template's document may use, each name once.
  package let colors: [TemplateColor]

  /// The names that the templates of the template's document write as different colours, and to which the document
  /// itself gives none.
  let disputes: [ColorDispute]

  package init(
    _ document: SceneDocument, _ node: NodeIndex, colors: [TemplateColor] = [], disputes: [ColorDispute] = []
  ) {
    (self.document, self.node, self.colors, self.disputes) = (document, node, colors, disputes)
  }

  /// The number of the template's objects, including the outermost one.
  var count: Int { document.afterSubtree(node) - node }

  /// Returns true if the template's outermost object, or one inside it, has the id in the template's document.
  package func has(objectWithID id: String) -> Bool {
    document.node(id: id).map { $0 >= node && $0 < document.afterSubtree(node) } ?? false
  }

  /// The templates of the placeholders in the template, each once.
  package var innerTemplates: [SceneTemplate] {
    guard let composition = document.composition else { return [] }
    let place = composition.place(of: node)
    if place.inner > 0 {
      return composition.source(of: place).map { [SceneTemplate($0.document, $0.node)] } ?? []
    }
    let end = composition.written.afterSubtree(place.written)
    let numbers = composition.plan.instances.filter { $0.key >= place.written && $0.key < end }.map(\.value.template)
    return Set(numbers).sorted().map { composition.templates[$0] }
  }

  /// Returns the template for reading on a different thread.
  func reader(_ known: inout [ObjectIdentifier: SceneDocument]) -> SceneTemplate {
    SceneTemplate(document.reader(&known), node, colors: colors, disputes: disputes)
  }
}

/// A finder of the templates that documents name.
///
/// The layer above reads the files: it resolves paths, keeps to the workspace, and refuses rings.
package protocol TemplateFinder: Sendable {
  /// Returns the template that a `ref` of a document names, or the reason why there is none.
  func template(_ reference: String) -> Result<SceneTemplate, AnyRefusal>

  /// The files of all templates found so far, by real path, with the identities that they had then; an inner nil stands
  /// for a file that does not exist.
  var files: [String: FileIdentity?] { get }

  /// Returns a finder that has not found anything yet.
  func renewed() -> any TemplateFinder
}

extension TemplateFinder {
  /// True if the files of all templates found so far are as they were then.
  var isCurrent: Bool { files.allSatisfy { FileIdentity(path: $0) == $1 } }
}
