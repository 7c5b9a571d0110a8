public import InspectorKit

/// A diagram of classes or objects: boxes with lines of text, each box with at most one parent.
///
/// ```swift
/// let diagram = try Diagram(library, of: ["View"])
/// let pages = diagram.svg().pages  // one picture
/// ```
public struct Diagram {
  /// A line of text in a box.
  struct Line: Hashable, Sendable {
    /// The roles of lines, which determine their size and style.
    enum Kind {
      case title, subtitle, plain, heading
    }

    var text: String
    var kind: Kind

    init(_ text: String, _ kind: Kind = .plain) { (self.text, self.kind) = (text, kind) }
  }

  /// A box that represents a class, an extension or an object.
  struct Box {
    /// The `id` attribute of the box's group in the picture.
    var id: String

    /// The `class` attribute of the box's group in the picture.
    var className: String
    var lines: [Line]

    /// The colour behind the box's title and subtitles.
    var color: Color

    /// True if the box represents an extension of the class in its parent box, instead of a subclass.
    var isAddition = false

    /// The numbers of the box's children.
    var children: [Int] = []
  }

  /// The boxes by number, with each parent before its children.
  private(set) var boxes: [Box] = []

  /// The numbers of the boxes without a parent.
  private(set) var roots: [Int] = []

  /// The title of the picture, above all boxes.
  var title = ""

  /// The colours of boxes, each with its meaning.
  var legend: [(color: Color, text: String)] = []

  /// True if the lines end at their parent in the hollow arrowhead that shows inheritance.
  var showsInheritance = false

  /// The number of boxes in the diagram.
  public var count: Int { boxes.count }

  /// Returns the diagram as SVG, one text for each sheet, and its size in points.
  public func svg(_ options: DiagramOptions = DiagramOptions()) -> (pages: [[UInt8]], size: Size) {
    let picture = DiagramPicture(self, options)
    return (picture.pages, picture.size)
  }

  /// Adds a box and returns its number.
  ///
  /// - Parameter parent: the number of the box's parent; nil for none.
  @discardableResult
  mutating func add(_ box: Box, below parent: Int?) -> Int {
    let number = boxes.count
    boxes.append(box)
    if let parent { boxes[parent].children.append(number) } else { roots.append(number) }
    return number
  }

  /// The colours for boxes. They differ visibly in print, and black text is readable on them.
  static let colors: [Color] = [
    0xCFE2F3, 0xD9EAD3, 0xFCE5CD, 0xEAD1DC, 0xFFF2CC, 0xD0E0E3, 0xE6E0F0, 0xF4CCCC, 0xDDDDDD, 0xC9E4DE,
  ].map(color)

  private static func color(_ code: Int) -> Color {
    func part(_ shift: Int) -> Double { Double(code >> shift & 0xFF) / 255 }
    return Color(red: part(16), green: part(8), blue: part(0), alpha: 1)
  }
}

/// The options of a diagram: its layout, and the paper on which it is drawn.
public struct DiagramOptions: Sendable {
  /// The size of a sheet, in millimetres; nil for a picture as large as the diagram.
  public var paper: Size?

  /// True to spread the diagram at its natural size over as many sheets as it needs; false to scale it to fit one
  /// sheet. Without paper, the option has no effect.
  public var isTiled = false

  /// The positions of the boxes from Graphviz; nil to arrange them in rows that fit the paper.
  public var placement: DiagramPlacement?

  /// Creates options for a diagram without paper.
  public init() {}
}
