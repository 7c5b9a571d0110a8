extension ComponentDefinition {
  /// The indices of the properties in the order in which stored attributes are applied: the order of declaration, each
  /// after those it depends on.
  package var applyOrder: [Int] {
    // Registration has already refused dependency cycles.
    var problems: [RegistrationProblem] = []
    return Self.applyOrder(of: properties, in: name, problems: &problems)
  }

  /// Returns the indices in the order of declaration, each property after those it depends on.
  static func applyOrder(
    of definitions: [PropertyDefinition], in owner: String, problems: inout [RegistrationProblem]
  ) -> [Int] {
    let places = Dictionary(definitions.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    // An extension's setters work with its aliases, so these are set first.
    let targets = definitions.indices.filter { definitions[$0].aliasOf != nil }
    // The number of properties that each one still waits for, and the properties that wait for it.
    var missing = [Int](repeating: 0, count: definitions.count)
    var waiting = [[Int]](repeating: [], count: definitions.count)
    for (place, definition) in definitions.enumerated() {
      let before = definition.aliasOf == nil ? targets : []
      for other in Set(definition.dependsOn.compactMap { places[$0] } + before) {
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

  /// Follows unfinished dependencies until one repeats, and returns the names of the cycle.
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

/// A binary heap of numbers that returns the lowest first.
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
