public import InspectorKit
internal import SceneDocument

/// A colour that a scene names, with what it is and how often it is used.
public struct PaletteColor: Hashable, Sendable {
  public var name: String

  /// The JSON text as it is stored.
  public var stored: String

  /// Nil where the text is no colour, or the name no identifier: see `problem`.
  public var color: Color?

  /// Why the colour cannot be used, or nil.
  public var problem: String?

  /// How many attributes use it.
  public var uses: Int

  /// How many more hold its name, of which a missing plugin would have to tell whether they are colours.
  public var unclearUses: Int

  /// Whether CSS has a colour of the same name, which the scene cannot use.
  public var hidesCSS: Bool
}

extension SceneSession {
  /// The scene's palette, in its order.
  public var palette: [PaletteColor] {
    withModel { model in
      let entries = model.document.palette
      let uses = model.colorUses(of: Set(entries.map(\.name)))
      return entries.map { entry in
        PaletteColor(
          name: entry.name, stored: String(decoding: entry.value, as: UTF8.self),
          color: model.palette.colors[entry.name],
          problem: model.palette.problems.first { $0.name == entry.name }?.problem.message,
          uses: uses[entry.name]?.known.count ?? 0, unclearUses: uses[entry.name]?.unclear.count ?? 0,
          hidesCSS: Color(entry.name) != nil)
      }
    }
  }
}
