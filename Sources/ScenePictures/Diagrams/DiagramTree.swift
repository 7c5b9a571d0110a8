public import InspectorKit

/// The content of a diagram: boxes with lines of text, each with at most one parent.
struct DiagramTree {
  /// A line of text in a box.
  struct Line: Hashable, Sendable {
    enum Kind {
      case title, subtitle, plain, heading
    }

    var text: String
    var kind: Kind

    init(_ text: String, _ kind: Kind = .plain) { (self.text, self.kind) = (text, kind) }
  }

  /// A box, such as a class or an object.
  struct Box {
    /// The id of the box's group in the picture.
    var id: String
    var className: String
    var lines: [Line]

    /// The colour of the box's head.
    var color: Color

    /// True if the box adds to its parent instead of extending it.
    var isAddition = false

    /// The numbers of the boxes below it.
    var children: [Int] = []
  }

  /// The boxes, with each parent before its children.
  private(set) var boxes: [Box] = []

  /// The numbers of the boxes without a parent.
  private(set) var roots: [Int] = []

  /// The title of the picture, above all boxes.
  var title = ""

  /// The meanings of the head colours.
  var legend: [(color: Color, text: String)] = []

  /// True if lines end in the hollow arrow of inheritance.
  var showsInheritance = false

  init() {}

  /// Adds a box and returns its number.
  @discardableResult
  mutating func add(_ box: Box, below parent: Int?) -> Int {
    let number = boxes.count
    boxes.append(box)
    if let parent { boxes[parent].children.append(number) } else { roots.append(number) }
    return number
  }

  /// The head colours, which differ in print and leave black text readable.
  static let colors: [Color] = [
    0xCFE2F3, 0xD9EAD3, 0xFCE5CD, 0xEAD1DC, 0xFFF2CC, 0xD0E0E3, 0xE6E0F0, 0xF4CCCC, 0xDDDDDD, 0xC9E4DE,
  ].map(color)

  private static func color(_ code: Int) -> Color {
    func part(_ shift: Int) -> Double { Double(code >> shift & 0xFF) / 255 }
    return Color(red: part(16), green: part(8), blue: part(0), alpha: 1)
  }
}

/// The layout of a diagram and the paper that it is drawn on.
public struct DiagramOptions: Sendable {
  /// The sheet, in millimetres; nil for a picture as large as the diagram.
  public var paper: Size?

  /// True if the diagram is spread at its natural size over as many sheets as it needs.
  public var isTiled = false

  /// The positions of the boxes from Graphviz; nil to arrange them in rows that fit the paper.
  public var placement: DiagramPlacement?

  /// Creates options for a diagram without paper.
  public init() {}
}
