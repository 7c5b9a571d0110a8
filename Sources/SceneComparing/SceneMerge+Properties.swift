internal import JSONText
internal import SceneDocument

// Properties that the two sides store under different keys.
extension SceneMerge {
  /// Resolves properties that both sides changed under keys that could not be unified. Each property is merged as a
  /// whole, so that no object stores the keys of both sides.
  mutating func takeTornProperties(_ torn: [RespelledProperties.Property]) {
    for property in torn {
      guard let object = property.conflict.object else { continue }
      func concerns(_ attribute: SceneDifference.Attribute) -> Bool {
        attribute.object.isExactly(object) && property.keys.contains { $0.isExactly(attribute.property) }
      }
      conflicts.removeAll { conflict in
        guard conflict.object.map(object.isExactly) == true, case .property(let name) = conflict.subject else {
          return false
        }
        return property.keys.contains { $0.isExactly(name) }
      }
      guard prefersTheirs else {
        taken.attributes.removeAll(where: concerns)
        conflicts.append(property.conflict)
        continue
      }
      let changed = Set(there.attributes.filter(concerns).map { ExactText($0.property) })
      taken.attributes += here.attributes.filter { concerns($0) && !changed.contains(ExactText($0.property)) }.map(
        \.reverted)
    }
  }
}

extension SceneDifference.Attribute {
  /// The inverse change, back to the old value.
  var reverted: Self {
    var change = self
    (change.old, change.new) = (new, old)
    return change
  }
}
