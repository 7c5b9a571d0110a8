internal import InspectorKit
internal import JSONText
package import SceneDocument

extension MemberDocument {
  /// Renames a colour, and returns the change.
  ///
  /// - Throws: an error if there is no such colour, if the new name is in use, or if it is not an identifier; nothing
  ///   is changed then.
  package func rename(_ name: String, to new: String) throws(Diagnostic) -> EditResult {
    guard let old = value(of: name) else {
      let near = DidYouMean.suggestion(for: name, among: entries.map(\.name))
      throw Diagnostic(EditRefusal.noColor(name, suggestion: near))
    }
    let isSame = name.isExactly(new)
    if !isSame {
      guard ScenePalette.isIdentifier(new) else { throw Diagnostic(ValueRefusal.noIdentifier(new)) }
      guard value(of: new) == nil else { throw Diagnostic(EditRefusal.colorIsThere(new)) }
      try Diagnostic.wrapping { () throws(SceneError) in try apply([.rename(key: name, to: new)]) }
    }
    var done = EditResult()
    let text = PaletteRun.text(old)
    done.colors = [ColorChange(name: name, newName: isSame ? nil : new, old: text, new: text, uses: nil)]
    return done
  }

  /// Sets the colours of names, in the notation of user input, and returns the changes with warnings about similar
  /// names.
  ///
  /// - Throws: an error if a name is not an identifier, or if a text is not a colour; nothing is changed then.
  package func set(_ colors: [(name: String, color: String)]) throws(Diagnostic) -> EditResult {
    let typed = try colors.map { name, text throws(Diagnostic) in
      let known = { (typed: String) in try? ScenePalette.color(self.value(of: typed) ?? [], of: typed) }
      return (name: name, text: text, color: try PaletteRun.color(text, for: name, meaning: known))
    }
    let names = entries.map(\.name)
    var done = EditResult()
    for (name, text, color) in typed {
      let old = value(of: name)
      let changes = PaletteRun.changes(storing: color, typed: text, as: name, old: old)
      try Diagnostic.wrapping { () throws(SceneError) in try apply(changes) }
      if old == nil, let similar = DidYouMean.suggestion(for: name, among: names) {
        let finding = ObjectFinding.newColor(name, suggestion: similar)
        done.warnings.append(Diagnostic(finding, severity: .warning, file: source.name, property: name))
      }
      done.colors.append(
        ColorChange(name: name, old: old.map(PaletteRun.text), new: value(of: name).map(PaletteRun.text), uses: nil))
    }
    return done
  }
}
