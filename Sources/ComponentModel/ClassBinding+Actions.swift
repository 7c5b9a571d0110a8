package import InspectorKit

extension ClassBinding {
  /// The action that a person named: by its identifier, or by its label in any case.
  package func action(typed name: String) -> ActionDefinition? {
    let actions = definition.actions
    return actions.first { $0.name.isExactly(name) }
      ?? actions.first { ComponentDefinition.folded($0.label) == ComponentDefinition.folded(name) }
  }
}

extension ConditionState {
  /// Whether an action can be run.
  package func isEnabled(_ action: ActionDefinition) -> Bool {
    // A condition that cannot be read was reported when the plugin was loaded.
    guard let text = action.enabledWhen, let condition = try? Condition(parsing: text) else { return true }
    return holds(condition)
  }
}
