package import JSONText

extension PluginDescription {
  package static let format = "inspector-plugin/1"

  /// The description as JSON; see `Schemas/plugin-description.schema.json`.
  package var json: JSON {
    var members: [JSON.Member] = [
      .init("format", .string(Self.format)),
      .init("name", .string(name)),
      .init("version", .string(version)),
      .init("protocol", .array([.int(protocolVersions.lowerBound), .int(protocolVersions.upperBound)])),
      .init("components", .array(components.map(\.json))),
      .init("bases", .array(bases.map(\.json))),
    ]
    if !extensions.isEmpty { members.append(.init("extensions", .array(extensions.map(\.json)))) }
    if !resources.isEmpty { members.append(.init("resources", .array(resources.map(JSON.string)))) }
    if !transformers.isEmpty { members.append(.init("transformers", .array(transformers.map(\.json)))) }
    if !settings.isEmpty { members.append(.init("settings", .array(settings.map(\.json)))) }
    if !unlisted.isEmpty { members.append(.init("unlisted", .array(unlisted.map(JSON.string)))) }
    return .object(members)
  }
}

extension ComponentDefinition {
  package var json: JSON {
    var members: [JSON.Member] = [.init("name", .string(name)), .init("label", .string(label))]
    if let extends { members.append(.init("extends", .string(extends))) }
    if !aliases.isEmpty { members.append(.init("aliases", .array(aliases.map(JSON.string)))) }
    if let base { members.append(.init("base", .string(base))) }
    if let help { members.append(.init("help", .string(help))) }
    if let title { members.append(.init("title", .string(title))) }
    if !presets.isEmpty { members.append(.init("presets", .array(presets.map(\.json)))) }
    if let arrangement { members.append(.init("arrangement", arrangement.json)) }
    if !readsParent.isEmpty { members.append(.init("readsParent", .array(readsParent.map(JSON.string)))) }
    if !readsSettings.isEmpty { members.append(.init("readsSettings", .array(readsSettings.map(JSON.string)))) }
    members.append(.init("inert", .bool(isInert)))
    if !parts.isEmpty { members.append(.init("parts", .array(parts.map(\.json)))) }
    if draws { members.append(.init("draws", true)) }
    if let passesTouches { members.append(.init("passesTouches", .bool(passesTouches))) }
    if hitTests { members.append(.init("hitTests", true)) }
    for (key, text) in [("placement", placement), ("drawing", drawing)] {
      if let json = text.flatMap({ try? JSON.parse(Array($0.utf8)) }) { members.append(.init(key, json)) }
    }
    members.append(.init("properties", .array(properties.map(\.json))))
    if !actions.isEmpty { members.append(.init("actions", .array(actions.map(\.json)))) }
    return .object(members)
  }
}

extension PluginSetting {
  /// The setting as JSON for plugin descriptions.
  package var json: JSON {
    let unused = ["class", "observed"]
    let members = (property.json.objectValue ?? []).filter { !unused.contains($0.key) }
    return .object(members + (isPersonal ? [.init("personal", true)] : []))
  }
}

extension ActionDefinition {
  /// The action as JSON for plugin descriptions.
  package var json: JSON {
    var members: [JSON.Member] = [
      .init("name", .string(name)), .init("label", .string(label)), .init("class", .string(declaringClass)),
    ]
    if let help { members.append(.init("help", .string(help))) }
    if let enabledWhen { members.append(.init("enabledWhen", .string(enabledWhen))) }
    if !sets.isEmpty { members.append(.init("sets", sets.json)) }
    return .object(members)
  }
}

extension [ActionDefinition.Setting] {
  /// The values as a JSON object with the names of the properties as its keys.
  package var json: JSON {
    .object(
      compactMap { set in (try? JSON.parse([UInt8](set.json.utf8))).map { JSON.Member(set.property, $0) } })
  }
}

extension Arrangement {
  /// The arrangement as JSON for plugin descriptions. Members without a value are omitted.
  package var json: JSON {
    var members: [JSON.Member] = []
    if !sort.isEmpty { members.append(.init("sort", .array(sort.map { .string($0.text) }))) }
    if let group { members.append(.init("group", .string(group))) }
    if !search.isEmpty { members.append(.init("search", .array(search.map(JSON.string)))) }
    if !related.isEmpty { members.append(.init("related", .array(related.map(JSON.string)))) }
    return .object(members)
  }
}

extension Preset {
  /// The preset as JSON for plugin descriptions and panes.
  package var json: JSON {
    let members: [JSON.Member] =
      [.init("name", .string(name))] + (help.map { [.init("help", .string($0))] } ?? []) + [
        .init("values", values.json)
      ]
    return .object(members)
  }
}

extension PropertyDefinition {
  package var json: JSON {
    var members: [JSON.Member] = [
      .init("name", .string(name)), .init("label", .string(label)),
      .init("type", .string(type.rawValue)), .init("optional", .bool(isOptional)),
      .init("class", .string(declaringClass)),
    ]
    if let defaultValue { members.append(.init("default", defaultValue.json)) }
    members += metadata.members
    members.append(.init("observed", .bool(isObserved)))
    if isComputed { members.append(.init("computed", true)) }
    return .object(members)
  }
}

extension PropertyMetadata {
  /// The fields that are set, as members of a property in a plugin description.
  fileprivate var members: [JSON.Member] {
    Self.fields.compactMap { field in field.json(self).map { JSON.Member(field.name, $0) } }
  }
}

extension MetadataField {
  /// Returns the field's value as JSON for a plugin description; nil if the field is not set in the metadata.
  fileprivate func json(_ metadata: PropertyMetadata) -> JSON? {
    switch value {
    case .words(let place), .condition(let place), .name(let place): metadata[keyPath: place].map(JSON.string)
    case .number(let place): metadata[keyPath: place].map(JSON.double)
    case .integer(let place): metadata[keyPath: place].map(JSON.int)
    case .flag(let place): metadata[keyPath: place] ? true : nil
    case .range(let place): metadata[keyPath: place]?.json
    case .options(let place):
      metadata[keyPath: place].map { options in
        .array(options.map(\.json))
      }
    case .properties(let place), .names(let place):
      metadata[keyPath: place].isEmpty ? nil : .array(metadata[keyPath: place].map(JSON.string))
    case .aliases(let names, let transformers):
      metadata[keyPath: names].isEmpty
        ? nil
        : .array(
          metadata[keyPath: names].map { name in
            metadata[keyPath: transformers][name].map { ["name": .string(name), "through": .string($0)] }
              ?? .string(name)
          })
    }
  }
}

extension PropertyOptions.Option {
  /// The option as JSON for plugin descriptions.
  fileprivate var json: JSON {
    let aliases: [JSON.Member] = aliases.isEmpty ? [] : [.init("aliases", .array(aliases.map(\.json)))]
    return .object([.init("value", value.json), .init("label", .string(label))] + aliases)
  }
}

extension PropertyRange {
  package var json: JSON {
    .object(
      [("minimum", minimum), ("maximum", maximum)].compactMap { key, bound in
        bound.map { JSON.Member(key, .double($0)) }
      })
  }
}
