internal import InspectorKit

/// What a diagram shows: boxes with lines of text, each below another one or none.
struct DiagramTree {
  /// A line of a box.
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
    /// What its group in the picture is called.
    var id: String
    var className: String
    var lines: [Line]

    /// The colour of its head.
    var color: Color

    /// Whether it adds to the box above, and does not extend it.
    var isAddition = false

    /// The boxes below it.
    var children: [Int] = []
  }

  /// Parents before what is below them.
  private(set) var boxes: [Box] = []

  /// The boxes that are below none.
  private(set) var roots: [Int] = []

  /// What the picture is of, above all boxes.
  var title = ""

  /// What colours of heads mean.
  var legend: [(color: Color, text: String)] = []

  /// Whether lines end in the hollow arrow of inheritance.
  var showsInheritance = false

  init() {}

  /// Adds a box, and answers its number.
  @discardableResult
  mutating func add(_ box: Box, below parent: Int?) -> Int {
    let number = boxes.count
    boxes.append(box)
    if let parent { boxes[parent].children.append(number) } else { roots.append(number) }
    return number
  }

  /// Colours of heads that differ in print, and their black text on them.
  static let colors: [Color] = [
    0xCFE2F3, 0xD9EAD3, 0xFCE5CD, 0xEAD1DC, 0xFFF2CC, 0xD0E0E3, 0xE6E0F0, 0xF4CCCC, 0xDDDDDD, 0xC9E4DE,
  ].map(color)

  private static func color(_ code: Int) -> Color {
    func part(_ shift: Int) -> Double { Double(code >> shift & 0xFF) / 255 }
    return Color(red: part(16), green: part(8), blue: part(0), alpha: 1)
  }
}

/// How a diagram is laid out and what it is put on.
public struct DiagramOptions: Sendable {
  /// A sheet, in millimetres.
  public struct Paper: Hashable, Sendable {
    /// How wide it is.
    public var width: Double

    /// How high it is.
    public var height: Double

    /// A sheet of that size, in millimetres.
    public init(width: Double, height: Double) { (self.width, self.height) = (width, height) }
  }

  /// The sheet; nil for a picture as large as the diagram.
  public var paper: Paper?

  /// Whether the diagram is spread over as many sheets as it needs, at its natural size.
  public var isTiled = false

  /// Where Graphviz puts the boxes; nil where they are put in rows, which are made to fit the paper.
  public var placement: DiagramPlacement?

  /// A diagram without paper.
  public init() {}
}
