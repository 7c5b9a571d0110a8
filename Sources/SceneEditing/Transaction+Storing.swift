internal import JSONText
import SceneDocument

/// Edits whose steps are not checked one by one by components, such as merges. The values of the steps are stored as
/// given.
extension Transaction {
  /// True if components accept or refuse each step individually.
  var judgesSteps: Bool { if case .steps = judging { true } else { false } }

  /// Performs an edit that has no steps, such as a new text for the whole scene. On an error, the document is
  /// unchanged.
  ///
  /// - Parameter change: applies the edit to the document, and returns its inverse.
  package func perform(_ change: (SceneModel) throws(Diagnostic) -> InverseEdit) throws(Diagnostic) {
    edit = try change(model)
    try judgeResult()
  }

  /// Lets components check the result of an edit whose steps they did not check, and rolls the edit back if they refuse
  /// it.
  func judgeResult() throws(Diagnostic) {
    result.warnings = warnings.inOrder
    guard case .result(let known) = judging, !edit.isEmpty else { return }
    do throws(Diagnostic) {
      model.follow()
      if edit.concernsPalette { model.readPalette() }
      let model =
        model.isOutdated
        ? SceneModel(document: model.document, library: model.library, under: model.job) : model
      let judgement = ResultJudgement(model, model.concerned(by: edit))
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

  /// Stores attributes of objects as given, without a check by components.
  func store(_ changes: [AttributeChange], in nodes: [NodeIndex]) throws(Diagnostic) {
    edit.properties.formUnion(changes.map(\.key))
    for node in nodes {
      try Diagnostic.wrapping { () throws(SceneError) in keep(try model.write(changes, to: node)) }
    }
  }

  /// Stores colours of the palette as given, without a check by components.
  func store(_ edits: [PaletteEdit]) throws(Diagnostic) {
    let changes = edits.map(AttributeChange.init)
    try Diagnostic.wrapping { () throws(SceneError) in
      edit.add(.palette(try model.write(palette: changes)))
    }
    edit.colors.formUnion(edits.names)
    model.readPalette()
  }
}

extension [Assignment] {
  /// The attribute changes of assignments that can be stored as given; nil if one of them needs a check by a component.
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
  /// The key of the changed attribute.
  fileprivate var key: String {
    switch self {
    case .set(let key, _), .setMember(let key, _, _), .remove(let key), .rename(let key, _): key
    }
  }

  /// Creates a change of the palette's text. A colour that is not valid JSON is stored as a string.
  fileprivate init(_ edit: PaletteEdit) {
    switch edit {
    case .set(let name, let text), .extract(let name, let text):
      let isJSON = (try? PlacedJSON(Array(text.utf8))) != nil
      self = .set(key: name, value: Array((isJSON ? text : JSON.string(text).text()).utf8))
    case .rename(let name, let new): self = .rename(key: name, to: new)
    case .remove(let name): self = .remove(key: name)
    }
  }
}
