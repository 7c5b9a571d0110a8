internal import JSONText

/// One change of a scene's palette.
///
/// ```swift
/// let result = try session.perform(EditRequest(palette: [.set(name: "brand", to: "#FF8800")]))
/// result.colors[0].new     // "\"#FF8800\""
/// result.changes.count     // one for each use, if the request has `wantsChanges`
/// ```
///
/// Changes are made in order. Consecutive `set` changes of different names are made together, and components then check
/// their objects with all the new colours.
public enum PaletteEdit: Hashable, Sendable {
  /// Sets the colour of a palette name, and adds the name if it is new. The colour is in the notation of user input.
  /// All objects that use the name get the new colour, and their hooks may refuse it.
  case set(name: String, to: String)

  /// Replaces a colour with a palette name in every attribute that stores the colour, in any notation. The colour is in
  /// the notation of user input. The name is added if it is new; the change is refused if the name already means a
  /// different colour. No effective colour changes.
  case extract(name: String, of: String)

  /// Renames a colour in the palette and in every attribute that uses it. No effective colour changes.
  case rename(name: String, to: String)

  /// Removes a name from the palette. Refused if an attribute uses the name.
  case remove(name: String)
}

extension [PaletteEdit] {
  /// All names in the changes, old and new.
  package var names: Set<String> {
    Set(
      flatMap { change in
        switch change {
        case .set(let name, _), .extract(let name, _), .remove(let name): [name]
        case .rename(let name, let new): [name, new]
        }
      })
  }
}

/// The change of one colour of the palette.
public struct ColorChange: Hashable, Sendable {
  /// The name before the edit.
  public var name: String

  /// The new name; nil if the name did not change.
  public var newName: String?

  /// The colour's JSON text before the edit; nil if the palette did not have the name.
  public var old: String?

  /// The colour's JSON text after the edit; nil if the palette no longer has the name.
  public var new: String?

  /// The number of attributes that use the name; nil for a palette document, since the scenes that use it are not read.
  public var uses: Int?

  package init(name: String, newName: String? = nil, old: String? = nil, new: String? = nil, uses: Int?) {
    self.name = name
    self.newName = newName
    self.old = old
    self.new = new
    self.uses = uses
  }

  /// True if the colour's text or name in the palette changed.
  public var isChanged: Bool { old != new || newName != nil }
}

/// A palette name that a scene's own palette lacks.
package struct AbsentColor: Hashable, Sendable {
  package let name: String

  /// The most similar colour name in the scene; nil if none is similar.
  package let suggestion: String?

  /// The path of the palette document that defines the name, as the scene writes it; nil if none of the scene's
  /// documents does.
  package let file: String?
}

extension [ColorChange] {
  /// The changes merged into one change for each colour, from the state before its first change to the state after its
  /// last change. A colour that was added and removed again is left out.
  var merged: [ColorChange] {
    var merged: [ColorChange] = []
    // The indices of the colours in the merged list, keyed by their latest names.
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
