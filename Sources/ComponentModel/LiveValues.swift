package import InspectorKit

/// The effective values of a built object, each worked out when it is asked for: a condition looks at one or two.
package struct LiveValues {
  package let model: SceneModel
  package let live: LiveObject

  package init(model: SceneModel, live: LiveObject) {
    self.model = model
    self.live = live
  }

  /// Whether the component answered; where it did not, no effective value is known.
  package var areKnown: Bool { live.answer.failure == nil }

  /// The value of the property at a place. Ask only where ``areKnown``.
  package subscript(place: Int) -> PropertyValue? {
    let (answer, plan) = (live.answer, live.plan)
    var cell = StoredCell.absent
    if answer.isSilent {
      cell = model.storedCell(live.node, plan, at: place)
    } else {
      if let told = answer.effective.first(where: { $0.place == place }) { return told.value }
      let isSkipped = answer.skipped.contains { $0.property.flatMap(plan.place(of:)) == place }
      if !isSkipped { cell = model.storedCell(live.node, plan, at: place) }
    }
    return plan.value(of: cell, at: place)
  }

  /// The values of all properties, in their order; nil where the component failed.
  package var all: [PropertyValue?]? { model.effective(live) }
}
