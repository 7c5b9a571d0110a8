public import SceneDocument

/// What differs between two scenes, by object and property. Objects are the same where their ids are.
///
/// ```swift
/// let difference = SceneDifference(from: old, to: new)
/// difference.attributes.first  // badge.pointCount: 5 → 7
/// difference.structure.first   // title: removed
/// ```
///
/// Of scenes with very many differences ``SceneComparison`` tells one after the other.
///
/// How the text is laid out, and how a value is written, makes no difference; the digits of a number do.
public struct SceneDifference: Hashable, Sendable {
  /// A stored value.
  public struct Attribute: Hashable, Sendable {
    public var object: String
    public var className: String

    /// The key that it is stored under.
    public var property: String

    /// The JSON text in the one scene and the other; nil where the key is absent.
    public var old: String?
    public var new: String?
  }

  /// A colour of the palette.
  public struct Color: Hashable, Sendable {
    public var name: String

    /// The JSON text in the one scene and the other; nil where the name is absent.
    public var old: String?
    public var new: String?
  }

  /// Something else that stands in the scene, such as its name, or in an object: a key that the format does not know.
  public struct Member: Hashable, Sendable {
    /// The id of the object; nil for the scene.
    public var object: String?
    public var key: String

    /// The JSON text in the one scene and the other; nil where the key is absent.
    public var old: String?
    public var new: String?
  }

  /// What came, went, moved, or is called something else: in the order of the new scene, what went behind it. Of objects
  /// that came or went together the outermost is told.
  public var structure: [StructureDifference] = []

  /// In the order of the new scene. Those of objects that came or went are not told.
  public var attributes: [Attribute] = []
  public var colors: [Color] = []
  public var members: [Member] = []

  public var isEmpty: Bool { structure.isEmpty && attributes.isEmpty && colors.isEmpty && members.isEmpty }

  /// - Parameter cancellation: ends the comparison, of which there is no telling then.
  public init(from old: SceneDocument, to new: SceneDocument, until cancellation: Cancellation? = nil) {
    self.init(SceneComparison(from: old, to: new, until: cancellation))
  }

  /// All that a comparison tells.
  public init(_ comparison: SceneComparison) {
    (structure, colors) = (comparison.structure, comparison.colors)
    comparison.forEachMember { members.append($0) }
    comparison.forEachAttribute { attributes.append($0) }
  }
}
