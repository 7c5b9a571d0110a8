package import InspectorKit
package import SceneSessions

/// The properties that plugins declare, used to format values of removed objects or of many objects in one column.
package struct DeclaredProperties {
  private let classes: [String: ComponentDefinition]

  package init(_ run: CommandRun) {
    classes = Dictionary(run.library.classes.map { ($0.name, $0) }) { first, _ in first }
  }

  /// Returns the declaration of a class's property; nil if no plugin declares it.
  ///
  /// - Parameter name: the property's name, not its label.
  func property(_ name: String, ofClass className: String) -> PropertyDefinition? {
    classes[className]?.properties.first { $0.name.isExactly(name) }
  }

  /// Returns the declaration whose options or flags name the values of a column; nil if the values have no names, or if
  /// two classes name them differently.
  ///
  /// - Parameter title: the column's title, as the user typed it.
  func property(ofColumn title: String) -> PropertyDefinition? {
    var found: PropertyDefinition?
    for definition in classes.values {
      guard let property = definition.property(typed: title) else { continue }
      if let found, found.type != property.type || found.valueNames != property.valueNames { return nil }
      found = property
    }
    return found
  }

  /// Returns for each column the declaration whose options or flags name its values; nil if its values have no names.
  package func definitions(of columns: [FindColumn]) -> [PropertyDefinition?] {
    columns.map { $0.property.flatMap(property(ofColumn:)) }
  }
}
