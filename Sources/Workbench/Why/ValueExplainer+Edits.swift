internal import InspectorKit

// What the steps of the session made of the value.
extension ValueExplainer {
  /// What a step made of the colour that the value names, and of the value.
  func reasons(_ edit: ValueHistory.Edit) -> [Reason] {
    var reasons: [Reason] = []
    if edit.changesColor, let name = edit.newColor?.name {
      let (old, new) = (edit.oldColor?.text, edit.newColor?.text)
      var color = edit.reason(" changed '\(name)' of the palette: \(words(old)) → \(words(new))")
      color.cause = name
      (color.old, color.new) = (old.map(Self.text), new.map(Self.text))
      reasons.append(color)
    }
    let (old, new) = (words(edit.old), words(edit.new))
    if edit.old == edit.new {
      if edit.changesClass { reasons.append(edit.reason(" gave the object another class; what is stored stayed")) }
    } else if reference?.component == nil || old != new {
      var value = edit.reason(": \(old) → \(new)")
      (value.old, value.new) = (edit.old.map(Self.text), edit.new.map(Self.text))
      reasons.append(value)
    }
    return reasons
  }
}

extension ValueHistory.Edit {
  fileprivate func reason(_ words: String) -> ValueExplanation.Reason {
    let step =
      switch origin {
      case .scene: "'\(name)'"
      case .transaction: "the transaction '\(name)'"
      case .scratch: "the scratch '\(name)'"
      }
    return ValueExplanation.Reason(
      kind: isUndone ? .undone : .edit, text: "\(step)\(words)\(isUndone ? "; taken back" : "")", step: self.step,
      command: name)
  }
}
