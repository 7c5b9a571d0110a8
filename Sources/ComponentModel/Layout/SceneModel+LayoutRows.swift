internal import InspectorKit
internal import JSONText
internal import SceneDocument

// The frames that layout computes for objects and their parts, as properties that are read and never stored.
extension SceneModel {
  /// The name of an object's frame after layout; of a part's it is what follows the part's name.
  package static let layoutFrame = "layout.frame"

  /// The frames that are listed with an object's properties: its own where it has constraints, and those of its parts that
  /// have.
  func layoutRows(_ node: NodeIndex, _ binding: ClassBinding, _ effective: [PropertyValue?]?) -> [InspectedProperty] {
    let parts = binding.definition.parts.filter { !$0.constraints.isEmpty }
    guard document.hasConstraints(node) || !parts.isEmpty else { return [] }
    let names =
      (document.hasConstraints(node) ? [Self.layoutFrame] : []) + parts.map { "\($0.name).\(Self.layoutFrame)" }
    return names.compactMap { layoutRow($0, node, binding, effective) }
  }

  /// A frame after layout by its name; nil where there is none of that name.
  func layoutRow(
    _ name: String, _ node: NodeIndex, _ binding: ClassBinding, _ effective: [PropertyValue?]?
  ) -> InspectedProperty? {
    guard let words = PropertyPath.parts(of: name) else { return nil }
    if words.owner == Self.layoutFrame || words.owner.hasSuffix(".\(Self.layoutFrame)") {
      return layoutRow(words.owner, node, binding, effective).map { part(words.component, of: $0) }
    }
    guard name.hasSuffix(Self.layoutFrame), binding.place(of: name) == nil,
      let frame = layoutFrame(name, node, binding, effective)
    else { return nil }
    var definition = PropertyDefinition(
      name: name, label: PropertyName.label(for: name), type: .rect, declaringClass: binding.definition.name)
    definition.metadata.isReadOnly = true
    definition.isComputed = true
    return InspectedProperty(
      object: document.id(node), className: document.className(node), name: name, label: definition.label,
      definition: definition, type: .rect, stored: .absent, storedText: nil, effective: .rect(frame), defaultValue: nil,
      state: .default, notes: [])
  }

  private func layoutFrame(
    _ name: String, _ node: NodeIndex, _ binding: ClassBinding, _ effective: [PropertyValue?]?
  ) -> Rect? {
    var layout = layout(of: CollectionOfOne(node))
    guard let own = layout.outcome(of: node)?.layout.frame else { return nil }
    if name == Self.layoutFrame { return own }
    let parts = name.dropLast(Self.layoutFrame.count + 1)
    return partFrame(String(parts), in: own.size, binding, effective)
  }

  /// Where a part lies in the part, or the object, that has it.
  private func partFrame(
    _ name: String, in size: Size, _ binding: ClassBinding, _ effective: [PropertyValue?]?
  ) -> Rect? {
    guard let part = binding.definition.parts.first(where: { $0.name == name }),
      binding.place(of: "\(name).frame") != nil
    else { return nil }
    var size = size
    if let dot = name.lastIndex(of: ".") {
      guard let owner = partFrame(String(name[..<dot]), in: size, binding, effective) else { return nil }
      size = owner.size
    }
    return part.layout(in: size) { property in
      binding.place(of: "\(name).\(property)").flatMap { effective?[$0] }
    }.frame
  }
}
