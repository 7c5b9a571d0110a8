internal import JSONText
internal import SceneDocument

// Scenes that follow the new names of colours of other documents.
extension SceneModel {
  /// Returns the palette edit that keeps the scene's colours unchanged after another document has renamed a colour; nil
  /// if no edit is needed.
  ///
  /// Attributes that the scene writes get the new name. If the scene's own palette hides the colour, objects of
  /// templates look up the new name in that palette, so the edit adds the name with the same colour.
  ///
  /// - Parameter file: the real path of a palette document or of a template's document.
  /// - Throws: an error if the scene would show different colours after the edit, since the new name already has a
  ///   meaning.
  package func edit(following file: String, renaming name: String, to new: String) throws(Diagnostic) -> PaletteEdit? {
    let uses = colorUses(of: [ExactText(name), ExactText(new)])
    guard let own = colorText(name) else {
      let isUsed = !(try following(file, renaming: name, to: new, uses)).isEmpty
      return isUsed ? .rename(name: name, to: new) : nil
    }
    guard let all = uses[ExactText(name)] else { return nil }
    var written = all
    written.removeInherited(in: document)
    guard written.count < all.count else { return nil }
    guard colorText(new) == nil else { throw Diagnostic(EditRefusal.colorIsThere(new), file: document.name) }
    if let use = uses[ExactText(new)]?.first {
      throw Diagnostic(EditRefusal.nameIsUsed(new, by: "\(document.id(use.node)).\(use.key)"), file: document.name)
    }
    let text = (try? JSON.parse(own))?.stringValue ?? String(decoding: own, as: UTF8.self)
    return .set(name: new, to: text)
  }

  /// Returns the attributes in the scene's own file that use a colour of another document.
  ///
  /// - Parameter uses: the attributes that use the old and the new name, keyed by name.
  /// - Throws: an error if the new name already has a meaning.
  func following(
    _ file: String, renaming name: String, to new: String, _ uses: [ExactText: ColorUses]
  ) throws(Diagnostic) -> ColorUses {
    guard colorText(name) == nil, isColor(name, of: file) else { return ColorUses() }
    var (used, others) = (uses[ExactText(name)] ?? ColorUses(), uses[ExactText(new)] ?? ColorUses())
    used.removeInherited(in: document)
    others.removeInherited(in: document)
    let isTaken = palette.colors[ExactText(new)] != nil || isDisputed(new)
    if isTaken, !used.isEmpty { throw Diagnostic(EditRefusal.colorIsThere(new), file: document.name) }
    // An attribute that already stores this text, such as the name of a CSS colour, would refer to the document's
    // colour after the edit.
    if colorText(new) == nil, let use = others.first {
      throw Diagnostic(EditRefusal.nameIsUsed(new, by: "\(document.id(use.node)).\(use.key)"), file: document.name)
    }
    return used
  }

  /// Returns true if a name is a colour of the given palette document or template's document.
  private func isColor(_ name: String, of file: String) -> Bool {
    let path = palette.source(of: name)?.source.location ?? document.templateColorPlace(name)?.file
    return path.flatMap { realpath($0) }.map(file.isExactly) ?? false
  }
}
