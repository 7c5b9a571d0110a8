internal import SceneDocument

extension StructureChange {
  /// The touch by which a change of a surviving object may conflict with other edits; nil for other changes.
  var touch: ConflictCheck.Touch? {
    switch self {
    case .insert, .duplicate, .remove, .setMember: nil
    case .move(let node, _), .setID(_, let node), .setClass(_, let node), .setName(_, let node),
      .setConstraints(_, let node):
      aspect.map { ConflictCheck.Touch(node: node, what: .aspect($0)) }
    }
  }

  /// The aspect of a surviving object that changes; nil for other changes.
  package var aspect: SceneChange.Aspect? {
    switch self {
    case .move: .place
    case .setID: .id
    case .setClass: .className
    case .setName: .name
    case .setConstraints: .constraints
    // A new base gives the object the component of another class.
    case .setMember("base", _, _): .className
    case .insert, .remove, .duplicate, .setMember: nil
    }
  }
}
