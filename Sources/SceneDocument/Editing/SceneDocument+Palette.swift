import JSONText

extension SceneDocument {
  /// Makes all given changes to the scene's palette, or none of them if one is refused. Returns the record that undoes
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
    if let composition { return try compose(changes, toPaletteOf: composition) }
    try refuseForeign(.palette)
    return try writeToPalette(changes)
  }

  /// Makes changes to the palette in the indexed text; see ``applyToPalette(_:)``.
  func writeToPalette(_ changes: [AttributeChange]) throws(SceneError) -> SpliceRestore {
    let span = loadPalette(with: overlay[Self.paletteKey])
    try scratch.making(changes.count) { () throws(SceneError) in
      for change in changes {
        do throws(ChangeRefusal) {
          try scratch.make(change) { paletteLayout.emptyStyle }
        } catch {
          throw refused(error)
        }
      }
    }
    return indexed.set(scratchEntry(span), of: Self.paletteKey, isChange: true)
  }

  /// Returns the text of a JSON object after setting one of its members. A new member is appended in the layout of the
  /// existing members, as in an edit of the palette.
  package static func object(_ object: [UInt8], setting member: String, to value: [UInt8]) -> [UInt8] {
    let text = AttributeText()
    object.withUnsafeBytes { text.load($0) }
    value.withUnsafeBytes { text.set(member, $0) { AttributeText.EmptyStyle() } }
    return Array(text.text)
  }

  /// Returns the text of a JSON object after removing one of its members.
  package static func object(_ object: [UInt8], removing member: String) -> [UInt8] {
    let text = AttributeText()
    object.withUnsafeBytes { text.load($0) }
    text.remove(member)
    return Array(text.text)
  }
}

extension AttributeText {
  /// Makes one change to this text, which is that of the palette; throws if the change is refused.
  ///
  /// - Parameter empty: returns the layout for the first colour; called only if the palette is empty.
  func make(_ change: AttributeChange, empty: () -> EmptyStyle) throws(ChangeRefusal) {
    switch change {
    case .set(let name, let value):
      try value.withChecked(as: "the palette's '\(name)'") { set(name, $0, empty: empty) }
    case .setMember(let name, let member, let value):
      guard try value.withChecked(as: "the palette's '\(name)'", { setMember(name, member, $0) }) else {
        throw .colorHasNoParts(name, member: member)
      }
    case .rename(let name, let new):
      guard has(name) else { throw .noColor(name) }
      guard name == new || !has(new) else { throw .colorIsThere(new, old: name) }
      rename(name, to: new)
    case .remove(let name): remove(name)
    }
  }
}
