internal import InspectorKit
package import SceneDocument

/// A value of a component that its own declaration does not allow.
package struct UndeclaredValue {
  package var property: String
  package var text: String
}

extension BuildReply {
  /// The values that hooks made and that the range or the options of their properties do not allow.
  package func undeclaredValues(_ binding: ClassBinding) -> [UndeclaredValue] {
    effective.compactMap { place, value in
      let property = binding.definition.properties[place]
      guard let value else { return nil }
      let author = author(ofValueAt: place, binding)
      if let range = property.range, !range.contains(value) {
        return UndeclaredValue(
          property: property.name, text: "'\(author)' makes it \(value.text), and its range is \(range.text)")
      }
      guard !property.options.isEmpty, !property.options.contains(where: { $0.value == value }) else { return nil }
      let options = property.options.map(\.value.text).joined(separator: ", ")
      return UndeclaredValue(
        property: property.name, text: "'\(author)' makes it '\(value.text)', and its options are \(options)")
    }
  }
}

extension SceneModel {
  /// Warnings about the values of an object that hooks made against their properties' own declarations.
  package func undeclaredDiagnostics(_ answer: BuildReply, _ node: NodeIndex, _ binding: ClassBinding) -> [Diagnostic] {
    answer.undeclaredValues(binding).map { found in
      diagnostic(
        .hookRange, .warning, node, property: found.property,
        message: "'\(document.id(node)).\(found.property)': \(found.text)", namesObject: true)
    }
  }
}
