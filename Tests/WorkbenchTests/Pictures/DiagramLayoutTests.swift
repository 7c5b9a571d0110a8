import InspectorKit
import TestSupport
import Testing

@testable import ScenePictures

/// Tests of the positions of boxes in diagrams.
struct DiagramLayoutTests {
  private func tree(_ random: inout SeededGenerator, count: Int, isChain: Bool = false) -> Diagram {
    var tree = Diagram()
    for number in 0..<count {
      let parent =
        number == 0 || Int.random(in: 0..<9, using: &random) == 0 ? nil : Int.random(in: 0..<number, using: &random)
      let lines = (0...Int.random(in: 0...5, using: &random)).map { Diagram.Line("line \($0)") }
      let box = Diagram.Box(id: "b\(number)", className: "c", lines: lines, color: .white)
      tree.add(box, below: isChain ? (number == 0 ? nil : number - 1) : parent)
    }
    return tree
  }

  private func sizes(_ tree: Diagram, _ random: inout SeededGenerator) -> [Size] {
    tree.boxes.map { _ in
      Size(width: Double.random(in: 20...200, using: &random), height: Double.random(in: 10...150, using: &random))
    }
  }

  @Test(arguments: 0..<60) func noTwoBoxesMeet(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let tree = tree(&random, count: Int.random(in: 1...120, using: &random))
    let sizes = sizes(tree, &random)
    let layout = DiagramLayout.fitting(tree, sizes: sizes, aspect: Double.random(in: 0.4...3, using: &random))
    for (number, frame) in layout.frames.enumerated() {
      #expect(frame.size == sizes[number])
      #expect(frame.x >= 0 && frame.y >= 0)
      #expect(frame.x + frame.width <= layout.size.width + 1e-6 && frame.y + frame.height <= layout.size.height + 1e-6)
      for child in tree.boxes[number].children {
        #expect(layout.frames[child].y > frame.y + frame.height)
        #expect(layout.frames[child].x > frame.x)
      }
      for other in layout.frames[..<number] {
        let isApart =
          frame.x >= other.x + other.width || other.x >= frame.x + frame.width || frame.y >= other.y + other.height
          || other.y >= frame.y + frame.height
        #expect(isApart)
      }
    }
  }

  @Test func aChainOfAnyDepthIsLaidOut() {
    var random = SeededGenerator(seed: 1)
    let tree = tree(&random, count: 100_000, isChain: true)
    let layout = DiagramLayout(tree, sizes: tree.boxes.map { _ in Size(width: 10, height: 10) }, aspect: 1)
    #expect(layout.frames.count == 100_000)
    #expect(layout.size.width > 2_000_000)
  }

  @Test func aDiagramIsSpreadOverItsSheets() {
    var random = SeededGenerator(seed: 2)
    let tree = tree(&random, count: 40)
    var options = DiagramOptions()
    options.paper = Size(width: 148, height: 210)
    #expect(DiagramPicture(tree, options).pages.count == 1)
    options.isTiled = true
    let pages = DiagramPicture(tree, options).pages.map { String(decoding: $0, as: UTF8.self) }
    #expect(pages.count > 1)
    // Each box is on a sheet at least.
    for box in tree.boxes { #expect(pages.contains { $0.contains("<g id=\"\(box.id)\"") }) }
  }

  @Test func graphvizPlacesTheBoxes() {
    var tree = Diagram()
    for number in 0..<3 {
      tree.add(Diagram.Box(id: "b\(number)", className: "c", lines: [], color: .white), below: number > 0 ? 0 : nil)
    }
    let sizes = [Size(width: 72, height: 36), Size(width: 144, height: 72), Size(width: 36, height: 36)]
    let graph = String(decoding: tree.graph(sizes), as: UTF8.self)
    #expect(graph.contains("b1 [width=2.0, height=1.0]\n") && graph.contains("b0 -> b2\n"))
    let plain = """
      graph 1 4 3
      node b0 1 2.75 1 0.5 "" solid box black lightgrey
      node b1 1 1.5 2 1 "" solid box black lightgrey
      node b2 3.5 1.5 0.5 0.5 "" solid box black lightgrey
      edge b0 b1 4 1 2.5 1 2.25 1 2.25 1 2 solid black
      stop

      """
    let placement = DiagramPlacement(plain: Array(plain.utf8))
    let layout = placement.flatMap { DiagramLayout($0, sizes: sizes) }
    #expect(layout?.size == Size(width: 288, height: 216))
    #expect(layout?.frames.map { [$0.x, $0.y] } == [[36, 0], [0, 72], [234, 90]])
    #expect(layout?.trunk(of: 0) == Point(x: 72, y: 36))
    #expect(layout?.lines.count == 1)
  }

  @Test(arguments: [
    "", "stop", "graph 1 2", "graph 1 2 x", "graph 1 2 3\nnode c0 1 1", "graph 1 2 3\nnode b0 1 nan",
    "graph 1 2 3\nedge b0 b1 3 1 1 1 1 1 1", "graph 1 2 3\nedge b0 b1 4 1 1", "graph 1 2 3\nedge", "graph 1 2 3\nnode",
  ])
  func whatIsNoLayoutIsNone(plain: String) { #expect(DiagramPlacement(plain: Array(plain.utf8)) == nil) }

  @Test func aLayoutWithoutABoxIsNone() {
    let placement = DiagramPlacement(plain: Array("graph 1 2 3\nnode b1 1 1 1 1".utf8))
    #expect(placement.flatMap { DiagramLayout($0, sizes: [Size(width: 1, height: 1)]) } == nil)
  }
}
