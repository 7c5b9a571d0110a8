internal import JSONText
package import SceneDocument

extension PaletteDocument {
  /// Sets the colours of names as a user types them, and returns the changes.
  ///
  /// - Throws: an error if a name is not an identifier, or if a text is not a colour; nothing is changed then.
  package func set(_ colors: [(name: String, color: String)]) throws(Diagnostic) -> [ColorChange] {
    var changes: [(name: String, changes: [AttributeChange])] = []
    for (name, text) in colors {
      let known = { (typed: String) in try? ScenePalette.color(self.colorText(typed) ?? [], of: typed) }
      let color = try PaletteRun.color(text, for: name, meaning: known)
      changes.append((name, PaletteRun.changes(storing: color, typed: text, as: name, old: colorText(name))))
    }
    var done: [ColorChange] = []
    for (name, changes) in changes {
      let old = colorText(name)
      try Diagnostic.wrapping { () throws(SceneError) in try apply(changes) }
      done.append(
        ColorChange(name: name, old: old.map(PaletteRun.text), new: colorText(name).map(PaletteRun.text), uses: nil))
    }
    return done
  }
}
