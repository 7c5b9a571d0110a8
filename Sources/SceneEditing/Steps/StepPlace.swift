/// The place where a step puts objects.
public struct StepPlace: Hashable, Sendable {
  /// The selector of the parent object; nil for the top of the scene. Ignored if the position is beside a sibling.
  public var parent: Selector?

  /// The position among the children of the parent, or beside a sibling.
  public var position: Position

  /// A position among children.
  public enum Position: Hashable, Sendable {
    case first
    case last

    /// The index, from 0, among the children that the step does not move.
    case index(Int)

    /// The position before the object that the selector matches. The step is refused unless exactly one object matches.
    case before(Selector)
    /// The position after the object that the selector matches. The step is refused unless exactly one object matches.
    case after(Selector)
  }

  /// Creates a place among the children of the only object that `parent` matches; nil means the top of the scene.
  public init(in parent: Selector? = nil, _ position: Position = .last) {
    self.parent = parent
    self.position = position
  }

  /// The part of a step that errors about this place concern.
  var part: Diagnostic.Part {
    switch position {
    case .index: .index
    case .before, .after: .sibling
    case .first, .last: .parent
    }
  }

  /// Returns the same place, with its selectors replaced by the ids of the objects that they match now. Throws the
  /// errors of `ids`.
  func resolved(_ ids: (Selector) throws(Diagnostic) -> Selector?) throws(Diagnostic) -> StepPlace {
    var place = self
    if let parent { place.parent = try ids(parent) }
    switch position {
    case .before(let sibling): place.position = .before(try ids(sibling) ?? sibling)
    case .after(let sibling): place.position = .after(try ids(sibling) ?? sibling)
    case .first, .last, .index: break
    }
    return place
  }
}
