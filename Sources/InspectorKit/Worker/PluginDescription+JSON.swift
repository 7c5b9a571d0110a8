package import JSONText

extension PluginDescription {
  package static let format = "inspector-plugin/1"

  /// The description as a document; see `Schemas/plugin-description.schema.json`.
  package var json: JSON {
    .object([
      .init("format", .string(Self.format)),
      .init("name", .string(name)),
      .init("version", .string(version)),
      .init("protocol", .array([.int(protocolVersions.lowerBound), .int(protocolVersions.upperBound)])),
      .init("components", .array(components.map(\.json))),
      .init("bases", .array(bases.map(\.json))),
    ])
  }
}

extension ComponentDefinition {
  package var json: JSON {
    var members: [JSON.Member] = [
      .init("name", .string(name)), .init("label", .string(label)),
    ]
    if let base { members.append(.init("base", .string(base))) }
    if let help { members.append(.init("help", .string(help))) }
    if !readsParent.isEmpty { members.append(.init("readsParent", .array(readsParent.map(JSON.string)))) }
    members.append(.init("inert", .bool(isInert)))
    members.append(.init("properties", .array(properties.map(\.json))))
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
    if let help { members.append(.init("help", .string(help))) }
    if let range { members.append(.init("range", range.json)) }
    if let softRange { members.append(.init("softRange", softRange.json)) }
    if let step { members.append(.init("step", .double(step))) }
    if let unit { members.append(.init("unit", .string(unit))) }
    if !options.isEmpty {
      let list = options.map { option in
        JSON.object([.init("value", option.value.json), .init("label", .string(option.label))])
      }
      members.append(.init("options", .array(list)))
    }
    if !dependsOn.isEmpty { members.append(.init("dependsOn", .array(dependsOn.map(JSON.string)))) }
    if let group { members.append(.init("group", .string(group))) }
    if let order { members.append(.init("order", .int(order))) }
    if isReadOnly { members.append(.init("readOnly", .bool(true))) }
    if !aliases.isEmpty { members.append(.init("aliases", .array(aliases.map(JSON.string)))) }
    if isRequired { members.append(.init("required", .bool(true))) }
    if !rules.isEmpty { members.append(.init("validate", .array(rules.map(JSON.string)))) }
    let texts = [
      ("visibleWhen", visibleWhen), ("enabledWhen", enabledWhen), ("since", since), ("deprecated", deprecated),
    ]
    for (key, text) in texts {
      if let text { members.append(.init(key, .string(text))) }
    }
    members.append(.init("observed", .bool(isObserved)))
    return .object(members)
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
