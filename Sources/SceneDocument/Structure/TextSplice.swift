/// A span of the document's text that a structural edit replaces.
struct TextSplice {
  /// What stands in its place.
  enum Part {
    case bytes([UInt8])
    /// An object from elsewhere in the document, with all that the edit changes within it.
    case moved(NodeIndex, to: Indent)
    /// An object as it was before the edit, with an id for it and for each object that it holds.
    case copy(NodeIndex, ids: [String], to: Indent, change: Int)
    /// A new object's text, laid out already, and how many objects it holds.
    case inserted([UInt8], objects: Int, change: Int)
  }

  /// How the lines of an object are indented where it comes to stand.
  enum Indent {
    case blanks([UInt8])
    /// The indentation of the line that holds this offset; read only for an object that has several lines.
    case line(of: Int)
  }

  /// The order of splices that insert at the same offset. Attributes that an edit inserted stand between.
  enum Order: Int, Comparable {
    case beforeAttributes, afterAttributes

    static func < (a: Order, b: Order) -> Bool { a.rawValue < b.rawValue }
  }

  var start: Int
  var end: Int
  /// The object whose text holds the span directly; -1 for the scene.
  var owner: Int
  var order = Order.beforeAttributes
  var parts: [Part]

  /// Outer spans come before those that they hold.
  static func < (a: TextSplice, b: TextSplice) -> Bool {
    (a.start, -a.end, a.order) < (b.start, -b.end, b.order)
  }
}
