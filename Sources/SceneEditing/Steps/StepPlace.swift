/// Where a step puts objects.
public struct StepPlace: Hashable, Sendable {
  /// Means the one object among whose children the place is; nil for the scene. Not looked at beside a sibling.
  public var parent: Selector?

  /// Where it is among the children, or beside which object.
  public var position: Position

  /// A position among children.
  public enum Position: Hashable, Sendable {
    case first
    case last

    /// Where so many children stand before it, of those that the step does not move.
    case index(Int)

    /// Beside the one object that is meant.
    case before(Selector)
    case after(Selector)
  }

  /// A place among the children of the one object that `parent` matches, or of the scene where it is nil.
  public init(in parent: Selector? = nil, _ position: Position = .last) {
    self.parent = parent
    self.position = position
  }
}

extension StepPlace {
  /// What of a step is wrong where the place is.
  var part: Diagnostic.Part {
    switch position {
    case .index: .index
    case .before, .after: .sibling
    case .first, .last: .parent
    }
  }

  /// The same place by the ids of the objects that are meant now.
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
