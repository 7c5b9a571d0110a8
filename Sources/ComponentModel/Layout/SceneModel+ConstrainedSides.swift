internal import InspectorKit
internal import JSONText
package import SceneDocument

extension SceneModel {
  /// True if the names may be of frames, and any of the objects has constraints. Nothing is built to find out.
  package func mayBeConstrained(_ nodes: [NodeIndex], _ names: [String]) -> Bool {
    names.contains { $0.lowercased().hasPrefix("frame") } && nodes.contains { document.hasConstraints($0) }
  }

  /// Warnings that an edit of frames has no effect where constraints decide, naming these.
  ///
  /// - Parameters:
  ///   - nodes: the objects that were edited.
  ///   - names: the properties that were given values, as a person named them.
  package func constrainedSides(_ nodes: [NodeIndex], _ names: [String]) -> [Diagnostic] {
    guard mayBeConstrained(nodes, names) else { return [] }
    let constrained = nodes.filter { document.hasConstraints($0) }
    var layout = layout(of: constrained)
    return constrained.compactMap { node in
      guard let binding = binding(of: node), let outcome = layout.outcome(of: node), let list = outcome.constraints,
        let frame = binding.place(of: "frame")
      else { return nil }
      let paths = names.compactMap { PropertyPath($0, of: binding) }.filter { $0.place == frame }
      let sides = Set(paths.flatMap { $0.component.map { [$0] } ?? ["x", "y", "width", "height"] })
      let (own, new) = (PropertyValue.rect(outcome.own), PropertyValue.rect(outcome.layout.frame))
      let overruled = sides.filter { PropertyPath.part($0, of: own) != PropertyPath.part($0, of: new) }
      guard !overruled.isEmpty else { return nil }
      let causes = list.readable.filter { _, constraint in
        overruled.contains { side in constraint.attribute.isHorizontal == (side == "x" || side == "width") }
      }
      let finding = LayoutFinding.constrained(
        ["x", "y", "width", "height"].filter(overruled.contains), of: document.id(node), layout: outcome.layout.frame,
        by: causes.map(\.constraint))
      return diagnostic(finding, .warning, node, naming: .inReason, at: document.objectOffset(node))
    }
  }
}
