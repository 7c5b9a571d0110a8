package import InspectorKit
internal import JSONText

extension PluginDescription {
  /// Returns the mistakes in the conditions of the plugin's properties, drawings, placements and actions.
  ///
  /// - Parameter isData: true if the plugin consists only of this description, which may then omit the properties that
  ///   its classes inherit from other plugins.
  package func conditionProblems(isData: Bool = false) -> [String] {
    (components + bases + extensions).flatMap { component in
      let isOpen = component.extends != nil || isData && component.base != nil
      var conditions: [(key: String, text: String?, name: String, property: String?)] = []
      for property in component.properties {
        conditions.append(("visibleWhen", property.visibleWhen, property.name, property.name))
        conditions.append(("enabledWhen", property.enabledWhen, property.name, property.name))
      }
      // An invalid drawing or placement is reported when its text is parsed, not here.
      let drawing = component.drawing.flatMap { text in try? DrawingTemplate(JSON.parse(Array(text.utf8))) }
      conditions += (drawing?.conditions ?? []).map { ("when", $0, "drawing", nil) }
      let placement = component.placement.flatMap { text in try? PlacementTemplate(JSON.parse(Array(text.utf8))) }
      conditions += (placement?.conditions ?? []).map { ("when", $0, "placement", nil) }
      conditions += component.actions.map { ("enabledWhen", $0.enabledWhen, $0.name, nil) }
      return conditions.compactMap { key, text, name, property in
        text.flatMap { text in
          // The classes of parents are unknown.
          component.problem(ofCondition: text, isOpen: isOpen, mayNameParent: key == "when", property: property).map {
            "'\(component.name).\(name)' has the '\(key)' condition '\(text)'\($0)"
          }
        }
      }
    }
  }
}

extension ComponentDefinition {
  /// Returns the mistake in a condition, as the end of a sentence that begins with the condition's name; nil if the
  /// condition is valid.
  ///
  /// - Parameters:
  ///   - isOpen: true if the class may have properties that are not listed here.
  ///   - mayNameParent: true if the condition may name properties of the object's parent, which are not checked.
  ///   - property: the property, which must not appear in its own condition; nil for an action, a drawing or a placement.
  package func problem(
    ofCondition text: String, isOpen: Bool = false, mayNameParent: Bool, property: String? = nil
  ) -> String? {
    let condition: Condition
    do throws(SelectorError) {
      condition = try Condition(parsing: text)
    } catch {
      return ", which cannot be read: \(error.message)"
    }
    for predicate in condition.predicates {
      if mayNameParent, ParentName.name(in: predicate.property) != nil { continue }
      guard let reference = PropertyPath(predicate.property, of: self) else {
        if isOpen { continue }
        let suffix = DidYouMean.suffix(for: predicate.property, among: properties.map(\.name))
        return ", and '\(name)' has no property '\(predicate.property)'\(suffix)"
      }
      if properties[reference.place].name == property { return ", which depends on the property itself" }
      do throws(ComparisonError) {
        _ = try predicate.comparison?.typed(as: reference.type(in: self), names: reference.valueNames(in: self))
      } catch {
        return ": \(error)"
      }
    }
    return nil
  }
}
