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

  package init(
    name: String, stored: String, color: Color? = nil, problem: String? = nil, uses: Int, unclearUses: Int,
    hidesCSS: Bool
  ) {
    self.name = name
    self.stored = stored
    self.color = color
    self.problem = problem
    self.uses = uses
    self.unclearUses = unclearUses
    self.hidesCSS = hidesCSS
  }
}
