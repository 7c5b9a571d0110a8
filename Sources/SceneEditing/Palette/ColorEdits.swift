internal import InspectorKit
internal import JSONText
internal import SceneDocument

/// Edits that give properties of objects the new colours of the names that they use, in the order of the document. Objects
/// of one class with the same properties and colours share them: each costs eight bytes.
struct ColorEdits: RandomAccessCollection {
  /// A property of an object, and the number of the colour that it uses.
  struct Use: Hashable {
    package var place: Int
    package var color: Int
  }

  /// What objects share.
  private struct Shape: Hashable {
    var classID: Int

    /// In the order in which an object stores them.
    var uses: [Use]
  }

  private let model: SceneModel
  private let colors: [Color]
  private var nodes: [UInt32] = []
  private var shapeNumbers: [UInt32] = []

  private var shapes: [Shape] = []
  private var edits: [SameEdit] = []
  private var numbers: [Shape: Int] = [:]

  /// The number of the shape that an object of each class had last.
  private var latest: [Int?]

  init(_ colors: [Color], in model: SceneModel) {
    (self.colors, self.model) = (colors, model)
    latest = Array(repeating: nil, count: model.document.classNames.count)
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { nodes.count }

  package subscript(index: Int) -> ObjectEdit { edits[Int(shapeNumbers[index])].edit(of: NodeIndex(nodes[index])) }

  /// Adds an edit of an object of a known class.
  package mutating func append(_ node: NodeIndex, _ uses: some Collection<Use>) {
    let classID = model.document.classID(node)
    if let number = latest[classID], shapes[number].uses.elementsEqual(uses) { return append(node, number) }
    guard let binding = model.binding(of: node) else { return }
    let shape = Shape(classID: classID, uses: Array(uses))
    let number = numbers[shape] ?? shapes.count
    if number == shapes.count {
      shapes.append(shape)
      let ordered = shape.uses.sorted { $0.place < $1.place }
      edits.append(SameEdit(ordered.map { ($0.place, .value(.color(colors[$0.color]))) }, binding))
    }
    (numbers[shape], latest[classID]) = (number, number)
    append(node, number)
  }

  private mutating func append(_ node: NodeIndex, _ shape: Int) {
    nodes.append(UInt32(node))
    shapeNumbers.append(UInt32(shape))
  }

  /// What an object uses; nothing where it is not edited.
  package func uses(of node: NodeIndex) -> [Use] {
    let place = nodes.partitioningIndex { $0 >= node }
    return place < nodes.count && nodes[place] == node ? shapes[Int(shapeNumbers[place])].uses : []
  }
}
