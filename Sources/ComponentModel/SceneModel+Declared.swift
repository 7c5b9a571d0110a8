internal import InspectorKit
package import SceneDocument

extension BuildReply {
  /// The values that hooks made and that the range or the options of their properties do not allow.
  package func undeclaredValues(_ binding: ClassBinding) -> [UndeclaredValue] {
    effective.compactMap { place, value in
      let property = binding.definition.properties[place]
      guard let value else { return nil }
      let author = author(ofValueAt: place, binding)
      if let range = property.range, !range.contains(value) {
        return UndeclaredValue(property: property.name, author: author, value: value, allowed: .range(range))
      }
      guard !property.options.isEmpty, !property.options.contains(where: { $0.value == value }) else { return nil }
      return UndeclaredValue(
        property: property.name, author: author, value: value, allowed: .options(property.options))
    }
  }
}

extension SceneModel {
  /// Warnings about the values of an object that hooks made against their properties' own declarations.
  package func undeclaredDiagnostics(_ answer: BuildReply, _ node: NodeIndex, _ binding: ClassBinding) -> [Diagnostic] {
    answer.undeclaredValues(binding).map { found in
      diagnostic(HookFinding.undeclared(found), .warning, node, property: found.property, naming: .property)
    }
  }
}
