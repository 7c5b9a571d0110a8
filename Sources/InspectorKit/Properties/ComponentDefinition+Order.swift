import JSONText

extension ComponentDefinition {
  /// The indices of the properties in the order in which stored attributes are applied. The order is that of
  /// declaration, with two exceptions: a property follows the properties on which it depends, and the aliases of an
  /// extension come first.
  package var applyOrder: [Int] {
    // Registration has already refused dependency cycles.
    var problems: [RegistrationProblem] = []
    return Self.applyOrder(of: properties, in: name, problems: &problems)
  }

  /// Returns the indices of properties in the order in which they are set; see ``applyOrder``. If properties depend on
  /// each other in a cycle, adds a problem and leaves out the properties of the cycle and those that depend on them.
  static func applyOrder(
    of definitions: [PropertyDefinition], in owner: String, problems: inout [RegistrationProblem]
  ) -> [Int] {
    let places = Dictionary(definitions.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    // An extension's setters read and write its aliases, so the aliases are set first.
    let targets = definitions.indices.filter { definitions[$0].aliasOf != nil }
    // For each property, the number of properties that must be set before it, and the properties that must be set
    // after it.
    var missing = [Int](repeating: 0, count: definitions.count)
    var waiting = [[Int]](repeating: [], count: definitions.count)
    for (place, definition) in definitions.enumerated() {
      let before = definition.aliasOf == nil ? targets : []
      for other in Set(definition.dependsOn.compactMap { places[$0] } + before) {
        missing[place] += 1
        waiting[other].append(place)
      }
    }
    // The properties that can be set next, in descending order.
    var ready = Array(definitions.indices.filter { missing[$0] == 0 }.reversed())
    var order: [Int] = []
    var done = Set<Int>()
    while let next = ready.popLast() {
      order.append(next)
      done.insert(next)
      for place in waiting[next] {
        missing[place] -= 1
        if missing[place] == 0 { ready.insert(place, at: ready.partitioningIndex { $0 < place }) }
      }
    }
    if let start = definitions.indices.first(where: { !done.contains($0) }) {
      problems.append(.dependencyCycle(ring(from: start, definitions, places: places, done: done), in: owner))
    }
    return order
  }

  /// Returns the names of the properties in a dependency cycle; the first name is repeated at the end. Follows
  /// dependencies from `start` until a property repeats.
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
