internal import InspectorKit
internal import JSONText
internal import SceneDocument

/// Edits that give properties of objects the new colours of the names that they use, in the order of the document. Objects
/// with the same properties and colours share them: each costs eight bytes.
struct ColorEdits: RandomAccessCollection {
  /// A property of an object, and the number of the colour that it uses.
  struct Use: Hashable {
    package var place: Int
    package var color: Int
  }

  private let colors: [Color]
  private var nodes: [UInt32] = []
  private var shapes: [UInt32] = []
  private var usesOfShapes: [[Use]] = []
  private var cells: [[(place: Int, cell: StoredCell)]] = []
  private var shapeOfUses: [[Use]: UInt32] = [:]

  init(_ colors: [Color]) { self.colors = colors }

  package var startIndex: Int { 0 }
  package var endIndex: Int { nodes.count }

  package subscript(index: Int) -> ObjectEdit { ObjectEdit(NodeIndex(nodes[index]), cells: cells[Int(shapes[index])]) }

  package mutating func append(_ node: NodeIndex, _ uses: [Use]) {
    let shape = shapeOfUses[uses] ?? UInt32(usesOfShapes.count)
    if shape == usesOfShapes.count {
      let ordered = uses.sorted { $0.place < $1.place }
      usesOfShapes.append(ordered)
      cells.append(ordered.map { ($0.place, .value(.color(colors[$0.color]))) })
      shapeOfUses[uses] = shape
    }
    nodes.append(UInt32(node))
    shapes.append(shape)
  }

  /// What an object uses; nothing where it is not edited.
  package func uses(of node: NodeIndex) -> [Use] {
    let place = nodes.partitioningIndex { $0 >= node }
    return place < nodes.count && nodes[place] == node ? usesOfShapes[Int(shapes[place])] : []
  }
}
