public import InspectorKit
internal import JSONText
internal import SceneDocument

/// A colour that a scene names, with what it is and how often it is used.
public struct PaletteColor: Hashable, Sendable {
  /// The colour's name.
  public var name: String

  /// The JSON text as it is stored.
  public var stored: String

  /// Nil where the text is no colour, or the name no identifier: see `problem`.
  public var color: Color?

  /// Why the colour cannot be used, or nil.
  public var problem: String?

  /// How many attributes use it.
  public var uses: Int

  /// How many more hold its name, where only a missing plugin knows whether they are colours.
  public var unclearUses: Int

  /// Whether CSS has a colour of the same name, which the scene cannot use.
  public var hidesCSS: Bool
}

extension SceneSession {
  /// The scene's palette, in its order.
  public var palette: [PaletteColor] {
    withModel { model in
      let entries = model.document.palette
      let uses = model.colorUses(of: Set(entries.map { ExactText($0.name) }))
      return entries.map { entry in
        let found = uses[ExactText(entry.name)]
        return PaletteColor(
          name: entry.name, stored: String(decoding: entry.value, as: UTF8.self),
          color: model.palette.colors[ExactText(entry.name)],
          problem: model.palette.problems.first { $0.name.isExactly(entry.name) }?.problem.message,
          uses: found?.known.count ?? 0, unclearUses: found?.unclear.count ?? 0,
          hidesCSS: Color(entry.name) != nil)
      }
    }
  }
}
