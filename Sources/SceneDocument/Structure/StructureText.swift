import JSONText

/// The text of a document after a structural edit and the earlier attribute edits, with the map from old to new object
/// numbers.
struct StructureText {
  private enum Piece {
    case original(Range<Int>)
    case edited(Overlay.Entry)
    case bytes([UInt8])
  }

  private let document: SceneDocument
  private let splices: [TextSplice]
  private let entries: [Overlay.Entry]

  /// The new ids of renamed objects, by the old ones.
  private let renamed: [ExactText: String]
  private var pieces: [Piece] = []

  /// The length of the text in bytes.
  private(set) var count = 0
  private(set) var map = NodeMap()
  /// The new numbers of copied and inserted objects, by the index of the change that inserts them.
  private(set) var arrivals: [Int: NodeIndex] = [:]
  private(set) var former: FormerText

  init(_ document: SceneDocument, _ splices: [TextSplice], renamed: [ExactText: String]) {
    self.document = document
    self.renamed = renamed
    self.splices = splices.sorted(by: <)
    entries = document.overlay.sorted
    former = FormerText(
      overlay: document.overlay, generation: document.generation, present: document.indexed.lastGeneration + 1)
    walk(0..<document.original.count, self.splices[...], owners: nil, .whole)
    map.finish(oldCount: document.objectCount)
  }

  /// Writes the text into memory, which must have room for `count` bytes.
  func write(to bytes: TextBytes) {
    var offset = 0
    for piece in pieces {
      withBytes(of: piece) {
        bytes.write($0, at: offset)
        offset += $0.count
      }
    }
  }

  // MARK: Walking

  /// The kind of span that is walked: the whole text, a moved object, or a copied object.
  private enum Walk {
    case whole, move, copy
  }

  private mutating func walk(
    _ range: Range<Int>, _ splices: ArraySlice<TextSplice>, owners: Range<NodeIndex>?, _ kind: Walk
  ) {
    var cursor = range.lowerBound
    var entry = entries.partitioningIndex { $0.start >= range.lowerBound }
    for splice in splices where splice.start >= cursor && splice.end <= range.upperBound {
      if let owners, !(splice.owner.map(owners.contains) ?? false) { continue }
      let isAfter = splice.order == .afterAttributes || splice.end > splice.start
      takeOriginal(cursor..<splice.start, &entry, takesInsertions: isAfter, kind)
      let start = count
      for part in splice.parts { take(part) }
      if kind == .whole { former.add(start: start, end: count, old: document.text(splice.start..<splice.end)) }
      cursor = splice.end
      // The attribute edits within the replaced span are skipped.
      while entry < entries.count, entries[entry].start < cursor { entry += 1 }
    }
    takeOriginal(cursor..<range.upperBound, &entry, takesInsertions: true, kind)
  }

  /// Appends a span of the original text, with the attribute edits in it. Adds the objects of the span to `map`, unless
  /// the span is copied.
  ///
  /// - Parameters:
  ///   - next: the index of the next attribute edit; on return, that of the first one after the span.
  ///   - takesInsertions: true if an attribute edit that inserts text at the end of the span belongs to the span.
  private mutating func takeOriginal(
    _ range: Range<Int>, _ next: inout Int, takesInsertions: Bool, _ kind: Walk
  ) {
    var cursor = range.lowerBound
    while next < entries.count {
      let entry = entries[next]
      guard entry.start < range.upperBound || (takesInsertions && entry.end == range.upperBound) else { break }
      add(.original(cursor..<entry.start), entry.start - cursor)
      let start = count
      add(.edited(entry), entry.text.count)
      if kind == .whole { former.add(start: start, end: count, old: document.text(entry.start..<entry.end)) }
      cursor = entry.end
      next += 1
    }
    add(.original(cursor..<range.upperBound), range.upperBound - cursor)
    guard kind != .copy else { return }
    let first = document.firstNode(from: range.lowerBound)
    map.append(old: first, count: document.firstNode(from: range.upperBound) - first)
  }

  private mutating func take(_ part: TextSplice.Part) {
    switch part {
    case .bytes(let text): add(.bytes(text), text.count)
    case .inserted(let text, let objects, let change):
      arrivals[change] = NodeIndex(map.count)
      map.append(old: nil, count: objects)
      add(.bytes(text), text.count)
    case .moved(let node, let indent):
      takeObject(node, indent, splices(within: node), .move)
    case .copy(let node, let ids, let indent, let change):
      arrivals[change] = NodeIndex(map.count)
      map.append(old: nil, count: ids.count)
      takeObject(node, indent, splices(copying: node, ids).sorted(by: <)[...], .copy)
    }
  }

  /// Returns the splices that turn the text of an object into that of its copy: they replace the ids, and the
  /// references to these ids.
  private func splices(copying node: NodeIndex, _ ids: [String]) -> [TextSplice] {
    let copied = node..<document.afterSubtree(node)
    var splices = zip(copied, ids).map { document.splice(id: $1, of: $0) }
    guard copied.contains(where: { document.hasConstraints($0) }) else { return splices }
    var names = renamed
    for (member, id) in zip(copied, ids).reversed() { names[ExactText(document.id(member))] = id }
    for member in copied { splices += document.splices(following: names, in: member) }
    return splices
  }

  private func splices(within node: NodeIndex) -> ArraySlice<TextSplice> {
    let first = splices.partitioningIndex { $0.start >= document.objectOffset(node) }
    let last = splices.partitioningIndex { $0.start >= document.objectEnd(node) }
    return splices[first..<max(first, last)]
  }

  private mutating func takeObject(
    _ node: NodeIndex, _ indent: TextSplice.Indent, _ splices: ArraySlice<TextSplice>, _ kind: Walk
  ) {
    let (outer, start) = (pieces, count)
    pieces = []
    walk(
      document.objectOffset(node)..<document.objectEnd(node), splices, owners: node..<document.afterSubtree(node), kind)
    let inner = pieces
    pieces = outer
    if inner.contains(where: { withBytes(of: $0) { $0.contains(0x0A) } }) {
      let old = Indentation.line(of: document.objectOffset(node), in: document.base)
      let new =
        switch indent {
        case .blanks(let blanks): blanks
        case .line(let offset): Indentation.line(of: offset, in: document.base)
        }
      if old != new {
        count = start
        var text: [UInt8] = []
        for piece in inner { withBytes(of: piece) { text += $0 } }
        text = Indentation.moved(text, from: old, to: new)
        return add(.bytes(text), text.count)
      }
    }
    pieces += inner
  }

  // MARK: Pieces

  private mutating func add(_ piece: Piece, _ size: Int) {
    guard size > 0 else { return }
    pieces.append(piece)
    count += size
  }

  private func withBytes<R>(of piece: Piece, _ body: (UnsafeRawBufferPointer) -> R) -> R {
    switch piece {
    case .original(let range): body(document.text(range))
    case .edited(let entry): body(entry.text)
    case .bytes(let text): text.withUnsafeBytes(body)
    }
  }
}

extension SceneDocument {
  /// Returns the first object that begins at or after an offset; the end of `objects` if there is none.
  fileprivate func firstNode(from offset: Int) -> NodeIndex {
    objects.partitioningIndex { objectOffset($0) >= offset }
  }

  /// Returns the splice that changes an object's id.
  func splice(id: String, of node: NodeIndex) -> TextSplice {
    let start = idOffset(node)
    let end = TrustedText.closingQuote(base + start + 1) - base + 1
    return TextSplice(start: start, end: end, owner: node, parts: [.bytes(JSONString.quoted(id))])
  }
}

/// A replacement of a span of the document's text, made by a structural edit.
struct TextSplice {
  /// A part of the replacement.
  enum Part {
    case bytes([UInt8])
    /// An object from a different place in the document, with all changes that the edit makes within it.
    case moved(NodeIndex, to: Indent)
    /// A copy of an object as it was before the edit, with ids for the copy and its descendants.
    case copy(NodeIndex, ids: [String], to: Indent, change: Int)
    /// The formatted text of a new object, the number of objects in it, and the index of the change that inserts it.
    case inserted([UInt8], objects: Int, change: Int)
  }

  /// The indentation of an object's lines in its new place.
  enum Indent {
    case blanks([UInt8])
    /// The indentation of the line at this offset. The line is examined only if the object has several lines.
    case line(of: Int)
  }

  /// The order of splices that insert text at the same offset: before or after the `attributes` that an earlier edit
  /// may have inserted there.
  enum Order: Comparable {
    case beforeAttributes, afterAttributes
  }

  var start: Int
  var end: Int
  /// The innermost object whose text contains the span; nil if the span is outside all objects.
  var owner: NodeIndex?
  var order = Order.beforeAttributes
  var parts: [Part]

  /// Orders splices by their start; a longer span precedes a shorter one with the same start.
  static func < (a: TextSplice, b: TextSplice) -> Bool {
    (a.start, -a.end, a.order) < (b.start, -b.end, b.order)
  }
}
