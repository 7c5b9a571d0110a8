import JSONText

/// A working copy of a foreign document, to which structural edits are applied one after the other.
struct ForeignStructure {
  /// The text after the edits made so far.
  private(set) var text: [UInt8]
  private(set) var scene: ForeignScene

  /// The origin of each object in the current text.
  private(set) var origins: [Origin] {
    didSet { numbers = Self.numbers(origins) }
  }

  /// The current numbers of the original objects, keyed by their original numbers.
  private var numbers: [NodeIndex: Int]

  /// The objects that the edit moves, by their original numbers.
  let moving: Set<NodeIndex>

  let format: any ForeignFormat
  private var bytes: TextBytes

  /// The origin of an object in the current text.
  enum Origin: Equatable {
    /// An object of the original document.
    case old(NodeIndex)
    /// A copy or new object that a change inserted.
    case new(change: Int)
    /// A descendant of a copied or new object.
    case inner
  }

  /// A piece of a replacement: a span of the current text with its objects, a copied or new object, or plain text.
  enum Piece {
    case span(Range<Int>)
    case copy([UInt8], change: Int)
    case text([UInt8])
  }

  /// Creates a working copy with the current text of a document.
  ///
  /// - Parameters:
  ///   - count: the number of the document's objects.
  ///   - changes: all changes of the edit.
  init(
    _ text: [UInt8], _ format: any ForeignFormat, _ count: Int, for changes: [StructureChange]
  ) throws(ForeignRefusal) {
    (self.text, self.format) = (text, format)
    moving = Set(changes.compactMap { if case .move(let node, _) = $0 { node } else { nil } })
    (bytes, scene) = try Self.read(text, format)
    guard scene.objects.count == count else { throw .changedByEdit }
    origins = (0..<count).map { .old(NodeIndex($0)) }
    numbers = Self.numbers(origins)
  }

  private static func read(
    _ text: [UInt8], _ format: any ForeignFormat
  ) throws(ForeignRefusal) -> (TextBytes, ForeignScene) {
    guard let bytes = TextBytes(text) else { throw .noMemory }
    do throws(ForeignFault) {
      if format.isMarkup { bytes.markup = try MarkupIndex(bytes) }
      let document = TextValue(bytes)
      if format.matches(document) { return (bytes, try format.scene(of: document, ForeignFiles("", nil))) }
    } catch {
      throw .during(error.reason)
    }
    throw .unrecognized(format: format.name)
  }

  var root: TextValue { TextValue(bytes) }

  /// The elements of an XML document; nil for a JSON document.
  var markup: MarkupIndex? { bytes.markup }

  /// Returns the current number of an original object; nil if an edit has removed the object.
  func now(_ old: NodeIndex) -> Int? { numbers[old] }

  private static func numbers(_ origins: [Origin]) -> [NodeIndex: Int] {
    var numbers: [NodeIndex: Int] = [:]
    for (number, origin) in origins.enumerated() {
      if case .old(let node) = origin { numbers[node] = number }
    }
    return numbers
  }

  // MARK: changes

  /// Makes a change, which refers to objects by their original numbers.
  ///
  /// - Parameter number: the index of the change within the edit.
  mutating func make(_ change: StructureChange, number: Int) throws(ForeignRefusal) {
    switch change {
    case .remove(let node): try remove([node])
    case .move(let node, let place): try move(node, to: place)
    case .duplicate(let node, let id, let place): try duplicate([Copy(node: node, id: id, change: number)], at: place)
    case .setID(let id, let node): try setID(id, of: node)
    case .setName(let name, let node): try setName(name, of: node)
    case .insert(let object, let place, _): try insert(NewForeignObject(object), change: number, at: place)
    case .setClass: throw .hasNone(.classes, format: format.name)
    case .setConstraints: throw .hasNone(.constraints, format: format.name)
    case .setMember: throw .hasNone(.members, format: format.name)
    }
  }

  /// Removes objects with their descendants, and everything else that depends on their ids.
  mutating func remove(_ nodes: [NodeIndex]) throws(ForeignRefusal) {
    var lists: [Int: Set<Int>] = [:]
    var end = 0
    var gone: [Range<Int>] = []
    // If an object has several lists, the order of the scene differs from that of the text.
    for object in nodes.compactMap(now).map({ scene.objects[$0] }).sorted(by: { $0.offset < $1.offset }) {
      guard let list = object.list else { throw .isOutermost(object.id) }
      guard !format.isRequired(object, root) else { throw .isRequired(object.id) }
      // An object inside a removed one needs no removal of its own.
      guard object.offset >= end else { continue }
      end = span(of: object).upperBound
      gone.append(object.start..<end)
      lists[list, default: []].insert(object.start)
    }
    let dependents = dependents(onObjectsIn: OrderedSpans(gone))
    var splices: [(span: Range<Int>, pieces: [Piece])] = []
    for (list, starts) in lists {
      // Objects that refer to removed ones are removed from their lists, too.
      let others = dependents.spans.isEmpty ? [] : items(of: list).filter { dependents.contains($0.lowerBound) }
      splices += removal(starts.union(others.map(\.lowerBound)), in: list)
    }
    let removed = OrderedSpans(splices.map(\.span))
    splices += dependents.spans.filter { !removed.overlaps($0) }.map { ($0, []) }
    try apply(splices)
  }

  /// Returns the spans outside of the given ones that must be removed along with the objects in the given ones.
  private func dependents(onObjectsIn spans: OrderedSpans) -> OrderedSpans {
    let ids = scene.objects.filter { spans.contains($0.offset) }.map(\.id)
    return OrderedSpans(format.dependents(on: Set(ids), root).spans.filter { !spans.overlaps($0) })
  }

  private mutating func move(_ node: NodeIndex, to place: ObjectPlace) throws(ForeignRefusal) {
    guard let number = now(node) else { return }
    let object = scene.objects[number]
    guard let list = object.list else { throw .isOutermost(object.id) }
    guard !object.isSingle else { throw .isOnlyOne(object.id) }
    let target = try self.target(of: object, number, place)
    let own = span(of: object)
    guard target.list == list else {
      guard object.key == nil, !own.contains(target.list) else { throw .notThere(object.id) }
      guard let obstacles = format.obstacles(toMoving: object, root, to: target.list) else {
        throw .notThere(object.id)
      }
      guard obstacles.isEmpty else { throw .isReferredTo(object.id, by: obstacles) }
      let removal = self.removal([object.start], in: list)
      try apply(removal + [insertion([.span(own)], target)])
      return
    }
    let items = items(of: list)
    guard let from = items.firstIndex(where: { $0.lowerBound == object.start }) else { return }
    let to = target.index > from ? target.index - 1 : target.index
    guard to != from else { return }
    // The separators keep their places; only the objects change places.
    var order = Array(items.indices)
    order.insert(order.remove(at: from), at: to)
    let changed = min(from, to)...max(from, to)
    var pieces: [Piece] = []
    for place in changed {
      pieces.append(.span(items[order[place]]))
      if place < changed.upperBound {
        pieces.append(.text(bytes(items[place].upperBound..<items[place + 1].lowerBound)))
      }
    }
    try apply([(items[changed.lowerBound].lowerBound..<items[changed.upperBound].upperBound, pieces)])
  }

  private mutating func setID(_ id: String, of node: NodeIndex) throws(ForeignRefusal) {
    guard let number = now(node) else { return }
    let object = scene.objects[number]
    if object.id.isExactly(id) { return }
    guard let place = object.idPlace else { throw .noID(object.id) }
    guard format.allows(.id, of: object) else { throw .isFixed(.id, object.id) }
    if scene.objects.contains(where: { $0.id.isExactly(id) }) || format.otherIDs(root).contains(id) { throw .taken(id) }
    let new = try text(ofID: id, object, place)
    var splices: [(span: Range<Int>, pieces: [Piece])] = [(place.span, [.text(new)])]
    for span in format.references(to: object, in: scene, root) { splices.append((span, [.text(new)])) }
    var ids = NewIDs(in: self)
    ids.note(id, place, format.counter(of: object, root))
    try apply(splices + ids.splices)
  }

  private mutating func setName(_ name: String?, of node: NodeIndex) throws(ForeignRefusal) {
    guard let number = now(node) else { return }
    let object = scene.objects[number]
    guard let key = format.nameKey(of: object) else { throw .hasNone(.names, format: format.name) }
    guard format.allows(.name, of: object) else { throw .isFixed(.name, object.id) }
    if let markup { return try apply(markup.splices(setting: key, to: name, ofElementAt: object.offset)) }
    var splices = ForeignSplices(root: root, members: ForeignMembers())
    var present: ForeignLeaf?
    root.value(atOffset: object.offset).forEachMember { raw, offset, value in
      guard JSONString.equals(raw, key) else { return true }
      present = ForeignLeaf(name: key, type: nil, key: offset, value: value.span, container: object.offset)
      return false
    }
    switch (name, present) {
    case (let name?, let present?): splices.replace(present.value, key: present.key, with: JSONString.quoted(name))
    case (let name?, nil): splices.insert(JSONString.quoted(name), at: [key], below: object.offset)
    case (nil, let present?): splices.remove(present)
    case (nil, nil): return
    }
    splices.finish()
    try apply(splices.splices.values.map { ($0.span, [.text($0.text)]) })
  }

  // MARK: ids

  /// Converts an id of the scene to its text in the document. Throws a refusal if the id is invalid.
  func text(ofID id: String, _ object: ForeignObject, _ place: ForeignID) throws(ForeignRefusal) -> [UInt8] {
    guard let own = id.rest(after: place.prefix), !own.isEmpty else {
      throw .wrongID(id, expected: place.prefix + (place.isNumber ? "12" : "name"))
    }
    guard format.accepts(own, asIDOf: object) else {
      throw .wrongID(id, expected: place.prefix + (format.newID(of: object, number: 1) ?? "name"))
    }
    guard place.isNumber else { return markup == nil ? JSONString.quoted(own) : MarkupText.quoted(own) }
    guard let number = Int(own), "\(number)" == own else { throw .wrongID(id, expected: place.prefix + "12") }
    return Array(own.utf8)
  }

  // MARK: the text

  func replaced(_ span: Range<Int>, _ edits: [(span: Range<Int>, text: [UInt8])]) -> [UInt8] {
    var (new, offset): ([UInt8], Int) = ([], span.lowerBound)
    for edit in edits.sorted(by: { $0.span.lowerBound < $1.span.lowerBound }) {
      new += text[offset..<edit.span.lowerBound] + edit.text
      offset = edit.span.upperBound
    }
    return new + text[offset..<span.upperBound]
  }

  mutating func apply(_ splices: [(span: Range<Int>, pieces: [Piece])]) throws(ForeignRefusal) {
    guard !splices.isEmpty else { return }
    let (new, parts) = assembled(splices)
    let (bytes, scene) = try Self.read(new, format)
    let known = Dictionary(
      zip(self.scene.objects.map(\.offset), origins), uniquingKeysWith: { first, _ in first })
    var origins = [Origin](repeating: .inner, count: scene.objects.count)
    var (part, copies): (Int, Set<Int>) = (0, [])
    // Objects are in the order of the scene, which may differ from that of the text.
    for number in scene.objects.indices.sorted(by: { scene.objects[$0].offset < scene.objects[$1].offset }) {
      let offset = scene.objects[number].offset
      while part + 1 < parts.count, parts[part + 1].start <= offset { part += 1 }
      if let old = parts[part].old {
        origins[number] = known[old + offset - parts[part].start] ?? .inner
      } else if let change = parts[part].change, copies.insert(change).inserted {
        origins[number] = .new(change: change)
      }
    }
    (text, self.bytes, self.scene, self.origins) = (new, bytes, scene, origins)
  }

  /// A part of a new text: its start, and its former offset or the index of the change that inserted it. Other text has
  /// neither.
  private typealias Part = (start: Int, old: Int?, change: Int?)

  /// Applies splices to the current text. Returns the new text and its parts.
  private func assembled(_ splices: [(span: Range<Int>, pieces: [Piece])]) -> (text: [UInt8], parts: [Part]) {
    var new: [UInt8] = []
    new.reserveCapacity(text.count + 256)
    var parts: [Part] = []
    func add(_ piece: Piece) {
      switch piece {
      case .span(let span):
        parts.append((new.count, span.lowerBound, nil))
        new += text[span]
      case .copy(let copy, let change):
        parts.append((new.count, nil, change))
        new += copy
      case .text(let added):
        parts.append((new.count, nil, nil))
        new += added
      }
    }
    var offset = 0
    let sorted = splices.sorted {
      ($0.span.lowerBound, $0.span.upperBound) < ($1.span.lowerBound, $1.span.upperBound)
    }
    for splice in sorted {
      add(.span(offset..<splice.span.lowerBound))
      splice.pieces.forEach(add)
      offset = splice.span.upperBound
    }
    add(.span(offset..<text.count))
    return (new, parts)
  }
}
