import JSONText
public import SceneDocument

/// The differences between two scenes, by object and property. Objects are matched by their ids.
///
/// ```swift
/// let difference = SceneDifference(from: old, to: new)
/// difference.attributes.first  // badge.pointCount: 5 → 7
/// difference.structure.first   // title: removed
/// ```
///
/// For scenes with very many differences, ``SceneComparison`` reports them one by one.
///
/// Layout of the text and spelling of a value make no difference; the digits of a number do.
public struct SceneDifference: Hashable, Sendable {
  /// A stored value that differs.
  public struct Attribute: Hashable, Sendable {
    /// The object's id.
    public var object: String

    /// The object's class in the new scene.
    public var className: String

    /// The key under which the value is stored.
    public var property: String

    /// The JSON text in the old scene; nil if the key is absent.
    public var old: String?

    /// The JSON text in the new scene; nil if the key is absent.
    public var new: String?
  }

  /// Any further member that differs: of the scene, such as its name, or of an object, such as a key that the format
  /// does not know.
  public struct Member: Hashable, Sendable {
    /// The id of the object; nil for a member of the scene.
    public var object: String?

    /// The key as written in the scene or the object.
    public var key: String

    /// The JSON text in the old scene; nil if the key is absent.
    public var old: String?

    /// The JSON text in the new scene; nil if the key is absent.
    public var new: String?

    package init(object: String? = nil, key: String, old: String? = nil, new: String? = nil) {
      self.object = object
      self.key = key
      self.old = old
      self.new = new
    }
  }

  /// Objects that were inserted, removed, moved or renamed, or whose class changed, in the order of the new scene with
  /// removed objects last. Of objects that were inserted or removed together, only the outermost is listed.
  public var structure: [StructureDifference] = []

  /// Stored values that differ, in the order of the new scene; not those of inserted or removed objects.
  public var attributes: [Attribute] = []

  /// Colours of the palette that differ.
  public var colors: [ColorChange] = []

  /// Further members of the scene or its objects that differ.
  public var members: [Member] = []

  /// True if the scenes do not differ.
  public var isEmpty: Bool { structure.isEmpty && attributes.isEmpty && colors.isEmpty && members.isEmpty }

  package init() {}

  /// Compares two scenes.
  ///
  /// - Parameter job: ends the comparison early; the result then means nothing.
  public init(from old: SceneDocument, to new: SceneDocument, under job: InspectorJob? = nil) {
    self.init(SceneComparison(from: old, to: new, under: job))
  }

  /// Collects all differences that a comparison finds.
  public init(_ comparison: SceneComparison) {
    (structure, colors) = (comparison.structure, comparison.colors)
    comparison.forEachMember { members.append($0) }
    comparison.forEachAttribute { attributes.append($0) }
  }
}

extension EditResult {
  /// Presents a comparison's structure and palette as the result of an edit that makes these changes, so that the same
  /// code shows both. Includes the attributes of the affected objects.
  package init(structureOf comparison: SceneComparison) {
    self.init()
    structure = comparison.structure
    colors = comparison.colors
    for object in Set(structure.map { ExactText($0.object) }) {
      changes += comparison.attributes(of: object.text).map { ObjectChange($0) }
    }
  }
}

extension ObjectChange {
  /// Creates a change from a difference of stored values, without effective values.
  package init(_ attribute: SceneDifference.Attribute) {
    self.init(
      object: attribute.object, className: attribute.className, property: attribute.property, old: attribute.old,
      new: attribute.new)
  }
}
