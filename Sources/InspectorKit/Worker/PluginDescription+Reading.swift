package import JSONText

/// The mistakes in a plugin's declarations or description, one sentence each.
package struct DescriptionProblems: Error {
  package var problems: [String]

  package init(_ problems: [String]) { self.problems = problems }
}

extension PluginDescription {
  /// Reads and checks a plugin description. Throws an error that lists all problems.
  ///
  /// - Parameter isData: true if the plugin is data-only: a description without code. Its classes may then omit
  ///   inherited properties that other plugins declare.
  package init(reading json: JSON, isData: Bool = false) throws(DescriptionProblems) {
    var reader = DescriptionReader(isData: isData)
    let description = reader.plugin(json)
    guard let description, reader.problems.isEmpty else { throw DescriptionProblems(reader.problems) }
    self = description
  }
}

extension PluginDescription {
  /// Returns true if a string is a relative path to a file below the plugin's folder, without `..`, hidden files or
  /// hidden folders.
  package static func isResourceName(_ name: String) -> Bool {
    name.parts(between: "/").allSatisfy { !$0.isEmpty && !$0.begins(with: ".") }
  }
}

extension ComponentDefinition {
  /// Reads one class of a plugin description. Returns nil if the class has any problem.
  ///
  /// - Parameter isChecked: true if the same JSON was read and checked before. The properties are then not checked
  ///   against each other again.
  package init?(reading json: JSON, isChecked: Bool = false) {
    var reader = DescriptionReader(isChecked: isChecked)
    guard let definition = reader.component(json), reader.problems.isEmpty else { return nil }
    self = definition
  }
}

extension PluginDescription {
  /// Reads a plugin's settings and transformers from a description that was read and checked before. `texts` contains
  /// the JSON of each list, by its key in the description.
  package static func declarations(
    checked texts: [String: String], of plugin: String
  ) -> (settings: [PluginSetting], transformers: [TransformerDeclaration]) {
    let members = texts.compactMap { key, text in (try? JSON.parse(Array(text.utf8))).map { JSON.Member(key, $0) } }
    var reader = DescriptionReader(isChecked: true)
    return (reader.settings(.object(members), of: plugin), reader.transformers(.object(members)))
  }
}

/// A reader of plugin descriptions that collects all mistakes instead of stopping at the first.
struct DescriptionReader {
  var problems: [String] = []

  /// True if the plugin is data-only, without code.
  var isData = false

  /// True if the properties were already checked against each other.
  var isChecked = false

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
    let extensions = (json["extensions"]?.arrayValue ?? []).compactMap { component($0) }
    for found in extensions where found.extends == nil {
      problems.append("the extension '\(found.name)' does not say in 'extends' which class it extends")
    }
    for component in components + extensions { problems += component.extensionProblems.map(\.description) }
    var seen = Set<String>()
    for component in components + extensions where !seen.insert(component.name).inserted {
      problems.append(RegistrationProblem.duplicateClass(component.name).description)
    }
    problems += RegistrationProblem.problems(ofAliases: components + extensions).map(\.problem.description)
    let resources = texts(json, "resources", of: place)
    for name in resources where !PluginDescription.isResourceName(name) {
      problems.append(
        "the description's 'resources' hold '\(PluginText.capped(name))', which is not the path of a file beside the plugin"
      )
    }
    let unlisted = texts(json, "unlisted", of: place)
    let settings = settings(json, of: name)
    let transformers = transformers(json)
    checkUses(of: settings, transformers, by: components + bases + extensions, in: name)
    guard problems.isEmpty, bounds.count == 2 else { return nil }
    return PluginDescription(
      name: name, version: version, protocolVersions: bounds[0]...bounds[1], components: components, bases: bases,
      extensions: extensions, resources: resources, unlisted: unlisted, settings: settings,
      transformers: transformers)
  }

  fileprivate mutating func component(_ json: JSON) -> ComponentDefinition? {
    guard let name = string(json, "name", of: "a component") else { return nil }
    let place = "'\(name)'"
    // Selectors can refer only to classes whose names are identifiers.
    if !PropertyDefinition.isKeyPath(name) {
      problems.append("\(place) is not a name for a component; write an identifier")
    }
    let properties = properties(json, of: name)
    if !isChecked { check(properties, of: name, json) }
    var definition = ComponentDefinition(
      name: name, label: words(json, "label", of: place) ?? PropertyName.label(for: name),
      base: text(json, "base", of: place),
      help: words(json, "help", of: place), properties: properties, readsParent: texts(json, "readsParent", of: place),
      isInert: isData || flag(json, "inert", of: place) ?? false, extends: text(json, "extends", of: place),
      actions: actions(json, of: name), draws: flag(json, "draws", of: place) ?? false,
      parts: parts(json, of: place))
    (definition.drawing, definition.placement) = (drawing(json, of: place), placement(json, of: place))
    if json["aliases"] != nil { definition.aliases = texts(json, "aliases", of: place) }
    definition.title = words(json, "title", of: place)
    definition.readsSettings = texts(json, "readsSettings", of: place)
    definition.presets = presets(json, of: name)
    definition.arrangement = arrangement(json, of: place)
    // The title, the presets and the arrangement may name inherited properties, which a class without code need not list.
    if !isChecked, !isData || definition.base == nil {
      problems += definition.faceProblems(among: properties).map(\.description)
    }
    definition.passesTouches = flag(json, "passesTouches", of: place)
    definition.hitTests = flag(json, "hitTests", of: place) ?? false
    return definition
  }

  /// Checks the properties of a class, individually and against each other, and adds the mistakes to `problems`.
  private mutating func check(_ properties: [PropertyDefinition], of name: String, _ json: JSON) {
    var found: [RegistrationProblem] = []
    var declaringClasses: [String: String] = [:]
    for property in properties {
      if let former = declaringClasses.updateValue(property.declaringClass, forKey: property.name) {
        found.append(.duplicateName(property.name, in: name, former: former))
      }
    }
    found += RegistrationProblem.duplicateLabels(properties.map { ($0.name, $0.label) }, in: name)
    ComponentDefinition.checkAliases(properties, of: name, problems: &found)
    _ = ComponentDefinition.applyOrder(of: properties, in: name, problems: &found)
    let places = Dictionary(properties.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    for property in properties {
      // Only the plugin itself knows its rules.
      found += property.problems(among: places, rules: nil as [String]?)
      found += property.defaultProblems
    }
    if isData {
      // A dependency may be an inherited property, which a data-only class need not list.
      if json["base"] != nil { found.removeAll { if case .unknownDependency = $0 { true } else { false } } }
      for property in properties where property.declaringClass == name {
        if property.isObserved || property.isComputed { found.append(.codeInData(property.name, in: name)) }
        if let rule = property.rules.first { found.append(.ruleInData(rule, of: property.name, in: name)) }
      }
    }
    problems += found.map(\.description)
  }

  /// Reads the properties of a class. An entry with a `group` but no name sets the group of the properties that follow,
  /// except of those with their own group.
  private mutating func properties(_ json: JSON, of owner: String) -> [PropertyDefinition] {
    var group: String?
    var properties: [PropertyDefinition] = []
    for item in array(json, "properties", of: "'\(owner)'") ?? [] {
      guard item["name"] != nil || item["group"] == nil else {
        let place = "a group of '\(owner)'"
        group = item["group"] == .null ? nil : words(item, "group", of: place)
        group = PropertyGroups.title(group, words(item, "subgroup", of: place))
        continue
      }
      guard var property = property(item, of: owner) else { continue }
      property.group = property.group ?? group
      properties.append(property)
    }
    return properties
  }

  mutating func property(_ json: JSON, of owner: String) -> PropertyDefinition? {
    guard let name = string(json, "name", of: "a property of '\(owner)'") else { return nil }
    let place = "'\(owner).\(name)'"
    guard let word = string(json, "type", of: place) else { return nil }
    guard let type = PropertyType(rawValue: word) else {
      problems.append(RegistrationProblem.unsupportedType(name, in: owner, type: word).description)
      return nil
    }
    var definition = PropertyDefinition(
      name: name, label: words(json, "label", of: place) ?? PropertyName.label(for: name), type: type,
      isOptional: flag(json, "optional", of: place) ?? false, declaringClass: text(json, "class", of: place) ?? owner,
      isObserved: flag(json, "observed", of: place) ?? !isData)
    definition.isComputed = flag(json, "computed", of: place) ?? false
    definition.defaultValue = value(json["default"], as: type, of: place)
    if definition.defaultValue == nil, !definition.isOptional, json["default"] == nil {
      problems.append("\(place) has no 'default'; only an optional property may go without")
    }
    var metadata = definition.metadata
    for field in PropertyMetadata.fields where json[field.name] != nil {
      read(field, of: json, place, into: &metadata)
    }
    definition.metadata = metadata
    return definition
  }

  private mutating func read(
    _ field: MetadataField, of json: JSON, _ place: String, into metadata: inout PropertyMetadata
  ) {
    let key = field.name
    switch field.value {
    case .words(let fact): metadata[keyPath: fact] = words(json, key, of: place)
    case .condition(let fact), .name(let fact): metadata[keyPath: fact] = text(json, key, of: place)
    case .number(let fact): metadata[keyPath: fact] = number(json, key, of: place)
    case .integer(let fact): metadata[keyPath: fact] = member(json, key, of: place, "a whole number", \.intValue)
    case .flag(let fact): metadata[keyPath: fact] = flag(json, key, of: place) ?? false
    case .range(let fact): metadata[keyPath: fact] = range(json, key, of: place)
    case .options(let fact): metadata[keyPath: fact] = options(json, key, of: place)
    case .properties(let fact), .names(let fact): metadata[keyPath: fact] = texts(json, key, of: place)
    case .aliases(let names, let transformers):
      let aliases = aliases(json, key, of: place)
      metadata[keyPath: names] = aliases.map(\.name)
      for (name, transformer) in aliases where transformer != nil {
        metadata[keyPath: transformers][name] = transformer
      }
    }
  }

  /// Reads former names, each of which is a string, or an object with a name and a transformer.
  private mutating func aliases(
    _ json: JSON, _ key: String, of place: String
  ) -> [(name: String, transformer: String?)] {
    (member(json, key, of: place, "a list of names", \.arrayValue) ?? []).compactMap { item in
      if let name = item.stringValue { return (name, nil) }
      if let name = item["name"]?.stringValue, let transformer = item["through"]?.stringValue {
        return (name, transformer)
      }
      problems.append(
        "\(place) has the alias \(item.text()); an alias is a name, or an object with 'name' and 'through', a transformer"
      )
      return nil
    }
  }

  private mutating func range(_ json: JSON, _ key: String, of place: String) -> PropertyRange? {
    let kind = "an object with 'minimum', 'maximum' or both"
    guard let member = member(json, key, of: place, kind, { $0.objectValue.map(JSON.object) }) else { return nil }
    let range = PropertyRange(
      minimum: number(member, "minimum", of: "the '\(key)' of \(place)"),
      maximum: number(member, "maximum", of: "the '\(key)' of \(place)"))
    guard range.minimum != nil || range.maximum != nil else {
      problems.append("\(place) has a '\(key)' without a bound; give it a 'minimum', a 'maximum' or both")
      return nil
    }
    return range
  }

  /// Reads options or flags, accepting both Int and String values; wrong types are reported later, when the property is
  /// checked. An entry with any other value is recorded as a problem and left out. Returns nil if no entry remains.
  private mutating func options(_ json: JSON, _ key: String, of place: String) -> [PropertyOptions.Option]? {
    let options = (array(json, key, of: place) ?? []).compactMap { item -> PropertyOptions.Option? in
      guard let value = item["value"].flatMap(optionValue) else {
        problems.append(
          "\(place) has the \(key.dropLast()) \(item.text()); it needs a 'value', an Int\(key == "flags" ? "" : " or a String"), and a 'label'"
        )
        return nil
      }
      let label =
        words(item, "label", of: "an entry of '\(key)' of \(place)") ?? PropertyOptions.defaultLabel(of: value)
      let aliases = item["aliases"] == nil ? [] : optionAliases(item, of: "the option '\(value.text)' of \(place)")
      return PropertyOptions.Option(value: value, label: label, aliases: aliases)
    }
    return options.isEmpty ? nil : options
  }

  private func optionValue(_ json: JSON) -> PropertyValue? {
    switch json {
    case .int(let number): .int(number)
    case .string(let text): .string(text)
    default: nil
    }
  }

  private mutating func optionAliases(_ json: JSON, of place: String) -> [PropertyValue] {
    let values = member(json, "aliases", of: place, "a list of former values", \.arrayValue) ?? []
    return values.compactMap { item in
      if let value = optionValue(item) { return value }
      problems.append("\(place) has the alias \(item.text()), which is neither an Int nor a String")
      return nil
    }
  }

  // MARK: members that may be left out

  mutating func text(_ json: JSON, _ key: String, of place: String) -> String? {
    member(json, key, of: place, "a text", \.stringValue)
  }

  /// Reads a string that is only shown to the user; truncates it if it exceeds ``PluginText/limit``.
  mutating func words(_ json: JSON, _ key: String, of place: String) -> String? {
    text(json, key, of: place).map(PluginText.capped)
  }

  mutating func flag(_ json: JSON, _ key: String, of place: String) -> Bool? {
    member(json, key, of: place, "true or false", \.boolValue)
  }

  private mutating func number(_ json: JSON, _ key: String, of place: String) -> Double? {
    member(json, key, of: place, "a number", \.doubleValue)
  }

  mutating func texts(_ json: JSON, _ key: String, of place: String) -> [String] {
    member(json, key, of: place, "a list of texts") { member in
      let texts = member.arrayValue?.map(\.stringValue)
      return texts?.contains(nil) == false ? texts?.compactMap(\.self) : nil
    } ?? []
  }

  /// Returns the value of the member `key`, converted by `read`; nil if the member is missing or `null`. If `read`
  /// returns nil, adds a problem that the member is not of the given kind, and returns nil.
  mutating func member<Value>(
    _ json: JSON, _ key: String, of place: String, _ kind: String, _ read: (JSON) -> Value?
  ) -> Value? {
    guard let member = json[key], member != .null else { return nil }
    if let value = read(member) { return value }
    problems.append("\(place) has the '\(key)' \(member.text()), which is not \(kind)")
    return nil
  }

  private mutating func value(_ json: JSON?, as type: PropertyType, of place: String) -> PropertyValue? {
    guard let json, json != .null else { return nil }
    let bytes = Array(json.text().utf8)
    let value = bytes.withUnsafeBytes { bytes -> PropertyValue? in
      var reader = JSONReader(bytes)
      return try? PropertyValue(json: &reader, as: type)
    }
    if value == nil { problems.append("\(place) has the default \(json.text()), which is not \(type.phrase)") }
    return value
  }

  mutating func string(_ json: JSON, _ key: String, of place: String) -> String? {
    guard let text = json[key]?.stringValue, !text.isEmpty else {
      problems.append("\(place) has no text '\(key)'")
      return nil
    }
    guard text.utf8.count <= PluginText.limit else {
      problems.append("\(place) has a '\(key)' of \(text.utf8.count) bytes; at most \(PluginText.limit) are taken")
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
