internal import InspectorKit

// What the steps of the session made of the value.
extension StoryTeller {
  /// What a step made of the colour that the value names, and of the value.
  func chapters(_ edit: ValueTrail.Edit) -> [Chapter] {
    var chapters: [Chapter] = []
    if edit.changesColor, let name = edit.newColor?.name {
      let (old, new) = (edit.oldColor?.text, edit.newColor?.text)
      var color = edit.chapter(" changed '\(name)' of the palette: \(words(old)) → \(words(new))")
      color.cause = name
      (color.old, color.new) = (old.map(Self.text), new.map(Self.text))
      chapters.append(color)
    }
    let (old, new) = (words(edit.old), words(edit.new))
    if edit.old == edit.new {
      if edit.changesClass { chapters.append(edit.chapter(" gave the object another class; what is stored stayed")) }
    } else if reference?.component == nil || old != new {
      var value = edit.chapter(": \(old) → \(new)")
      (value.old, value.new) = (edit.old.map(Self.text), edit.new.map(Self.text))
      chapters.append(value)
    }
    return chapters
  }
}

extension ValueTrail.Edit {
  fileprivate func chapter(_ words: String) -> ValueStory.Chapter {
    let step =
      switch origin {
      case .scene: "'\(name)'"
      case .transaction: "the transaction '\(name)'"
      case .scratch: "the scratch '\(name)'"
      }
    return ValueStory.Chapter(
      kind: isUndone ? .undone : .edit, text: "\(step)\(words)\(isUndone ? "; taken back" : "")", step: self.step,
      command: name)
  }
}
