package import InspectorKit
internal import JSONText

extension PluginDescription {
  /// Returns the mistakes in the conditions of the plugin's properties, drawings, placements and actions.
  ///
  /// - Parameter isData: true if the plugin consists only of this description. Such a description need not list the
  ///   properties that its classes inherit from other plugins.
  package func conditionProblems(isData: Bool = false) -> [String] {
    (components + bases + extensions).flatMap { component in
      let isOpen = component.extends != nil || isData && component.base != nil
      var conditions: [(key: String, text: String?, name: String, property: String?)] = []
      for property in component.properties {
        conditions.append(("visibleWhen", property.visibleWhen, property.name, property.name))
        conditions.append(("enabledWhen", property.enabledWhen, property.name, property.name))
      }
      // An invalid drawing or placement is not reported here, but when its text is read.
      let drawing = component.drawing.flatMap { text in try? DrawingTemplate(JSON.parse(Array(text.utf8))) }
      conditions += (drawing?.conditions ?? []).map { ("when", $0, "drawing", nil) }
      let placement = component.placement.flatMap { text in try? PlacementTemplate(JSON.parse(Array(text.utf8))) }
      conditions += (placement?.conditions ?? []).map { ("when", $0, "placement", nil) }
      conditions += component.actions.map { ("enabledWhen", $0.enabledWhen, $0.name, nil) }
      return conditions.compactMap { key, text, name, property in
        text.flatMap { Self.problem(of: $0, key: key, name, component, isOpen: isOpen, property: property) }
      }
    }
  }

  /// Returns a message about the mistake in a condition; nil if the condition is valid.
  ///
  /// - Parameters:
  ///   - name: the name of the property or action that has the condition, or `drawing` or `placement`.
  ///   - isOpen: true if the class may have properties that are not listed in `component`.
  ///   - property: the property, which must not appear in its own condition; nil for an action, a drawing or a placement.
  private static func problem(
    of text: String, key: String, _ name: String, _ component: ComponentDefinition, isOpen: Bool, property: String?
  ) -> String? {
    let place = "'\(component.name).\(name)' has the '\(key)' condition '\(text)'"
    let condition: Condition
    do throws(SelectorError) {
      condition = try Condition(parsing: text)
    } catch {
      return "\(place), which cannot be read: \(error.message)"
    }
    for predicate in condition.predicates {
      // The classes of parents are unknown.
      if key == "when", ParentName.name(in: predicate.property) != nil { continue }
      let names = component.properties.map(\.name)
      guard let reference = PropertyPath(predicate.property, of: component) else {
        if isOpen { continue }
        return
          "\(place), and '\(component.name)' has no property '\(predicate.property)'\(DidYouMean.suffix(for: predicate.property, among: names))"
      }
      if component.properties[reference.place].name == property {
        return "\(place), which depends on the property itself"
      }
      do throws(ComparisonError) {
        _ = try predicate.comparison?.typed(
          as: reference.type(in: component), names: reference.valueNames(in: component))
      } catch {
        return "\(place): \(error)"
      }
    }
    return nil
  }
}
