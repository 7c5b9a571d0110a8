package import InspectorKit
package import SceneDocument

/// The effective values of a built object, each computed on request, since a condition reads only one or two.
package struct EffectiveValues {
  private let model: SceneModel
  package let node: NodeIndex
  package let binding: ClassBinding
  package let answer: BuildReply

  package init(model: SceneModel, built: BuiltObject) {
    self.init(model: model, node: built.node, binding: built.binding, answer: built.answer)
  }

  package init(model: SceneModel, node: NodeIndex, binding: ClassBinding, answer: BuildReply) {
    (self.model, self.node, self.binding, self.answer) = (model, node, binding, answer)
  }

  /// True if the component answered; otherwise no effective value is known.
  package var areKnown: Bool { answer.failure == nil }

  /// The value of the property at a place. Ask only where ``areKnown``.
  package subscript(place: Int) -> PropertyValue? {
    value(at: place) { model.storedCell(node, binding, at: place) }
  }

  /// The value of the property at a place, for a caller that reads the stored value itself. Ask only where
  /// ``areKnown``.
  func value(at place: Int, stored: () -> StoredCell) -> PropertyValue? {
    if answer.isSilent { return binding.value(of: stored(), at: place) }
    if let reported = answer.effective.first(where: { $0.place == place }) { return reported.value }
    let isSkipped = answer.skipped.contains { $0.property.flatMap(binding.place(of:)) == place }
    return binding.value(of: isSkipped ? .absent : stored(), at: place)
  }

  /// The values of all properties, in their order; nil where the component failed.
  package var all: [PropertyValue?]? { model.effective(answer, cells: model.stored(node, binding).cells, binding) }
}
