internal import InspectorKit
internal import SceneDocument

/// Edits that give properties of objects a colour anew, in the order of the document. Objects with the same properties
/// share what they are given: each costs eight bytes.
struct ColorEdits: RandomAccessCollection {
  private var nodes: [UInt32] = []
  private var shapes: [UInt32] = []
  private var cells: [[(place: Int, cell: StoredCell)]] = []
  private var shapeOfPlaces: [[Int]: UInt32] = [:]

  var startIndex: Int { 0 }
  var endIndex: Int { nodes.count }

  subscript(index: Int) -> ObjectEdit { ObjectEdit(NodeIndex(nodes[index]), cells: cells[Int(shapes[index])]) }

  /// - Parameter new: the same colour for all objects.
  mutating func append(_ node: NodeIndex, _ new: [(place: Int, cell: StoredCell)]) {
    let places = new.map(\.place)
    let shape = shapeOfPlaces[places] ?? UInt32(cells.count)
    if shape == cells.count {
      cells.append(new.sorted { $0.place < $1.place })
      shapeOfPlaces[places] = shape
    }
    nodes.append(UInt32(node))
    shapes.append(shape)
  }
}
