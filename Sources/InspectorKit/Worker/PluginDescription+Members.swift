import JSONText

extension DescriptionReader {
  /// Reads the actions of a class and adds their mistakes to `problems`; returns an empty list if the class has no
  /// member `actions`.
  mutating func actions(_ json: JSON, of owner: String) -> [ActionDefinition] {
    let place = "'\(owner)'"
    let list = member(json, "actions", of: place, "a list of actions", \.arrayValue) ?? []
    let actions = list.compactMap { action($0, of: owner) }
    var declaringClasses: [String: String] = [:]
    for action in actions {
      if let former = declaringClasses.updateValue(action.declaringClass, forKey: action.name) {
        problems.append(RegistrationProblem.duplicateAction(action.name, in: owner, former: former).description)
      }
    }
    problems += ActionDefinition.problems(actions, of: owner, isExtension: json["extends"] != nil).map(\.description)
    return actions
  }

  private mutating func action(_ json: JSON, of owner: String) -> ActionDefinition? {
    guard let name = string(json, "name", of: "an action of '\(owner)'") else { return nil }
    let place = "'\(owner).\(name)'"
    let action = ActionDefinition(
      name: name, label: words(json, "label", of: place) ?? PropertyName.label(for: name),
      help: words(json, "help", of: place), enabledWhen: text(json, "enabledWhen", of: place),
      declaringClass: text(json, "class", of: place) ?? owner, sets: settings(json, "sets", of: place))
    if isData, action.sets.isEmpty {
      problems.append(RegistrationProblem.actionInData(name, in: owner).description)
    }
    return action
  }

  /// Reads the presets of a class; returns an empty list if the class has no member `presets`.
  mutating func presets(_ json: JSON, of owner: String) -> [Preset] {
    let list = member(json, "presets", of: "'\(owner)'", "a list of presets", \.arrayValue) ?? []
    return list.compactMap { item in
      guard let name = string(item, "name", of: "a preset of '\(owner)'") else { return nil }
      let place = "the preset '\(name)' of '\(owner)'"
      return Preset(name: name, help: words(item, "help", of: place), values: settings(item, "values", of: place))
    }
  }

  /// Reads the arrangement of a class; returns nil if the class has no member `arrangement`.
  mutating func arrangement(_ json: JSON, of place: String) -> Arrangement? {
    let kind = "an object with 'sort', 'group', 'search' or 'related'"
    guard let item = member(json, "arrangement", of: place, kind, { $0.objectValue.map(JSON.object) }) else {
      return nil
    }
    let place = "the arrangement of \(place)"
    return Arrangement(
      sort: texts(item, "sort", of: place).map { Arrangement.SortKey(text: $0) }, group: text(item, "group", of: place),
      search: texts(item, "search", of: place), related: texts(item, "related", of: place))
  }

  /// Adds the mistakes in the transformers that properties use, and a problem for each setting that a class reads but
  /// the plugin does not declare.
  mutating func checkUses(
    of settings: [PluginSetting], _ transformers: [TransformerDeclaration], by classes: [ComponentDefinition],
    in plugin: String
  ) {
    for var property in classes.flatMap(\.properties) {
      property.renameTransformers { name in
        name.hasPrefix("\(plugin).") ? String(name.dropFirst(plugin.count + 1)) : name
      }
      for problem in property.transformerProblems(among: transformers).map(\.description)
      where !problems.contains(problem) { problems.append(problem) }
    }
    for component in classes {
      for setting in component.readsSettings where !settings.contains(where: { $0.name == setting }) {
        problems.append("'\(component.name)' reads the setting '\(setting)', which is not in the plugin's 'settings'")
      }
    }
  }

  /// Reads the transformers of a plugin; returns an empty list if the description has no member `transformers`.
  mutating func transformers(_ json: JSON) -> [TransformerDeclaration] {
    let list = member(json, "transformers", of: "the description", "a list of transformers", \.arrayValue) ?? []
    let transformers = list.compactMap { item -> TransformerDeclaration? in
      guard let name = string(item, "name", of: "a transformer") else { return nil }
      let place = "the transformer '\(name)'"
      if isData { problems.append("\(place) takes code; a plugin that is data has none") }
      guard let type = readType(item, "type", of: place), let stored = readType(item, "stored", of: place) else {
        return nil
      }
      return TransformerDeclaration(name: name, type: type, stored: stored)
    }
    if !isChecked { problems += RegistrationProblem.problems(of: transformers).map(\.description) }
    return transformers
  }

  private mutating func readType(_ json: JSON, _ key: String, of place: String) -> PropertyType? {
    guard let word = string(json, key, of: place) else { return nil }
    if let type = PropertyType(rawValue: word) { return type }
    problems.append("\(place) has the \(key) '\(PluginText.capped(word))'; the types are \(PropertyType.list)")
    return nil
  }

  /// Reads the settings of a plugin and adds their mistakes to `problems`; returns an empty list if the description has no
  /// member `settings`.
  mutating func settings(_ json: JSON, of plugin: String) -> [PluginSetting] {
    let list = member(json, "settings", of: "the description", "a list of settings", \.arrayValue) ?? []
    let settings = list.compactMap { item -> PluginSetting? in
      guard string(item, "name", of: "a setting") != nil, var property = property(item, of: plugin) else { return nil }
      property.isObserved = false
      let isPersonal = flag(item, "personal", of: "'\(plugin).\(property.name)'") ?? false
      return PluginSetting(property, isPersonal: isPersonal)
    }
    if !isChecked {
      var names: Set<String> = []
      let repeated = settings.filter { !names.insert($0.name).inserted }
      problems += repeated.map { RegistrationProblem.duplicateSetting($0.name).description }
      problems += RegistrationProblem.problems(ofSettings: settings.filter { names.remove($0.name) != nil })
        .map(\.problem.description)
    }
    return settings
  }

  private mutating func settings(_ json: JSON, _ key: String, of place: String) -> [ActionDefinition.Setting] {
    let members = member(json, key, of: place, "an object of properties and values", \.objectValue) ?? []
    return members.map { ActionDefinition.Setting($0.key, json: $0.value.text()) }
  }
}

extension DescriptionReader {
  /// Reads the drawing of a data-only class. Returns the drawing as JSON text; nil if there is none. Adds a mistake in
  /// the JSON to `problems`.
  mutating func drawing(_ json: JSON, of place: String) -> String? {
    guard let entries = member(json, "drawing", of: place, "a list of entries", \.arrayValue) else { return nil }
    do throws(StatedProblem) {
      _ = try DrawingTemplate(.array(entries))
    } catch {
      problems.append("the drawing of \(place) is wrong: \(error)")
    }
    return JSON.array(entries).text()
  }

  /// Reads the placement of a data-only class. Returns the placement as JSON text; nil if there is none. Adds a mistake
  /// in the JSON to `problems`.
  mutating func placement(_ json: JSON, of place: String) -> String? {
    guard let entries = member(json, "placement", of: place, "a list of entries", \.arrayValue) else { return nil }
    do throws(StatedProblem) {
      _ = try PlacementTemplate(.array(entries))
    } catch {
      problems.append("the placement of \(place) is wrong: \(error)")
    }
    return JSON.array(entries).text()
  }
}
