internal import JSONText

extension EditResult {
  /// The structure and palette of a comparison, with the attributes of the objects concerned, as the result of an edit
  /// that makes these changes, so that both are shown by the same code.
  package init(structureOf comparison: SceneComparison) {
    self.init()
    structure = comparison.structure
    colors = comparison.colors.map { ColorChange(name: $0.name, old: $0.old, new: $0.new, uses: 0) }
    for object in Set(structure.map { ExactText($0.object) }) {
      changes += comparison.attributes(of: object.text).map { ObjectChange($0) }
    }
  }
}

extension ObjectChange {
  /// A difference of stored values, without effective ones.
  package init(_ attribute: SceneDifference.Attribute) {
    self.init(
      object: attribute.object, className: attribute.className, property: attribute.property, old: attribute.old,
      new: attribute.new, effectiveBefore: nil, effective: nil, effects: [], rejected: nil, notes: [])
  }
}
