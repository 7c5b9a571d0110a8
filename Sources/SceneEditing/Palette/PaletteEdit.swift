internal import JSONText

/// One change of a scene's palette.
///
/// ```swift
/// let result = try session.perform(EditRequest(palette: [.set(name: "brand", to: "#FF8800")]))
/// result.colors[0].new     // "\"#FF8800\""
/// result.changes.count     // one for each use, where `wantsChanges`
/// ```
///
/// Changes are made in their order. Different names that get colours one after another get them at once, and what uses them
/// is judged by what it is with all of them.
public enum PaletteEdit: Hashable, Sendable {
  /// Gives a name a colour as a person types it; a name that is not there yet is added. All that uses the name looks
  /// different from now on, and its hooks may refuse that.
  case set(name: String, to: String)

  /// Gives a colour another name, in the palette and in every attribute that uses it. No colour changes.
  case rename(name: String, to: String)

  /// Takes out a name that nothing uses.
  case remove(name: String)
}

extension [PaletteEdit] {
  /// The names concerned.
  package var names: Set<String> {
    Set(
      flatMap { change in
        switch change {
        case .set(let name, _), .remove(let name): [name]
        case .rename(let name, let new): [name, new]
        }
      })
  }
}

/// One colour of the palette before and after.
public struct ColorChange: Hashable, Sendable {
  /// The name before the edit.
  public var name: String

  /// The other name that it has now; nil where it keeps its own.
  public var newName: String?

  /// The JSON text before the edit; nil where the name is absent.
  public var old: String?

  /// The JSON text after the edit; nil where the name is absent.
  public var new: String?

  /// How many attributes use the name.
  public var uses: Int

  package init(name: String, newName: String? = nil, old: String? = nil, new: String? = nil, uses: Int) {
    self.name = name
    self.newName = newName
    self.old = old
    self.new = new
    self.uses = uses
  }

  /// Whether the palette's text is another afterwards.
  public var isChanged: Bool { old != new || newName != nil }
}

extension [ColorChange] {
  /// The changes with those of one colour made one, from the colour before the first to that after the last; without a
  /// colour that came and went.
  var merged: [ColorChange] {
    var merged: [ColorChange] = []
    // The places of the colours by the names that they have now, or had last.
    var places: [ExactText: Int] = [:]
    for change in self {
      let key = ExactText(change.name)
      guard let place = places[key], (merged[place].new == nil) == (change.old == nil) else {
        places[ExactText(change.newName ?? change.name)] = merged.count
        merged.append(change)
        continue
      }
      (merged[place].new, merged[place].uses) = (change.new, change.uses)
      if change.new == nil { merged[place].newName = nil }
      guard let name = change.newName else { continue }
      merged[place].newName = merged[place].name.isExactly(name) ? nil : name
      places[key] = nil
      places[ExactText(name)] = place
    }
    return merged.filter { $0.old != nil || $0.new != nil }
  }
}
