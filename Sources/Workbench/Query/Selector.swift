/// Says which objects of a scene are meant, in the language of CSS.
///
/// | written | means |
/// |---|---|
/// | `StarView` | objects of that very class |
/// | `#badge`, `#"a b"` | the object of that id |
/// | `*` | every object |
/// | `[pointCount]` | objects that store the property |
/// | `[pointCount>5]` | a comparison with its effective value: `= != < <= > >= ^= $= *=` |
/// | `[stored(pointCount)>5]` | the same with the stored value |
/// | `StarView#badge[isHidden=true][alpha<1]` | all of these at once |
/// | `StarView, #badge` | any of these |
///
/// ```swift
/// let selector = try Selector(parsing: "StarView[Corner Radius >= 4], #badge")
/// selector.alternatives.count  // 2
/// ```
///
/// A property is named by its identifier, its key path, a component of it (`frame.x`), or its human label; a value is
/// written as people type it, in quotes where it holds a `]`. Comparisons with an unset value are false.
public struct Selector: Hashable, Sendable {
  /// The parts between the commas: an object is selected when any of them matches it.
  public var alternatives: [Compound]

  /// The selector as it was written.
  public let text: String

  /// Reads a selector; the error points at the character.
  public init(parsing text: String) throws(SelectorError) {
    var parser = SelectorParser(text)
    alternatives = try parser.selector()
    self.text = text
  }

  /// A class, an id and conditions, all of which must hold.
  public struct Compound: Hashable, Sendable {
    /// The class's name, or nil for any class.
    public var typeName: String?

    /// The object's id, or nil for any object.
    public var id: String?

    /// In the order in which they were written.
    public var predicates: [Predicate]

    /// Where the compound begins in the selector's UTF-8 text.
    public var offset: Int
  }

  /// A condition in brackets.
  public struct Predicate: Hashable, Sendable {
    /// The property as it was written: an identifier, a key path, a component or a label.
    public var property: String

    /// Whether the stored value is meant, not the effective one.
    public var isStored: Bool

    /// What the value is compared with; nil asks whether it is stored at all.
    public var comparison: Comparison?

    /// Where the property's name begins in the selector's UTF-8 text.
    public var offset: Int

    /// Where the value begins; the end of the name where there is none.
    public var valueOffset: Int
  }
}

extension Selector.Compound {
  /// Whether an object is meant, its class and conditions being known to the caller.
  public func matches<E: Error>(
    id objectID: String, isClass: (String) throws(E) -> Bool, holds: (Selector.Predicate) throws(E) -> Bool
  ) throws(E) -> Bool {
    if let id, !id.utf8.elementsEqual(objectID.utf8) { return false }
    if let typeName, try !isClass(typeName) { return false }
    for predicate in predicates where try !holds(predicate) { return false }
    return true
  }
}
