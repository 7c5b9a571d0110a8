internal import SceneDocument

extension StructureChange {
  /// The object and the aspect that the change affects, for conflict checks. Nil if the change inserts, copies or
  /// removes objects, or sets a member.
  var touch: ConflictCheck.Touch? {
    switch self {
    case .insert, .duplicate, .remove, .setMember: nil
    case .move(let node, _), .setID(_, let node), .setClass(_, let node), .setName(_, let node),
      .setConstraints(_, let node):
      aspect.map { ConflictCheck.Touch(node: node, what: .aspect($0)) }
    }
  }

  /// The aspect of an existing object that the change affects. Nil if the change inserts, copies or removes objects, or
  /// sets a member other than `base`.
  package var aspect: SceneChange.Aspect? {
    switch self {
    case .move: .place
    case .setID: .id
    case .setClass: .className
    case .setName: .name
    case .setConstraints: .constraints
    // A new base assigns the object the component of a different class.
    case .setMember("base", _, _): .className
    case .insert, .remove, .duplicate, .setMember: nil
    }
  }
}
