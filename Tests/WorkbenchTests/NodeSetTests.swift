import SceneDocument
import Testing

@testable import ComponentModel
@testable import SceneQuery
@testable import Workbench

@Suite struct NodeSetTests {
  @Test("holds what a set of numbers holds, in their order")
  func holds() {
    var generator = SystemRandomNumberGenerator()
    let numbers = (0..<500).map { _ in Int.random(in: 0..<3_000, using: &generator) } + [0, 63, 64, 65, 4_095]
    let nodes = numbers.map { NodeIndex($0) }
    var set = NodeSet(nodes)
    #expect(Array(set) == Set(nodes).sorted())
    #expect(set.count == Set(nodes).count)
    #expect((0..<5_000).allSatisfy { set.contains(NodeIndex($0)) == numbers.contains($0) })
    let isNew = (set.insert(63), set.insert(100_000))
    #expect(isNew == (false, true))
    #expect(Array(set).last == 100_000)
    #expect(Array(NodeSet()) == [])
  }
}
