/// A reason why an object lets a touch pass to the objects beneath it.
public enum TouchObstacle: Hashable, Sendable {
  /// The object is hidden, with its descendants.
  case hidden

  /// The object's `alpha` is 0, which makes its descendants transparent, too.
  case transparent

  /// The object's `isUserInteractionEnabled` is false, which also disables its descendants.
  case noInteraction

  /// The object's class passes all touches.
  case passesTouches

  /// The component let this touch pass, with these messages.
  case decided([String])
}

extension TouchObstacle {
  /// The reason as a sentence about the object.
  public var message: String {
    switch self {
    case .hidden: "it is hidden"
    case .transparent: "it is transparent"
    case .noInteraction: "its interaction is disabled"
    case .passesTouches: "its class lets touches pass through"
    case .decided(let messages):
      messages.isEmpty ? "its component lets this touch pass through" : messages.joined(separator: "; ")
    }
  }

  /// The stable name of the reason in JSON.
  package var name: String {
    switch self {
    case .hidden: "hidden"
    case .transparent: "transparent"
    case .noInteraction: "noInteraction"
    case .passesTouches: "passesTouches"
    case .decided: "component"
    }
  }

  /// True if the reason also applies to the object's descendants.
  var isOfDescendants: Bool {
    switch self {
    case .hidden, .transparent, .noInteraction: true
    case .passesTouches, .decided: false
    }
  }
}
