import InspectorKit
import TestSupport
import Testing

@testable import ScenePictures

/// Where the boxes of diagrams lie.
struct DiagramLayoutTests {
  private func tree(_ random: inout SeededGenerator, count: Int, isChain: Bool = false) -> DiagramTree {
    var tree = DiagramTree()
    for number in 0..<count {
      let parent =
        number == 0 || Int.random(in: 0..<9, using: &random) == 0 ? nil : Int.random(in: 0..<number, using: &random)
      let lines = (0...Int.random(in: 0...5, using: &random)).map { DiagramTree.Line("line \($0)") }
      let box = DiagramTree.Box(id: "b\(number)", className: "c", lines: lines, color: .white)
      tree.add(box, below: isChain ? (number == 0 ? nil : number - 1) : parent)
    }
    return tree
  }

  private func sizes(_ tree: DiagramTree, _ random: inout SeededGenerator) -> [Size] {
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
    options.paper = DiagramOptions.Paper(width: 148, height: 210)
    #expect(DiagramPicture(tree, options).pages.count == 1)
    options.isTiled = true
    let pages = DiagramPicture(tree, options).pages.map { String(decoding: $0, as: UTF8.self) }
    #expect(pages.count > 1)
    // Each box is on a sheet at least.
    for box in tree.boxes { #expect(pages.contains { $0.contains("<g id=\"\(box.id)\"") }) }
  }
}
