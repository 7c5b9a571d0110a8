extension EditResult {
  /// A difference as the result of an edit that makes it, for whoever shows both alike; without effective values, which
  /// stored ones do not tell.
  public init(_ difference: SceneDifference) {
    self.init()
    structure = difference.structure
    changes = difference.attributes.map { attribute in
      ObjectChange(
        object: attribute.object, className: attribute.className, property: attribute.property, old: attribute.old,
        new: attribute.new, effectiveBefore: nil, effective: nil, effects: [], rejected: nil, notes: [])
    }
    colors = difference.colors.map { ColorChange(name: $0.name, old: $0.old, new: $0.new, uses: 0) }
  }
}
