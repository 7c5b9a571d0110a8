internal import InspectorKit
internal import JSONText
internal import SceneDocument

/// Edits that give properties of objects the new colours of the names that they use, in the order of the document. Objects
/// of one class with the same properties and colours share them: each costs eight bytes.
struct ColorEdits: RandomAccessCollection {
  /// A property of an object, and the number of the colour that it uses.
  struct Use: Hashable {
    var place: Int
    var color: Int
  }

  private let document: SceneDocument
  private let colors: [Color]
  private var nodes: [UInt32] = []

  /// The number of what each object uses, and of its edit.
  private var numbers: [UInt32] = []

  /// The properties of each are in the order in which an object stores them.
  private var shared: SharedPlaces<Use>
  private var edits: [SameEdit] = []

  init(_ colors: [Color], in document: SceneDocument) {
    (self.colors, self.document) = (colors, document)
    shared = SharedPlaces(classCount: document.classNames.count)
  }

  var startIndex: Int { 0 }
  var endIndex: Int { nodes.count }

  subscript(index: Int) -> ObjectEdit { edits[Int(numbers[index])].edit(of: NodeIndex(nodes[index])) }

  /// Adds an edit of an object of a known class.
  mutating func append(_ node: NodeIndex, _ uses: some Collection<Use>, _ binding: ClassBinding) {
    let number = shared.number(ofClass: document.classID(node), uses)
    if number == edits.count {
      let ordered = uses.sorted { $0.place < $1.place }
      edits.append(SameEdit(ordered.map { ($0.place, .value(.color(colors[$0.color]))) }, binding))
    }
    nodes.append(UInt32(node))
    numbers.append(UInt32(number))
  }

  /// What an object uses; nothing where it is not edited.
  func uses(of node: NodeIndex) -> [Use] {
    nodes.sortedIndex(of: UInt32(node)).map { shared.lists[Int(numbers[$0])].places } ?? []
  }
}
