internal import InspectorKit
package import JSONText
package import SceneDocument

/// A reference from a scene to an object of a template's document. Renaming or removing that object requires a change
/// of the scene.
package struct TemplateReach: Sendable {
  /// The kinds of references.
  package enum Kind: Hashable, Sendable {
    /// A placeholder whose template is the object.
    case instance
    /// An override of one of the object's values.
    case override
    /// A constraint or a property that refers to the object.
    case reference
  }

  package let kind: Kind

  /// The id of the placeholder, of the overridden object, or of the referring object.
  package let object: String

  /// The position, in the scene's file, of that object or of the placeholder around it.
  package let position: SourcePosition
}

extension SceneSession {
  /// Returns the references from the scene to objects of a template's document: directly, or by an address in an
  /// instance.
  ///
  /// - Parameters:
  ///   - file: the real path of the document.
  ///   - ids: the ids of the objects in that document.
  package func reaches(into file: String, _ ids: Set<ExactText>) -> [TemplateReach] {
    withModel { model in
      let document = model.document
      var reaches: [TemplateReach] = []
      func add(_ kind: TemplateReach.Kind, _ node: NodeIndex) {
        let written = document.placeholder(of: node)
        reaches.append(
          TemplateReach(kind: kind, object: document.id(node), position: document.writtenPosition(of: written)))
      }
      var addresses: Set<ExactText> = []
      for node in document.objects where document.comesFrom(file, ids, node) {
        if document.isInner(node) {
          addresses.insert(ExactText(document.id(node)))
          if !document.overriddenKeys(of: node).isEmpty { add(.override, node) }
        } else if document.standsFor(file, ids, node) {
          add(.instance, node)
        }
      }
      guard !addresses.isEmpty else { return reaches }
      for node in document.objects {
        var refers = false
        if !document.isInner(node) {
          document.forEachReference(of: node) { reference, _ in
            if addresses.contains(ExactText(reference.id)) { refers = true }
          }
        }
        if !refers, model.hasReferences, let binding = model.binding(of: node) {
          refers = model.references(of: node).contains { reference in
            addresses.contains(ExactText(reference.id))
              && document.writes(model.storedKey(node, binding, at: reference.place), of: node)
          }
        }
        if refers { add(.reference, node) }
      }
      return reaches
    }
  }
}
