package import InspectorKit
package import SceneDocument

/// The effective values of a built object. Each is computed on request, since a condition reads only one or two.
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

  /// True if the component did not fail; otherwise no effective value is known.
  package var areKnown: Bool { answer.failure == nil }

  /// The effective value of the property with the index `place` in the class; nil for unset. Use it only if
  /// ``areKnown`` is true.
  package subscript(place: Int) -> PropertyValue? {
    value(at: place) { model.givenCell(node, binding, at: place) }
  }

  /// Returns the effective value of the property with the index `place` in the class; nil for unset. Call it only if
  /// ``areKnown`` is true.
  ///
  /// - Parameter stored: returns the cell from which the component was built.
  func value(at place: Int, stored: () -> StoredCell) -> PropertyValue? {
    if answer.isSilent { return binding.value(of: stored(), at: place) }
    var cells = [stored()]
    return binding.effective(answer.effective, skipped: answer.skipped, &cells, at: CollectionOfOne(place)) {
      $0 == place ? 0 : nil
    }[0]
  }

  /// The values of all properties, in the order of the class; nil if the component failed.
  package var all: [PropertyValue?]? { model.effective(answer, cells: model.stored(node, binding).cells, binding) }
}

extension ClassBinding {
  /// Returns the effective values of some properties. An effective value is the value that the component reports or,
  /// failing that, the stored value; it is the default if no valid value is stored.
  ///
  /// - Parameters:
  ///   - reported: the values in the component's reply.
  ///   - skipped: the component's messages about stored values that hooks rejected.
  ///   - cells: the stored cells of the properties. The cells of values that hooks rejected become absent.
  ///   - places: the indices of the properties in the class.
  ///   - number: returns the position of an index in `places`; nil if `places` does not contain it.
  func effective(
    _ reported: [BuildReply.PlacedValue], skipped: [HookMessage], _ cells: inout [StoredCell],
    at places: some Collection<Int>, number: (_ place: Int) -> Int?
  ) -> [PropertyValue?] {
    for message in skipped {
      if let number = message.property.flatMap(place(of:)).flatMap(number) { cells[number] = .absent }
    }
    var values = zip(places, cells).map { value(of: $1, at: $0) }
    for (place, value) in reported {
      if let number = number(place) { values[number] = value }
    }
    return values
  }

  /// Returns the effective values of all properties.
  package func effective(
    _ reported: [BuildReply.PlacedValue], skipped: [HookMessage], cells: [StoredCell]
  ) -> [PropertyValue?] {
    // A plain loop takes half the time of the function for some properties.
    var cells = cells
    for message in skipped { if let place = message.property.flatMap(place(of:)) { cells[place] = .absent } }
    var values = cells.enumerated().map { value(of: $1, at: $0) }
    for (place, value) in reported { values[place] = value }
    return values
  }
}
