internal import JSONText

extension DescriptionReader {
  /// The actions that a class lists; a list that is not there is empty.
  mutating func actions(_ json: JSON, of owner: String) -> [ActionDefinition] {
    guard json["actions"] != nil else { return [] }
    let place = "'\(owner)'"
    let list = member(json, "actions", of: place, "a list of actions", \.arrayValue) ?? []
    let actions = list.compactMap { action($0, of: owner) }
    var first: [String: String] = [:]
    for action in actions {
      if let former = first[action.name] {
        problems.append(RegistrationProblem.duplicateAction(action.name, in: owner, former: former).description)
      }
      first[action.name] = action.declaringClass
    }
    let found = ActionDefinition.problems(actions, of: owner, isExtension: json["extends"] != nil)
    problems += found.map(\.description)
    return actions
  }

  private mutating func action(_ json: JSON, of owner: String) -> ActionDefinition? {
    guard let name = string(json, "name", of: "an action of '\(owner)'") else { return nil }
    let place = "'\(owner).\(name)'"
    let action = ActionDefinition(
      name: name, label: words(json, "label", of: place) ?? PropertyName.label(for: name),
      help: words(json, "help", of: place), enabledWhen: text(json, "enabledWhen", of: place),
      declaringClass: text(json, "class", of: place) ?? owner, sets: settings(json, of: place))
    if isData, action.sets.isEmpty {
      problems.append(RegistrationProblem.actionInData(name, in: owner).description)
    }
    return action
  }

  private mutating func settings(_ json: JSON, of place: String) -> [ActionDefinition.Setting] {
    let members = member(json, "sets", of: place, "an object of properties and values", \.objectValue) ?? []
    return members.map { ActionDefinition.Setting($0.key, json: $0.value.text()) }
  }
}
