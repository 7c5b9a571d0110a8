public import InspectorKit
internal import JSONText
internal import SceneDocument

/// A colour of a scene's palette, with its value and the number of its uses.
public struct PaletteColor: Hashable, Sendable {
  /// The name by which attributes refer to the colour.
  public var name: String

  /// The colour's JSON text as the scene stores it.
  public var stored: String

  /// The colour; nil if the text is not a colour or the name is not an identifier. ``problem`` is then the reason.
  public var color: Color?

  /// The reason why the colour cannot be used; nil if it can be used.
  public var problem: String?

  /// The number of attributes that use the colour.
  public var uses: Int

  /// The number of further attributes whose value is the colour's name, but whose type is unknown because a plugin is
  /// missing.
  public var unclearUses: Int

  /// True if CSS defines a colour of the same name. The scene cannot use the CSS colour, since the palette's colour
  /// hides it.
  public var hidesCSS: Bool

  /// The path of the document that defines the colour: a palette document, as written in the scene, or a template's
  /// document; nil for a colour of the scene's own palette. The path of a workspace's palette is relative to the working
  /// folder.
  public var source: String?

  package init(
    name: String, stored: String, color: Color? = nil, problem: String? = nil, uses: Int, unclearUses: Int,
    hidesCSS: Bool, source: String? = nil
  ) {
    self.name = name
    self.stored = stored
    self.color = color
    self.problem = problem
    self.uses = uses
    self.unclearUses = unclearUses
    self.hidesCSS = hidesCSS
    self.source = source
  }
}
