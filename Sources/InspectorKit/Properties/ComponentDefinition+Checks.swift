extension ComponentDefinition {
  /// What is wrong with it as an extension, or as none.
  var extensionProblems: [RegistrationProblem] {
    let aliases = properties.filter { $0.aliasOf != nil }
    guard extends != nil else { return aliases.map { .aliasOutsideExtension($0.name, in: name) } }
    return aliases.filter { $0.isComputed || $0.isObserved }.map { .computedAlias($0.name, in: name) }
      + (readsParent.isEmpty ? [] : [.extensionReadsParent(name)])
  }

  /// A former name must not be a name, nor stand for two properties.
  static func checkAliases(
    _ definitions: [PropertyDefinition], of owner: String, problems: inout [RegistrationProblem]
  ) {
    let names = Dictionary(definitions.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    var owners: [String: String] = [:]
    for definition in definitions {
      for alias in definition.aliases {
        if let other = names[alias] {
          let isCycle = other.name != definition.name && other.aliases.contains(definition.name)
          // A cycle is reported once, at the first of the two.
          if isCycle, owners[definition.name] == alias { continue }
          problems.append(.aliasIsName(alias, of: definition.name, in: owner, isCycle: isCycle))
        } else if let former = owners[alias] {
          problems.append(.aliasOfTwo(alias, names: [former, definition.name], in: owner))
        }
        owners[alias] = definition.name
      }
    }
  }

  /// Two properties of a class must not read the same, or a person could not distinguish them.
  static func checkLabels(
    _ definitions: [PropertyDefinition], of owner: String, problems: inout [RegistrationProblem]
  ) {
    let groups = Dictionary(grouping: definitions, by: \.label)
    for definition in definitions where groups[definition.label]?.first?.name == definition.name {
      let names = groups[definition.label]?.map(\.name) ?? []
      if Set(names).count > 1 { problems.append(.duplicateLabel(definition.label, names: names, in: owner)) }
    }
  }
}
