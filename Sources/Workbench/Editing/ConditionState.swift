internal import InspectorKit
internal import JSONText
internal import SceneDocument

/// Whether the properties of an object are shown and take effect, by their conditions.
struct ConditionState {
  let plan: ClassPlan
  let cells: [StoredCell]
  let effective: [PropertyValue?]
  let palette: ScenePalette

  /// Whether the property at a place is shown.
  func isVisible(_ place: Int) -> Bool { plan.visibility[place].map(holds) ?? true }

  /// Whether it takes effect: it is enabled, and shown.
  func isActive(_ place: Int) -> Bool { (plan.enabling[place].map(holds) ?? true) && isVisible(place) }

  /// The text of the condition that switches a property off, or nil where none does.
  func reason(_ place: Int) -> String? {
    let property = plan.definition.properties[place]
    if let condition = plan.enabling[place], !holds(condition) { return property.enabledWhen }
    if let condition = plan.visibility[place], !holds(condition) { return property.visibleWhen }
    return nil
  }

  private func holds(_ condition: Condition) -> Bool {
    condition.holds { predicate in
      guard let reference = PropertyReference(predicate.property, of: plan.definition) else { return false }
      let place = reference.place
      guard let comparison = predicate.comparison else { return reference.isStored(cells[place]) }
      var value = effective[place]
      if predicate.isStored {
        guard case .value(let stored) = cells[place] else { return false }
        value = stored
      }
      let typed = try? comparison.typed(as: reference.type(in: plan.definition)) { palette.colors[ExactText($0)] }
      return typed?.matches(reference.part(of: value)) ?? false
    }
  }
}

/// Mistakes in the conditions of a plugin's properties, found when it is loaded.
enum ConditionCheck {
  static func problems(of description: PluginDescription) -> [String] {
    (description.components + description.bases).flatMap { component in
      component.properties.flatMap { property in
        [("visibleWhen", property.visibleWhen), ("enabledWhen", property.enabledWhen)].compactMap { key, text in
          text.flatMap { problem(of: $0, key: key, property, component) }
        }
      }
    }
  }

  private static func problem(
    of text: String, key: String, _ property: PropertyDefinition, _ component: ComponentDefinition
  ) -> String? {
    let place = "'\(component.name).\(property.name)' has the '\(key)' condition '\(text)'"
    let condition: Condition
    do throws(SelectorError) {
      condition = try Condition(parsing: text)
    } catch {
      return "\(place), which cannot be read: \(error.message)"
    }
    for predicate in condition.predicates {
      let names = component.properties.map(\.name)
      guard let reference = PropertyReference(predicate.property, of: component) else {
        return
          "\(place), and '\(component.name)' has no property '\(predicate.property)'\(DidYouMean.suffix(for: predicate.property, among: names))"
      }
      if component.properties[reference.place].name == property.name {
        return "\(place), which depends on the property itself"
      }
      do throws(ComparisonError) {
        _ = try predicate.comparison?.typed(as: reference.type(in: component))
      } catch {
        return "\(place): \(error)"
      }
    }
    return nil
  }
}
