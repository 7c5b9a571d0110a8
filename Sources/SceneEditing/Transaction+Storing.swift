internal import JSONText
package import SceneDocument

/// Edits whose result components judge, such as merges: their steps are stored as they stand.
extension Transaction {
  /// Whether components judge each step as it is made.
  var judgesSteps: Bool { if case .steps = judging { true } else { false } }

  /// Makes an edit that no steps say, such as another text for the whole scene. On an error, the document is as before.
  ///
  /// - Parameter change: makes the edit in the document, and answers what undoes it.
  package func perform(_ change: (SceneDocument) throws(Diagnostic) -> InverseEdit) throws(Diagnostic) {
    edit = try change(model.document)
    try judgeResult()
  }

  /// Has components judge all that the edit made of the scene, and takes it back where they refuse it.
  func judgeResult() throws(Diagnostic) {
    result.warnings = warnings.inOrder
    guard case .result(let known) = judging, !edit.isEmpty else { return }
    do throws(Diagnostic) {
      model.follow()
      if edit.concernsPalette { model.readPalette() }
      let model =
        model.isOutdated
        ? SceneModel(document: model.document, library: model.library, under: model.job) : model
      let judgement = ResultJudgement(model, of: edit)
      try model.job.check()
      let refusal = try judgement.refusal(known: known)
      try model.job.check()
      if let refusal { throw refusal }
      result.warnings += judgement.warnings
    } catch {
      rollBack()
      throw error
    }
  }

  /// Gives objects attributes as they are stored.
  func store(_ changes: [AttributeChange], in nodes: [NodeIndex]) throws(Diagnostic) {
    edit.properties.formUnion(changes.map(\.key))
    for node in nodes {
      try Diagnostic.wrapping { () throws(SceneError) in keep(try model.document.apply(changes, to: node)) }
    }
  }

  /// Gives the palette colours as they are stored.
  func store(_ edits: [PaletteEdit]) throws(Diagnostic) {
    let changes = edits.map(PaletteChange.init)
    try Diagnostic.wrapping { () throws(SceneError) in
      edit.add(.palette(try model.document.applyToPalette(changes)))
    }
    edit.colors.formUnion(edits.names)
    model.readPalette()
  }
}

extension [Assignment] {
  /// The changes of attributes as they are stored, where the assignments are such; nil where a component is to be asked
  /// for any.
  var stored: [AttributeChange]? {
    var changes: [AttributeChange] = []
    for assignment in self {
      switch assignment.operation {
      case .exact(let text): changes.append(.set(key: assignment.name, value: [UInt8](text.utf8)))
      case .reset: changes.append(.remove(key: assignment.name))
      default: return nil
      }
    }
    return changes
  }
}

extension AttributeChange {
  /// The key that is changed.
  fileprivate var key: String {
    switch self {
    case .set(let key, _), .setMember(let key, _, _), .remove(let key), .rename(let key, _): key
    }
  }
}

extension PaletteChange {
  /// A change of the palette's text; a colour that is no JSON text is stored as a string.
  fileprivate init(_ edit: PaletteEdit) {
    switch edit {
    case .set(let name, let text):
      var value = Array(text.utf8)
      if (try? PlacedJSON(value)) == nil {
        value = []
        JSONString.append(text, quotedTo: &value)
      }
      self = .set(name: name, value: value)
    case .rename(let name, let new): self = .rename(name: name, to: new)
    case .remove(let name): self = .remove(name: name)
    }
  }
}
