internal import JSONText
internal import SceneDocument

extension SceneModel {
  /// The objects whose components may answer otherwise after an edit that was made: those with other attributes, another
  /// class, or colours of the palette that changed, those that came or moved, and all that read these as their parents.
  func concerned(by edit: InverseEdit) -> [NodeIndex] {
    var nodes = NodeSet(edit.nodes)
    for (node, aspects) in edit.structure where aspects.contains(.className) || aspects.contains(.place) {
      nodes.insert(node)
    }
    for range in edit.map?.added ?? [] { nodes.formUnion(range) }
    let colors = Set(edit.colors.map { ExactText($0) })
    for uses in colorUses(of: colors).values { nodes.formUnion(uses.known.lazy.map(\.node)) }
    guard hasParentReaders else { return Array(nodes) }
    nodes.formUnion(DependentBuilds.readers(below: nodes, in: self))
    return Array(nodes)
  }
}
