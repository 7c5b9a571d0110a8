package import JSONText

/// All that is wrong with a description that came from a plugin's process.
package struct DescriptionProblems: Error {
  package var problems: [String]
}

extension PluginDescription {
  /// Reads a description that nobody has checked; all problems are told at once.
  package init(reading json: JSON) throws(DescriptionProblems) {
    var reader = DescriptionReader()
    let description = reader.plugin(json)
    guard let description, reader.problems.isEmpty else { throw DescriptionProblems(problems: reader.problems) }
    self = description
  }
}

/// Collects the problems of a description while it reads it.
struct DescriptionReader {
  var problems: [String] = []

  mutating func plugin(_ json: JSON) -> PluginDescription? {
    let place = "the description"
    guard json["format"]?.stringValue == PluginDescription.format else {
      problems.append("the description's 'format' is not '\(PluginDescription.format)'")
      return nil
    }
    let name = string(json, "name", of: place) ?? ""
    let version = string(json, "version", of: place) ?? ""
    let bounds = json["protocol"]?.arrayValue?.compactMap(\.intValue) ?? []
    if bounds.count != 2 || bounds[0] > bounds[1] {
      problems.append("the description's 'protocol' is not [lowest, highest]")
    }
    let components = (array(json, "components", of: place) ?? []).compactMap { component($0) }
    let bases = (json["bases"]?.arrayValue ?? []).compactMap { component($0) }
    var seen = Set<String>()
    for component in components where !seen.insert(component.name).inserted {
      problems.append(RegistrationProblem.duplicateClass(component.name).description)
    }
    guard problems.isEmpty, bounds.count == 2 else { return nil }
    return PluginDescription(
      name: name, version: version, protocolVersions: bounds[0]...bounds[1], components: components, bases: bases)
  }

  private mutating func component(_ json: JSON) -> ComponentDefinition? {
    guard let name = string(json, "name", of: "a component") else { return nil }
    let place = "'\(name)'"
    let properties = (array(json, "properties", of: place) ?? []).compactMap { property($0, of: name) }
    checkNames(properties, of: name)
    var found: [RegistrationProblem] = []
    ComponentType.checkLabels(properties, of: name, problems: &found)
    ComponentType.checkAliases(properties, of: name, problems: &found)
    _ = ComponentType.applyOrder(of: properties, in: name, problems: &found)
    for property in properties {
      ComponentType.checkDefault(of: property, problems: &found)
      for dependency in property.dependsOn where !properties.contains(where: { $0.name == dependency }) {
        found.append(
          .unknownDependency(property.name, in: name, dependency: dependency, candidates: properties.map(\.name)))
      }
    }
    problems += found.map(\.description)
    return ComponentDefinition(
      name: name, label: json["label"]?.stringValue ?? PropertyName.label(for: name), base: json["base"]?.stringValue,
      help: json["help"]?.stringValue, properties: properties,
      readsParent: (json["readsParent"]?.arrayValue ?? []).compactMap(\.stringValue),
      isInert: json["inert"]?.boolValue ?? false)
  }

  private mutating func checkNames(_ properties: [PropertyDefinition], of owner: String) {
    var first: [String: String] = [:]
    for property in properties {
      if let former = first[property.name] {
        problems.append(RegistrationProblem.duplicateName(property.name, in: owner, former: former).description)
      }
      first[property.name] = property.declaringClass
    }
  }

  private mutating func property(_ json: JSON, of owner: String) -> PropertyDefinition? {
    guard let name = string(json, "name", of: "a property of '\(owner)'") else { return nil }
    let place = "'\(owner).\(name)'"
    guard let word = string(json, "type", of: place) else { return nil }
    guard let type = PropertyType(rawValue: word) else {
      problems.append(RegistrationProblem.unsupportedType(name, in: owner, type: word).description)
      return nil
    }
    var definition = PropertyDefinition(
      name: name, label: json["label"]?.stringValue ?? PropertyName.label(for: name), type: type,
      isOptional: json["optional"]?.boolValue ?? false, declaringClass: json["class"]?.stringValue ?? owner,
      help: json["help"]?.stringValue, dependsOn: (json["dependsOn"]?.arrayValue ?? []).compactMap(\.stringValue),
      isObserved: json["observed"]?.boolValue ?? true)
    definition.defaultValue = value(json["default"], as: type, what: "default", of: place)
    if definition.defaultValue == nil, !definition.isOptional, json["default"] == nil {
      problems.append("\(place) has no 'default'; only an optional property may go without")
    }
    definition.range = range(json["range"], of: definition, owner: owner)
    definition.softRange = range(json["softRange"], of: definition, owner: owner)
    definition.step = json["step"]?.doubleValue
    if let step = definition.step, !(step > 0) {
      problems.append(RegistrationProblem.badStep(name, in: owner, step: step).description)
    }
    definition.unit = json["unit"]?.stringValue
    definition.group = json["group"]?.stringValue
    definition.order = json["order"]?.intValue
    definition.isReadOnly = json["readOnly"]?.boolValue ?? false
    definition.aliases = (json["aliases"]?.arrayValue ?? []).compactMap(\.stringValue)
    definition.isRequired = json["required"]?.boolValue ?? false
    definition.rules = (json["validate"]?.arrayValue ?? []).compactMap(\.stringValue)
    definition.visibleWhen = json["visibleWhen"]?.stringValue
    definition.enabledWhen = json["enabledWhen"]?.stringValue
    definition.since = json["since"]?.stringValue
    definition.deprecated = json["deprecated"]?.stringValue
    definition.options = options(json["options"], of: definition, owner: owner)
    return definition
  }

  private mutating func range(_ json: JSON?, of property: PropertyDefinition, owner: String) -> PropertyRange? {
    guard let json else { return nil }
    guard property.type == .int || property.type == .double else {
      problems.append(RegistrationProblem.rangeType(property.name, in: owner, type: property.type).description)
      return nil
    }
    let range = PropertyRange(minimum: json["minimum"]?.doubleValue, maximum: json["maximum"]?.doubleValue)
    if range.isEmpty || (range.minimum == nil && range.maximum == nil) {
      problems.append(RegistrationProblem.emptyRange(property.name, in: owner, range: range).description)
    }
    return range
  }

  private mutating func options(
    _ json: JSON?, of property: PropertyDefinition, owner: String
  ) -> [PropertyOptions.Option] {
    (json?.arrayValue ?? []).compactMap { item in
      guard property.type == .int || property.type == .string,
        let value = value(item["value"], as: property.type, what: "option", of: "'\(owner).\(property.name)'")
      else { return nil }
      return PropertyOptions.Option(value: value, label: item["label"]?.stringValue ?? value.text)
    }
  }

  private mutating func value(_ json: JSON?, as type: PropertyType, what: String, of place: String) -> PropertyValue? {
    guard let json, json != .null else { return nil }
    let bytes = Array(json.text().utf8)
    let value = bytes.withUnsafeBytes { bytes -> PropertyValue? in
      var reader = JSONReader(bytes)
      return try? PropertyValue(json: &reader, as: type)
    }
    if value == nil { problems.append("\(place) has the \(what) \(json.text()), which is not \(type.phrase)") }
    return value
  }

  private mutating func string(_ json: JSON, _ key: String, of place: String) -> String? {
    guard let text = json[key]?.stringValue, !text.isEmpty else {
      problems.append("\(place) has no text '\(key)'")
      return nil
    }
    return text
  }

  private mutating func array(_ json: JSON, _ key: String, of place: String) -> [JSON]? {
    guard let items = json[key]?.arrayValue else {
      problems.append("\(place) has no list '\(key)'")
      return nil
    }
    return items
  }
}
