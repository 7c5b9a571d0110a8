public import InspectorKit
internal import JSONText
internal import SceneDocument

/// A colour of a scene's palette, with its value and the number of its uses.
public struct PaletteColor: Hashable, Sendable {
  /// The name by which attributes refer to the colour.
  public var name: String

  /// The JSON text as it is stored.
  public var stored: String

  /// The colour; nil if the text is no colour or the name no identifier, see `problem`.
  public var color: Color?

  /// The reason that the colour cannot be used; nil if it can.
  public var problem: String?

  /// The number of attributes that use the colour.
  public var uses: Int

  /// The number of further attributes that hold the colour's name, but whose type only a missing plugin knows.
  public var unclearUses: Int

  /// True if CSS has a colour of the same name, which the scene then cannot use.
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
