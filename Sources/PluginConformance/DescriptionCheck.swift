internal import InspectorKit

/// A check of a description for mistakes that confuse users but do not make the host refuse the description.
struct DescriptionCheck {
  private(set) var findings: [ConformanceFinding] = []

  init(_ description: PluginDescription) {
    for definition in description.components + description.extensions {
      checkLabels(definition)
      checkAliases(definition)
      checkExport(definition)
      checkDrawing(definition)
    }
  }

  private mutating func warn(_ owner: String, _ property: String?, _ message: String) {
    findings.append(ConformanceFinding(.description, .warning, class: owner, property: property, message: message))
  }

  /// Warns about properties with equal labels in one section, since the user cannot distinguish their rows.
  private mutating func checkLabels(_ definition: ComponentDefinition) {
    var former: [String: String] = [:]
    for property in definition.properties {
      let key = "\(property.declaringClass)\u{0}\(property.group ?? "")\u{0}\(property.label)"
      if let other = former[key] {
        warn(definition.name, property.name, "it has the same label '\(property.label)' as '\(other)'; give it another")
      }
      former[key] = property.name
    }
  }

  /// Reports each alias whose target is itself an alias, since such an alias does not resolve.
  private mutating func checkAliases(_ definition: ComponentDefinition) {
    for property in definition.properties {
      guard let target = property.aliasOf, let next = definition.property(named: target)?.aliasOf else { continue }
      findings.append(
        ConformanceFinding(
          .description, class: definition.name, property: property.name,
          message: "it is another name of '\(target)', which is itself another name of '\(next)'; name '\(next)'"))
    }
  }

  /// Warns about a class with a drawing and without a placement, which appears in no picture. A class with a base is
  /// skipped, since the base may have the placement.
  private mutating func checkDrawing(_ definition: ComponentDefinition) {
    let hasPlace = definition.hasPlace || definition.placement != nil
    guard definition.drawing != nil, definition.base == nil, !hasPlace else { return }
    warn(
      definition.name, nil,
      "it has a 'drawing', but no picture shows it because it has no place; declare 'frame' as a Rect, or 'position' as a Point, or give it the base 'View'"
    )
  }

  /// Warns about a class with only read-only properties, which no bundle exports.
  private mutating func checkExport(_ definition: ComponentDefinition) {
    guard definition.extends == nil, !definition.properties.isEmpty, definition.properties.allSatisfy(\.isReadOnly)
    else {
      return
    }
    warn(definition.name, nil, "all its properties are read-only, so a bundle has none of its values")
  }
}
