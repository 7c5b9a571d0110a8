internal import SceneDocument

extension StructureChange {
  /// What a conflict of the change of an object that stays would be about.
  var touch: ConflictCheck.Touch? {
    guard let aspect else { return nil }
    switch self {
    case .insert, .duplicate, .remove, .setMember: return nil
    case .move(let node, _), .setID(_, let node), .setClass(_, let node), .setName(_, let node),
      .setConstraints(_, let node):
      return ConflictCheck.Touch(node: node, what: .aspect(aspect))
    }
  }

  /// What is another about an object that stays.
  package var aspect: SceneChange.Aspect? {
    switch self {
    case .move: .place
    case .setID: .id
    case .setClass: .className
    case .setName: .name
    case .setConstraints: .constraints
    // With another base its component is another's.
    case .setMember("base", _, _): .className
    case .insert, .remove, .duplicate, .setMember: nil
    }
  }
}
