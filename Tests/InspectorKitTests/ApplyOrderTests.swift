import TestSupport
import Testing

@testable import InspectorKit

/// Tests of the order in which properties are applied: by declaration, each after its dependencies.
@Suite struct ApplyOrderTests {
  @Test(arguments: 0..<100) func itIsThatOfTakingTheFirstThatIsReady(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let count = Int.random(in: 0..<20, using: &random)
    let definitions = (0..<count).map { number in
      PropertyDefinition(
        name: "p\(number)", label: "P", type: .int, isOptional: false, declaringClass: "C",
        dependsOn: (0..<Int.random(in: 0..<3, using: &random)).map { _ in
          "p\(Int.random(in: 0...count, using: &random))"
        })
    }
    var problems: [RegistrationProblem] = []
    let order = ComponentDefinition.applyOrder(of: definitions, in: "C", problems: &problems)
    var expected: [Int] = []
    while let next = definitions.indices.first(where: { place in
      !expected.contains(place)
        && definitions[place].dependsOn.allSatisfy { name in
          definitions.firstIndex { $0.name == name }.map(expected.contains) ?? true
        }
    }) {
      expected.append(next)
    }
    #expect(order == expected)
    #expect(problems.isEmpty == (order.count == count))
  }
}
