package import ComponentModel
public import InspectorKit
internal import JSONText
package import SceneDocument

/// A diagram of a scene's object tree, with the classes, names and stored attributes of the objects.
public struct SceneDiagram {
  private let tree: DiagramTree

  /// The number of boxes in the diagram.
  public var count: Int { tree.boxes.count }

  /// The maximum number of attributes to show of an object.
  private static let shownAttributes = 4

  /// Collects the objects of a scene.
  ///
  /// - Parameters:
  ///   - root: the object to show with its descendants; nil for the whole scene.
  ///   - depth: the maximum number of levels to show; nil for all.
  package init(_ model: SceneModel, of root: NodeIndex?, depth: Int?) { tree = Self.tree(model, root, depth) }

  /// The boxes as input for Graphviz's `dot`; see ``DiagramPlacement``.
  public var graph: [UInt8] { tree.graph(DiagramPicture.sizes(tree)) }

  /// Returns the diagram as SVG, one text for each sheet, and its size in points.
  public func svg(_ options: DiagramOptions = DiagramOptions()) -> (pages: [[UInt8]], size: Size) {
    let picture = DiagramPicture(tree, options)
    return (picture.pages, picture.size)
  }

  private static func tree(_ model: SceneModel, _ root: NodeIndex?, _ depth: Int?) -> DiagramTree {
    let document = model.document
    var tree = DiagramTree()
    var colors: [String: Color] = [:]
    var boxes: [NodeIndex: Int] = [:]
    var levels: [NodeIndex: Int] = [:]
    var left = 0
    for node in root.map({ $0..<document.afterSubtree($0) }) ?? document.objects {
      let parent = node == root ? nil : document.parent(node)
      let level = parent.flatMap { levels[$0] }.map { $0 + 1 } ?? 1
      levels[node] = level
      guard level <= depth ?? .max else {
        left += 1
        continue
      }
      let plugin = model.binding(of: node)?.owner.name ?? "no plugin"
      let color = colors[plugin] ?? DiagramTree.colors[colors.count % DiagramTree.colors.count]
      colors[plugin] = color
      boxes[node] = tree.add(box(node, model, color), below: parent.flatMap { boxes[$0] })
    }
    let name = root.map { "'\(document.id($0))'" } ?? document.sceneName ?? "Scene"
    let rest = left > 0 ? ", \(left) deeper ones left out" : ""
    tree.title = "\(name): \(pluralised(tree.boxes.count, "object"))\(rest)"
    tree.legend = colors.sorted { $0.key < $1.key }.map { ($0.value, $0.key) }
    return tree
  }

  private static func box(_ node: NodeIndex, _ model: SceneModel, _ color: Color) -> DiagramTree.Box {
    let document = model.document
    var lines: [DiagramTree.Line] = [.init(document.id(node), .title), .init(document.className(node), .subtitle)]
    if let name = document.objectName(node) { lines.append(.init("“\(name)”", .subtitle)) }
    let attributes = model.attributes(of: node).texts
    lines += attributes.prefix(shownAttributes).map { key, raw in
      .init("\(key): \(raw.split(whereSeparator: \.isWhitespace).joined(separator: " "))")
    }
    if attributes.count > shownAttributes { lines.append(.init("… \(attributes.count - shownAttributes) more")) }
    return DiagramTree.Box(id: document.id(node), className: document.className(node), lines: lines, color: color)
  }
}
