internal import InspectorKit
internal import JSONText
internal import SceneDocument

// The frames of objects and their parts after layout, as rows of the inspector. They are read-only and never stored.
extension SceneModel {
  /// The name of an object's frame after layout. The name of a part's frame begins with the key path of the part, as
  /// in `starView.layout.frame`.
  package static let layoutFrame = "layout.frame"

  /// Returns the rows of the frames that an inspection lists: the object's frame if it has constraints, and the
  /// frames of its parts with constraints. The failure is nil unless a failed component makes the frames unknown.
  func layoutRows(
    _ node: NodeIndex, _ binding: ClassBinding
  ) -> (rows: [InspectedProperty], failure: Diagnostic?) {
    let parts = binding.definition.parts.filter { !$0.constraints.isEmpty }
    let names =
      (document.hasConstraints(node) ? [Self.layoutFrame] : []) + parts.map { "\($0.name).\(Self.layoutFrame)" }
    let paths = names.filter { binding.place(of: $0) == nil }.compactMap { LayoutPath($0, of: binding.definition) }
    guard !paths.isEmpty else { return ([], nil) }
    var found = layoutRows(paths, node)
    // Only the frames are unknown: the object's own component did not fail.
    found.failure?.severity = .warning
    return found
  }

  /// Returns the row of a frame after layout, or of a number inside one, by a name that the user typed; nil if the
  /// name refers to no such frame.
  ///
  /// - Parameter isStored: true if only the stored value is requested. An unknown frame is then not an error.
  /// - Throws: an error if the frame is unknown because the component of the object or of an ancestor failed.
  func layoutRow(
    _ name: String, _ node: NodeIndex, _ binding: ClassBinding, isStored: Bool
  ) throws(Diagnostic) -> InspectedProperty? {
    guard let path = LayoutPath(name, of: binding.definition) else { return nil }
    let found = layoutRows([path], node)
    if let failure = found.failure, !isStored { throw Diagnostic(failure) }
    guard let component = path.component else { return found.rows.first }
    return found.rows.first.map { part(component, of: $0) }
  }

  /// Returns a row for each path to an existing frame. If a failed component makes the frames unknown, returns rows
  /// without values for all paths, and the failure.
  private func layoutRows(
    _ paths: [LayoutPath], _ node: NodeIndex
  ) -> (rows: [InspectedProperty], failure: Diagnostic?) {
    var rows: [InspectedProperty] = []
    var failure: Diagnostic?
    let frames = LayoutFrames(self)
    frames.build([node]) { built in
      let values = EffectiveValues(model: self, built: built)
      if let own = built.answer.failure {
        failure = diagnostic(own, node)
      } else if !frames.isKnown(values) {
        failure = frames.failures.first
      }
      for path in paths {
        let frame = failure == nil ? frames.frame(ofPart: path.part, of: values) : nil
        if failure != nil || frame != nil { rows.append(layoutRow(path, frame, built, failure)) }
      }
    }
    return (rows, failure)
  }

  private func layoutRow(
    _ path: LayoutPath, _ frame: Rect?, _ built: BuiltObject, _ failure: Diagnostic?
  ) -> InspectedProperty {
    let (name, node) = (path.frameName, built.node)
    var definition = PropertyDefinition(
      name: name, label: PropertyName.label(for: name), type: .rect, declaringClass: built.binding.definition.name)
    definition.metadata.isReadOnly = true
    definition.isComputed = true
    return InspectedProperty(
      object: document.id(node), className: document.className(node), name: name, label: definition.label,
      definition: definition, type: .rect, stored: .absent, storedText: nil,
      effective: frame.map(PropertyValue.rect), defaultValue: nil, state: failure == nil ? .default : .failed,
      notes: failure.map { [.failed($0.message)] } ?? [])
  }
}
