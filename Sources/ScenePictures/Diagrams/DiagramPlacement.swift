internal import InspectorKit

/// The positions that Graphviz computes for a diagram's boxes and the lines between them.
///
/// ```swift
/// // `diagram.graph` is given to `dot -Tplain`, whose output is `plain`.
/// options.placement = DiagramPlacement(plain: plain)
/// ```
public struct DiagramPlacement: Sendable {
  /// The centre of each box, by the box's number in the diagram.
  let middles: [Int: Point]

  /// The lines, each from a box to one of its children.
  let lines: [Path]
  let size: Size

  /// The number of points in an inch; Graphviz measures in inches.
  private static let inch = 72.0

  /// Parses the output of `dot -Tplain` (https://graphviz.org/docs/outputs/plain/); nil if the text is not in that
  /// format.
  public init?(plain: [UInt8]) {
    var (size, middles, lines): (Size?, [Int: Point], [Path]) = (nil, [:], [])
    for line in String(decoding: plain, as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ")
      /// Parses two words of the line as coordinates in inches from the lower left corner, and returns the same
      /// location in points from the upper left corner; nil if they are not finite numbers.
      func point(_ index: Int) -> Point? {
        guard index + 1 < words.count, let x = Double(words[index]), let y = Double(words[index + 1]),
          x.isFinite, y.isFinite
        else { return nil }
        return Point(x: x * Self.inch, y: (size?.height ?? 0) - y * Self.inch)
      }
      switch words.first {
      case "graph":
        guard let corner = point(2) else { return nil }
        size = Size(width: corner.x, height: -corner.y)
      case "node":
        // A box's name is `b` and its number.
        guard words.count > 1, words[1].hasPrefix("b"), let number = Int(words[1].dropFirst()), let middle = point(2)
        else { return nil }
        middles[number] = middle
      case "edge":
        guard words.count > 3, let count = Int(words[3]), count > 3, count % 3 == 1, words.count >= 4 + 2 * count else {
          return nil
        }
        let points = (0..<count).compactMap { point(4 + 2 * $0) }
        guard points.count == count else { return nil }
        var path = Path()
        path.move(to: points[0])
        for start in stride(from: 1, to: count, by: 3) {
          path.addCurve(to: points[start + 2], control1: points[start], control2: points[start + 1])
        }
        lines.append(path)
      default: break
      }
    }
    guard let size else { return nil }
    (self.size, self.middles, self.lines) = (size, middles, lines)
  }
}

extension Diagram {
  /// The boxes and their parents in the language of Graphviz's `dot`, with the boxes' sizes and without their texts;
  /// see ``DiagramPlacement``.
  public var graph: [UInt8] { graph(boxes.map(DiagramPicture.size)) }

  /// Returns the graph for boxes of the given sizes, in points.
  func graph(_ sizes: [Size]) -> [UInt8] {
    var text = """
      digraph {
      graph [nodesep=0.25, ranksep=0.7, splines=polyline]
      node [shape=box, fixedsize=true, label=""]
      edge [dir=none, tailport=s, headport=n]

      """
    for (number, size) in sizes.enumerated() {
      text += "b\(number) [width=\(size.width / 72), height=\(size.height / 72)]\n"
    }
    for (number, box) in boxes.enumerated() {
      for child in box.children { text += "b\(number) -> b\(child)\n" }
    }
    return Array("\(text)}\n".utf8)
  }
}
