internal import SceneDocument

/// A member of every object that a bracket may compare, as CSS compares attributes of elements: `[id^=segue]`.
///
/// A property of that very name that the object's class declares is meant in its place; `[stored(name)=x]` always means the
/// attribute.
enum ObjectMember: String {
  case id, name
  case className = "class"

  /// Finds what a predicate means; nil where it is a property's value.
  init?(_ predicate: Selector.Predicate, in binding: ClassBinding?) {
    guard !predicate.isStored, let member = ObjectMember(rawValue: predicate.property),
      binding?.key(named: predicate.property) == nil
    else { return nil }
    self = member
  }

  /// The text; nil for an object without a name.
  func text(of node: NodeIndex, in document: SceneDocument) -> String? {
    switch self {
    case .id: document.id(node)
    case .name: document.objectName(node)
    case .className: document.className(node)
    }
  }
}
