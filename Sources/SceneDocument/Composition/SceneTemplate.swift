package import JSONText

/// An object with its descendants that placeholders of other documents reference.
package struct SceneTemplate {
  /// The composed scene of the template's document, which is read-only.
  package let document: SceneDocument

  /// The template's outermost object.
  package let node: NodeIndex

  /// The named colours available in the template's document, without duplicate names.
  package let colors: [TemplateColor]

  /// The names for which templates of the template's document define different colours, and the document itself defines
  /// none.
  let disputes: [ColorDispute]

  package init(
    _ document: SceneDocument, _ node: NodeIndex, colors: [TemplateColor] = [], disputes: [ColorDispute] = []
  ) {
    (self.document, self.node, self.colors, self.disputes) = (document, node, colors, disputes)
  }

  /// The number of the template's objects, including the outermost one.
  var count: Int { document.afterSubtree(node) - node }

  /// Returns true if the template contains an object with the given id in the template's document.
  package func has(objectWithID id: String) -> Bool {
    document.node(id: id).map { $0 >= node && $0 < document.afterSubtree(node) } ?? false
  }

  /// The templates of the placeholders within this template, without duplicates.
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

  /// Returns a copy of the template for reading on a different thread.
  func reader(_ known: inout [ObjectIdentifier: SceneDocument]) -> SceneTemplate {
    SceneTemplate(document.reader(&known), node, colors: colors, disputes: disputes)
  }
}

/// A finder of the templates that placeholders reference.
///
/// The implementation belongs to a higher layer, which resolves paths, reads only files of the workspace, and rejects
/// cycles.
package protocol TemplateFinder: Sendable {
  /// Returns the template for the `ref` of a placeholder, or the reason why the template is not available.
  func template(_ reference: String) -> Result<SceneTemplate, AnyRefusal>

  /// The files of all templates found so far, keyed by real path, with their identities at the time of reading. An
  /// inner nil stands for a missing file.
  var files: [String: FileIdentity?] { get }

  /// Returns a finder for the same document that has not found any template yet.
  func renewed() -> any TemplateFinder
}

extension TemplateFinder {
  /// True if none of the files of the templates found so far has changed since it was read.
  var isCurrent: Bool { files.allSatisfy { FileIdentity(path: $0) == $1 } }
}
