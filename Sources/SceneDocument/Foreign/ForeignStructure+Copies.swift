import JSONText

// Copies of the objects of a foreign document.
extension ForeignStructure {
  /// A copy to make of an object.
  struct Copy {
    var node: NodeIndex
    var id: String?

    /// The number of the change that makes the copy.
    var change: Int
  }

  /// Returns true if no object is inside of another one, so that all copies can be made at once.
  func areApart(_ copies: [Copy]) -> Bool {
    let spans = copies.compactMap { now($0.node) }.map { span(of: scene.objects[$0]) }
    let sorted = spans.sorted { $0.lowerBound < $1.lowerBound }
    return zip(sorted, sorted.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound }
  }

  /// Makes copies of objects, of which none is inside of another one.
  ///
  /// - Parameter place: the place of the only copy; nil for places after the objects.
  mutating func duplicate(_ copies: [Copy], at place: ObjectPlace?) throws(ForeignRefusal) {
    var ids = NewIDs(in: self)
    var lists: [Int: [Int: Int]] = [:]
    var splices: [(span: Range<Int>, pieces: [Piece])] = []
    for copy in copies {
      guard let number = now(copy.node) else { continue }
      let object = scene.objects[number]
      guard let list = object.list else { throw .isOutermost(object.id) }
      guard !object.isSingle else { throw .isOnlyOne(object.id) }
      guard format.allows(.copies, of: object) else { throw .isFixed(.copies, object.id) }
      let text = try self.text(ofCopy: number, id: copy.id, &ids)
      let target: Target
      if let place {
        target = try self.target(of: object, number, place)
      } else {
        let places =
          lists[list]
          ?? Dictionary(
            items(of: list).enumerated().map { ($1.lowerBound, $0) }, uniquingKeysWith: { first, _ in first })
        lists[list] = places
        target = Target(list: list, index: (places[object.start] ?? 0) + 1)
      }
      splices.append(insertion([.copy(text, change: copy.change)], target))
    }
    try apply(splices + ids.splices)
  }

  /// Returns the text of an object's copy, in which it and the objects in it have new ids.
  private func text(ofCopy number: Int, id: String?, _ ids: inout NewIDs) throws(ForeignRefusal) -> [UInt8] {
    let object = scene.objects[number]
    let own = span(of: object)
    var edits: [(span: Range<Int>, text: [UInt8])] = []
    var renamed: [String: String] = [:]
    // Objects follow the one in which they are.
    for inner in scene.objects[number...].prefix(while: { own.contains($0.offset) }) {
      guard let place = inner.idPlace else { continue }
      let isOuter = inner.offset == object.offset
      // The copy of the parent has a different id, which precedes this one.
      if place.isOfParent, !isOuter { continue }
      let counter = format.counter(of: inner, root)
      let new: String
      if isOuter, let id {
        guard ids.take(id) else { throw .taken(id) }
        new = id
      } else {
        new = ids.unused(inner, place, counter)
      }
      ids.note(new, place, counter)
      edits.append((place.span, try text(ofID: new, inner, place)))
      renamed[inner.id] = new
    }
    let others = format.innerIDs(of: object, root)
    for (_, id, isOwn) in others where isOwn { renamed[id] = ids.unused(like: id, object) }
    for (span, id, _) in others {
      if let new = renamed[id] { edits.append((span, markup == nil ? JSONString.quoted(new) : MarkupText.quoted(new))) }
    }
    // The copy of a member needs a key of its own, which only an id can be made into.
    if object.idPlace == nil, id != nil || object.key != nil { throw .noID(id ?? object.id) }
    return edits.isEmpty ? bytes(own) : replaced(own, edits)
  }

  /// The ids that objects get, and the numbers that the document keeps for the next objects.
  struct NewIDs {
    private var taken: Set<ExactText>
    private let format: any ForeignFormat

    /// The greatest numbers by the text that precedes them.
    private var greatest: [String: Int] = [:]
    private var spans: [Int: Range<Int>] = [:]
    private var numbers: [Int: Int] = [:]

    init(in structure: ForeignStructure) {
      format = structure.format
      taken = Set(structure.scene.objects.map { ExactText($0.id) })
      taken.formUnion(format.otherIDs(structure.root).map { ExactText($0) })
    }

    /// Takes an id; returns false if an object has it.
    mutating func take(_ id: String) -> Bool { taken.insert(ExactText(id)).inserted }

    /// Returns an id for the copy of an object that no object has.
    ///
    /// - Parameter counter: the number that the document keeps for the next object of the kind; nil if it keeps none.
    mutating func unused(_ object: ForeignObject, _ place: ForeignID, _ counter: TextValue?) -> String {
      if place.isNumber {
        let known =
          greatest[place.prefix]
          ?? taken.reduce(0) { most, id in max(most, id.text.rest(after: place.prefix).flatMap { Int($0) } ?? 0) }
        let counted = counter.map { numbers[$0.offset] ?? JSONNumber.int($0.text) ?? 1 } ?? 1
        // No number follows the greatest one, so that the first gap is taken then.
        var next = max(known, counted &- 1).addingReportingOverflow(1)
        if next.overflow { next.partialValue = 1 }
        while !take("\(place.prefix)\(next.partialValue)") { next.partialValue += 1 }
        greatest[place.prefix] = max(known, next.partialValue)
        return "\(place.prefix)\(next.partialValue)"
      }
      return unused(like: object.id, object)
    }

    /// Returns an id that no object has, which resembles a different one.
    mutating func unused(like id: String, _ object: ForeignObject) -> String {
      var (stem, number) = (id, 1)
      var model = object
      model.id = id
      while let candidate = format.newID(of: model, number: number) {
        if take(candidate) { return candidate }
        number += 1
      }
      if let dash = stem.lastIndex(of: "-"), let known = Int32(stem[stem.index(after: dash)...]).map(Int.init),
        known > 0
      {
        (stem, number) = (String(stem[..<dash]), known)
      }
      while true {
        number += 1
        let candidate = "\(stem)-\(number)"
        if take(candidate) { return candidate }
      }
    }

    /// Notes that an object gets an id, after which the document's number goes on.
    mutating func note(_ id: String, _ place: ForeignID, _ counter: TextValue?) {
      guard let counter, let number = id.rest(after: place.prefix).flatMap({ Int($0) }), number < Int.max,
        let next = numbers[counter.offset] ?? JSONNumber.int(counter.text), next <= number
      else { return }
      spans[counter.offset] = counter.span
      numbers[counter.offset] = number + 1
    }

    /// The new numbers of the document.
    var splices: [(span: Range<Int>, pieces: [Piece])] {
      spans.map { offset, span in (span, [.text(Array("\(numbers[offset] ?? 0)".utf8))]) }
    }
  }
}
