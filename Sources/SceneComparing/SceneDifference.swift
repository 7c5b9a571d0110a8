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
/// The comparison ignores formatting and the escapes in strings. It distinguishes an integer such as `1` from a number
/// with a fraction such as `1.0`.
public struct SceneDifference: Hashable, Sendable {
  /// A stored value that differs.
  public struct Attribute: Hashable, Sendable {
    /// The id of the object with the value: the object that stores it or, for an override, the object inside the
    /// placeholder, such as `card/icon`.
    public var object: String

    /// The object's class in the new scene; empty for an override whose template was not available to the comparison.
    public var className: String

    /// The key under which the value is stored.
    public var property: String

    /// The JSON text in the old scene; nil if the key is absent.
    public var old: String?

    /// The JSON text in the new scene; nil if the key is absent.
    public var new: String?

    /// The id of the placeholder that overrides the value; nil for a value that the object itself stores.
    package var placeholder: String?
  }

  /// A differing member that is not an attribute: a member of the scene, such as its name, or of an object, such as a
  /// key that the format does not define.
  public struct Member: Hashable, Sendable {
    /// The id of the object; nil for a member of the scene.
    public var object: String?

    /// The key of the member, without quotes or escapes.
    public var key: String

    /// The JSON text in the old scene; nil if the key is absent.
    public var old: String?

    /// The JSON text in the new scene; nil if the key is absent.
    public var new: String?

  }

  /// Objects that were inserted, removed, moved or renamed, or whose class changed, in the order of the new scene with
  /// removed objects last. If an object was inserted or removed together with its descendants, only the outermost
  /// object is listed.
  public var structure: [StructureDifference] = []

  /// Stored values that differ, in the order of the new scene. The values of inserted and removed objects are not
  /// included.
  public var attributes: [Attribute] = []

  /// Colours of the palette that differ.
  public var colors: [ColorChange] = []

  /// Differing members, other than attributes, of the scene and of the objects that both scenes have.
  public var members: [Member] = []

  /// True if the scenes have no differences.
  public var isEmpty: Bool { structure.isEmpty && attributes.isEmpty && colors.isEmpty && members.isEmpty }

  package init() {}

  /// Compares two scenes.
  ///
  /// - Parameter job: a job whose cancellation ends the comparison early; the result is then incomplete.
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
  /// Creates a result with the structural and palette changes that a comparison found, as if an edit had made them. The
  /// same code can then report edits and comparisons. The result includes the attribute changes of the objects in
  /// `structure`.
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
    isOverride = attribute.placeholder != nil
  }
}
