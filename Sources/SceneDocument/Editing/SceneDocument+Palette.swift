import JSONText

extension SceneDocument {
  /// Changes the scene's palette, wholly or not at all, and returns the record that undoes it.
  ///
  /// ```swift
  /// let undo = try scene.applyToPalette([.set(key: "brand", value: Array("\"#3366FF\"".utf8))])
  /// _ = scene.restore(undo)
  /// ```
  ///
  /// The keys are the names of colours. A scene without a palette gets one after its plugins, its name or its format, whichever is first in this list,
  /// laid out like that member. Attributes that use a name are not checked.
  ///
  /// - Throws: `edit.value` if a value is not JSON text, the colour of a part is absent or not an object, a name to
  ///   change is absent, or its new name is taken.
  public func applyToPalette(_ changes: [AttributeChange]) throws(SceneError) -> SpliceRestore {
    let span = loadPalette(with: overlay[Self.paletteKey])
    try scratch.making(changes.count) { () throws(SceneError) in
      for change in changes { try make(change) }
    }
    return source.set(scratchEntry(span), of: Self.paletteKey, isChange: true)
  }

  /// Applies one change to the scratch text.
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

  /// Returns the text of a JSON object with one member set, as a change of the palette would leave it.
  package static func object(_ object: [UInt8], setting member: String, to value: [UInt8]) -> [UInt8] {
    let text = AttributeText()
    object.withUnsafeBytes { text.load($0) }
    value.withUnsafeBytes { text.set(member, $0) { AttributeText.EmptyStyle() } }
    return Array(text.text)
  }
}
