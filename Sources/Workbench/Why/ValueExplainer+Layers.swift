internal import InspectorKit
internal import JSONText
internal import SceneDocument

// The layers of a value: the contribution of each document and hook, without the reasons.
extension ValueExplainer {
  /// The kinds of reasons that are layers of a value.
  private static let layerKinds: Set<Reason.Kind> = [
    .default, .template, .binding, .created, .file, .edit, .hook, .lifecycle, .extension, .component, .layout,
  ]

  /// Returns the layers of the value, the outermost last: the default of the class, the values stored by templates and
  /// the scene, and the results of hooks and extensions.
  func layers() throws(Diagnostic) -> [Reason] {
    let others = runtimeReasons() ?? layoutReasons()
    let reasons = if let others { others } else { try storedLayers() }
    return reasons.filter { Self.layerKinds.contains($0.kind) }.map { reason in
      var reason = reason
      if reason.line != nil, reason.file == nil { reason.file = model.document.source.name }
      return reason
    }
  }

  private func storedLayers() throws(Diagnostic) -> [Reason] {
    let history = try traced(self.history)
    let layers = defaults + templates + own(history) + bindings
    // A failed component has no hooks to query.
    guard property.state != .failed else { return layers }
    return layers + built(isStored: property.storedText != nil || [.bound, .inherited].contains(property.state))
  }

  /// Returns the scene's own layer: the value of the last edit or, without edits, the value in the file; empty if the
  /// scene stores no value.
  private func own(_ history: ValueHistory) -> [Reason] {
    guard keys.contains(where: { model.document.writes($0, of: node) }) else { return [] }
    guard let edit = history.edits.last(where: { $0.old != $0.new }) else {
      return stored(history).filter { $0.new != nil }
    }
    return reasons(edit).last { $0.new != nil }.map { [$0] } ?? []
  }
}

extension SceneSession {
  /// Returns the layers of an object's values, by property name, the outermost layer last: the default of the class,
  /// the values stored by each template and the scene itself, and the results of hooks. A layer that a file stores has
  /// the file, the line and the column.
  ///
  /// ```swift
  /// let object = try session.inspect(id: "save/title")
  /// try session.layers(of: object)["text"]?.map(\.kind)  // [.default, .template, .template, .file]
  /// ```
  ///
  /// To trace the hooks, the object's component is built once more for each property.
  ///
  /// - Parameter object: the inspected object, from which irrelevant properties may be left out.
  /// - Throws: an error if the scene no longer has the object.
  public func layers(of object: ObjectInspection) throws(Diagnostic) -> [String: [ValueExplanation.Reason]] {
    try askingHistory { model, history throws(Diagnostic) in
      let node = try Self.node(object.id, in: model)
      var layers: [String: [ValueExplanation.Reason]] = [:]
      for property in object.sections.flatMap(\.properties) {
        let explainer = ValueExplainer(model, node, property, named: property.name, history: history)
        layers[property.name] = try explainer.layers()
      }
      return layers
    }
  }
}
