internal import InspectorKit
internal import JSONText
internal import SceneDocument
internal import SceneEditing

// Values that the documents of a scene leave undefined.
extension SceneSession {
  /// Returns the reason why the documents of the scene do not define a property's value: the template of the object is
  /// unavailable, or the stored value is a colour name on which the scene's templates disagree. Returns nil if the
  /// value is defined.
  package func fault(of property: InspectedProperty) -> Diagnostic? {
    if let fault = fault(ofObject: property.object) { return fault }
    guard property.state == .refused, property.type == .color, property.definition?.storedAs == nil,
      let text = property.storedText,
      let name = (try? JSON.parse(Array(text.utf8)))?.stringValue
    else { return nil }
    return withModel { model in
      model.palette.disputes[ExactText(name)].map { places in
        Diagnostic(ValueRefusal.disputedColor(name, of: property.name, places), file: model.document.name)
      }
    }
  }

  /// The placeholders whose templates are unavailable, each with the reason.
  package var templateFaults: [(object: String, reason: AnyRefusal)] {
    withDocument { document in
      guard document.mayHavePlaceholders else { return [] }
      return document.objects.compactMap { node in
        document.problemOfTemplate(node).map { (document.id(node), $0) }
      }
    }
  }

  /// Returns the reason why the template of a placeholder is unavailable; nil if it is available, or for any other
  /// object.
  package func fault(ofObject id: String) -> Diagnostic? {
    withModel { model in
      guard let node = model.document.node(id: id), let reason = model.document.problemOfTemplate(node) else {
        return nil
      }
      let position = model.document.writtenPosition(of: node)
      return Diagnostic(
        CompositionRefusal.incomplete(id, reason), file: model.document.name, line: position.line,
        column: position.column)
    }
  }
}
