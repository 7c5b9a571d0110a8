extension ComponentType {
  /// A declared property as a definition, its own mistakes noted.
  static func definition(
    of property: DeclaredProperty, among names: PropertyNames, context: PluginContext,
    problems: inout [RegistrationProblem]
  ) -> PropertyDefinition {
    let (name, owner, type) = (property.name, property.declaringClass, property.kind.type)
    let metadata = property.metadata
    var definition = PropertyDefinition(
      name: name, label: metadata.label ?? context.label(for: name), type: type,
      isOptional: property.kind.isOptional, declaringClass: owner, help: metadata.help,
      range: metadata.range?.intersection(property.kind.range) ?? property.kind.range,
      options: metadata.options ?? [], dependsOn: metadata.dependsOn,
      // A rule is the plugin's own code, so a property that has one is never left to the host alone.
      isObserved: property.isObserved || !metadata.rules.isEmpty)
    definition.softRange = metadata.softRange
    definition.step = metadata.step
    definition.unit = metadata.unit
    definition.group = metadata.group
    definition.order = metadata.order
    definition.isReadOnly = metadata.isReadOnly
    definition.aliases = metadata.aliases
    definition.isRequired = metadata.isRequired
    definition.rules = metadata.rules
    definition.visibleWhen = metadata.visibleWhen
    definition.enabledWhen = metadata.enabledWhen
    definition.since = metadata.since
    definition.deprecated = metadata.deprecated
    problems += definition.problems(among: names, rules: context.rules.keys)
    return definition
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

  /// The default must be a value that a person could set.
  static func checkDefault(of definition: PropertyDefinition, problems: inout [RegistrationProblem]) {
    guard let value = definition.defaultValue else { return }
    let (name, owner) = (definition.name, definition.declaringClass)
    if let words = value.notFinite {
      problems.append(.defaultNotFinite(name, in: owner, words: words))
      return
    }
    // Problems of the range or the options themselves were reported already.
    if let range = definition.range, !range.isEmpty, !range.contains(value) {
      problems.append(.defaultRange(name, in: owner, value: value, range: range))
    }
    let options = definition.options.map(\.value).filter { $0.type == definition.type }
    if !options.isEmpty, !options.contains(value) {
      problems.append(.defaultOption(name, in: owner, value: value, options: options))
    }
  }

  /// The order of declaration, each property after those it depends on.
  static func applyOrder(
    of definitions: [PropertyDefinition], in owner: String, problems: inout [RegistrationProblem]
  ) -> [Int] {
    let places = Dictionary(definitions.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    // How many others each still waits for, and which wait for it.
    var missing = [Int](repeating: 0, count: definitions.count)
    var waiting = [[Int]](repeating: [], count: definitions.count)
    for (place, definition) in definitions.enumerated() {
      for other in Set(definition.dependsOn.compactMap { places[$0] }) {
        missing[place] += 1
        waiting[other].append(place)
      }
    }
    var ready = LowestFirst(definitions.indices.filter { missing[$0] == 0 })
    var order: [Int] = []
    var done = Set<Int>()
    while let next = ready.pop() {
      order.append(next)
      done.insert(next)
      for place in waiting[next] {
        missing[place] -= 1
        if missing[place] == 0 { ready.push(place) }
      }
    }
    if let start = definitions.indices.first(where: { !done.contains($0) }) {
      problems.append(.dependencyCycle(ring(from: start, definitions, places: places, done: done), in: owner))
    }
    return order
  }

  /// Follows unfinished dependencies until one repeats.
  private static func ring(
    from start: Int, _ definitions: [PropertyDefinition], places: [String: Int], done: Set<Int>
  ) -> [String] {
    var path = [start]
    var positions = [start: 0]
    while let next = definitions[path[path.count - 1]].dependsOn.lazy.compactMap({ places[$0] }).first(where: {
      !done.contains($0)
    }) {
      path.append(next)
      if let first = positions.updateValue(path.count - 1, forKey: next) {
        return path[first...].map { definitions[$0].name }
      }
    }
    return path.map { definitions[$0].name }
  }
}

/// Numbers of which the lowest is taken first: a binary heap.
private struct LowestFirst {
  private var numbers: [Int] = []

  /// - Parameter numbers: in ascending order.
  init(_ numbers: [Int]) { self.numbers = numbers }

  mutating func push(_ number: Int) {
    numbers.append(number)
    var place = numbers.count - 1
    while place > 0, numbers[place] < numbers[(place - 1) / 2] {
      numbers.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  mutating func pop() -> Int? {
    guard let lowest = numbers.first, let last = numbers.popLast() else { return nil }
    guard !numbers.isEmpty else { return lowest }
    numbers[0] = last
    var place = 0
    while true {
      var least = place
      for child in [2 * place + 1, 2 * place + 2] where child < numbers.count && numbers[child] < numbers[least] {
        least = child
      }
      if least == place { return lowest }
      numbers.swapAt(place, least)
      place = least
    }
  }
}
