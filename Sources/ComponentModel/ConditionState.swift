package import InspectorKit
import JSONText
import SceneDocument

/// An evaluator of the conditions under which an object's properties are shown (`visibleWhen`) and take effect
/// (`enabledWhen`).
package struct ConditionState {
  package let binding: ClassBinding
  package let cells: [StoredCell]

  /// The effective values; nil if the component failed. Each condition then counts as true, since it cannot be decided.
  package let effective: [PropertyValue?]?
  package let palette: ScenePalette

  package init(binding: ClassBinding, cells: [StoredCell], effective: [PropertyValue?]?, palette: ScenePalette) {
    self.binding = binding
    self.cells = cells
    self.effective = effective
    self.palette = palette
  }

  /// Returns true if the property with the index `place` is shown: it has no `visibleWhen` condition, or this condition
  /// is met or undecided.
  package func isVisible(_ place: Int) -> Bool { binding.visibility[place].map(holds) ?? true }

  /// Returns true if the property with the index `place` takes effect: it has no `enabledWhen` condition, or this
  /// condition is met or undecided.
  package func isActive(_ place: Int) -> Bool { binding.enabling[place].map(holds) ?? true }

  /// Returns notes about the conditions that hide or disable a property; empty if the property is shown and takes
  /// effect.
  package func notes(_ place: Int) -> [PropertyNote] {
    let property = binding.definition.properties[place]
    var notes: [PropertyNote] = []
    if !isActive(place), let condition = property.enabledWhen { notes.append(.inactive(condition)) }
    if !isVisible(place), let condition = property.visibleWhen { notes.append(.hidden(condition)) }
    return notes
  }

  /// Returns true if a condition holds, or if the component failed. A condition on an unknown property does not hold.
  package func holds(_ condition: Condition) -> Bool {
    guard let effective else { return true }
    return condition.holds { predicate in
      guard let reference = PropertyPath(predicate.property, of: binding) else { return false }
      let place = reference.place
      guard let comparison = predicate.comparison else { return reference.isStored(cells[place]) }
      var value = effective[place]
      if predicate.isStored {
        guard case .value(let stored) = cells[place] else { return false }
        value = stored
      }
      let typed = try? comparison.typed(
        as: reference.type(in: binding.definition), names: reference.valueNames(in: binding.definition)
      ) { palette.colors[ExactText($0)] }
      return typed?.matches(reference.part(of: value)) ?? false
    }
  }

  /// Returns true if an action can be run: if its condition holds or cannot be decided, or if it has no condition.
  package func isEnabled(_ action: ActionDefinition) -> Bool {
    // A condition that cannot be read was reported when the plugin was loaded.
    guard let text = action.enabledWhen, let condition = try? Condition(parsing: text) else { return true }
    return holds(condition)
  }
}

extension ClassBinding {
  /// Returns the action with the identifier `name` or, if there is none, the action whose label equals `name` in any
  /// letter case; nil if there is neither.
  package func action(typed name: String) -> ActionDefinition? {
    let actions = definition.actions
    return actions.first { $0.name.isExactly(name) }
      ?? actions.first { ComponentDefinition.folded($0.label) == ComponentDefinition.folded(name) }
  }
}
