internal import InspectorKit
internal import JSONText
internal import SceneDocument

// Frames after layout of objects and their parts, as properties that are read and never stored.
extension SceneModel {
  /// The name of an object's frame after layout. A part's frame has the part's name before it.
  package static let layoutFrame = "layout.frame"

  /// Returns the frames listed with an object's properties, and the reason if they are unknown: its own if it has
  /// constraints, and those of its parts with constraints.
  func layoutRows(
    _ node: NodeIndex, _ binding: ClassBinding
  ) -> (rows: [InspectedProperty], failure: Diagnostic?) {
    let parts = binding.definition.parts.filter { !$0.constraints.isEmpty }
    let names =
      (document.hasConstraints(node) ? [Self.layoutFrame] : []) + parts.map { "\($0.name).\(Self.layoutFrame)" }
    let paths = names.filter { binding.place(of: $0) == nil }.compactMap { LayoutPath($0, of: binding.definition) }
    guard !paths.isEmpty else { return ([], nil) }
    var found = layoutRows(paths, node)
    // The other properties are known, and this object's component did not fail.
    found.failure?.severity = .warning
    return found
  }

  /// Returns a frame after layout, or a number inside it, by a typed name; nil if there is none of that name.
  ///
  /// - Parameter isStored: true if only the stored value is requested.
  /// - Throws: an error if its component failed, or that of an object that affects its layout, so that the frame is
  ///   unknown.
  func layoutRow(
    _ name: String, _ node: NodeIndex, _ binding: ClassBinding, isStored: Bool
  ) throws(Diagnostic) -> InspectedProperty? {
    guard let path = LayoutPath(name, of: binding.definition) else { return nil }
    let found = layoutRows([path], node)
    if let failure = found.failure, !isStored { throw Diagnostic(failure) }
    guard let component = path.component else { return found.rows.first }
    return found.rows.first.map { part(component, of: $0) }
  }

  /// Returns the whole frames at some paths, as far as the object has them, and the reason if they are unknown.
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
