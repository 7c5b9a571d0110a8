import JSONText

extension SceneDocument {
  /// Makes all given changes of the scene's palette, or none of them if one is refused. Returns the record that undoes
  /// them.
  ///
  /// ```swift
  /// let undo = try scene.applyToPalette([.set(key: "brand", value: Array("\"#3366FF\"".utf8))])
  /// _ = scene.restore(undo)
  /// ```
  ///
  /// The keys of the changes are names of colours. If the scene has no palette, a palette is inserted after `plugins`,
  /// else after `name`, else after `format`, in the layout of that member. Attributes that use a removed or renamed
  /// colour are neither changed nor checked.
  ///
  /// - Throws: `edit.value` if a value is not JSON text, if the colour of a `setMember` is missing or not an object, or
  ///   if a `rename` names a missing colour or its new name is in use.
  public func applyToPalette(_ changes: [AttributeChange]) throws(SceneError) -> SpliceRestore {
    let span = loadPalette(with: overlay[Self.paletteKey])
    try scratch.making(changes.count) { () throws(SceneError) in
      for change in changes { try make(change) }
    }
    return source.set(scratchEntry(span), of: Self.paletteKey, isChange: true)
  }

  /// Applies one change to the scratch text, or throws `edit.value` if the change is refused.
  private func make(_ change: AttributeChange) throws(SceneError) {
    switch change {
    case .set(let name, let value):
      try withChecked(value, "the palette's '\(name)'") { scratch.set(name, $0) { paletteLayout.emptyStyle } }
    case .setMember(let name, let member, let value):
      guard try withChecked(value, "the palette's '\(name)'", { scratch.setMember(name, member, $0) }) else {
        throw refused(.colorHasNoParts(name, member: member))
      }
    case .rename(let name, let new):
      guard scratch.has(name) else { throw refused(.noColor(name)) }
      guard name == new || !scratch.has(new) else { throw refused(.colorIsThere(new, old: name)) }
      scratch.rename(name, to: new)
    case .remove(let name): scratch.remove(name)
    }
  }

  /// Returns the text of a JSON object after setting one of its members. A new member is appended in the layout of the
  /// existing members, as in an edit of the palette.
  package static func object(_ object: [UInt8], setting member: String, to value: [UInt8]) -> [UInt8] {
    let text = AttributeText()
    object.withUnsafeBytes { text.load($0) }
    value.withUnsafeBytes { text.set(member, $0) { AttributeText.EmptyStyle() } }
    return Array(text.text)
  }
}
