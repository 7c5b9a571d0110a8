import JSONText

// Copying of objects in a foreign document.
extension ForeignStructure {
  /// A request to copy an object, optionally with a given id.
  struct Copy {
    var node: NodeIndex
    var id: String?

    /// The index of the change that requests the copy.
    var change: Int
  }

  /// Returns true if none of the objects contains another one, so that all copies can be made at once.
  func areApart(_ copies: [Copy]) -> Bool {
    let spans = copies.compactMap { now($0.node) }.map { span(of: scene.objects[$0]) }
    let sorted = spans.sorted { $0.lowerBound < $1.lowerBound }
    return zip(sorted, sorted.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound }
  }

  /// Copies objects, none of which may contain another one.
  ///
  /// - Parameter place: the place of the only copy; nil to put each copy after its original.
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

  /// Returns the text of a copy, with new ids for the object and its descendants.
  private func text(ofCopy number: Int, id: String?, _ ids: inout NewIDs) throws(ForeignRefusal) -> [UInt8] {
    let object = scene.objects[number]
    let own = span(of: object)
    var edits: [(span: Range<Int>, text: [UInt8])] = []
    var renamed: [String: String] = [:]
    // Objects follow the object that contains them.
    for inner in scene.objects[number...].prefix(while: { own.contains($0.offset) }) {
      guard let place = inner.idPlace else { continue }
      let isOuter = inner.offset == object.offset
      // This id is unique within its parent, and the copy of the parent has a different id.
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
    // The copy of a member needs a new key, which can only be an id.
    if object.idPlace == nil, id != nil || object.key != nil { throw .noID(id ?? object.id) }
    return edits.isEmpty ? bytes(own) : replaced(own, edits)
  }

  /// The ids assigned to new objects, and the updated id counters of the document.
  struct NewIDs {
    private var taken: Set<ExactText>
    private let format: any ForeignFormat

    /// The greatest number used in an id so far, by id prefix.
    private var greatest: [String: Int] = [:]
    private var spans: [Int: Range<Int>] = [:]
    private var numbers: [Int: Int] = [:]

    init(in structure: ForeignStructure) {
      format = structure.format
      taken = Set(structure.scene.objects.map { ExactText($0.id) })
      taken.formUnion(format.otherIDs(structure.root).map { ExactText($0) })
    }

    /// Reserves an id; returns false if the id is in use.
    mutating func take(_ id: String) -> Bool { taken.insert(ExactText(id)).inserted }

    /// Reserves and returns an unused id for the copy of an object.
    ///
    /// - Parameter counter: the document's counter of ids for objects of the kind; nil if there is none.
    mutating func unused(_ object: ForeignObject, _ place: ForeignID, _ counter: TextValue?) -> String {
      if place.isNumber {
        let known =
          greatest[place.prefix]
          ?? taken.reduce(0) { most, id in max(most, id.text.rest(after: place.prefix).flatMap { Int($0) } ?? 0) }
        let counted = counter.map { numbers[$0.offset] ?? JSONNumber.int($0.text) ?? 1 } ?? 1
        // After the maximum integer, the first unused number is used.
        var next = max(known, counted &- 1).addingReportingOverflow(1)
        if next.overflow { next.partialValue = 1 }
        while !take("\(place.prefix)\(next.partialValue)") { next.partialValue += 1 }
        greatest[place.prefix] = max(known, next.partialValue)
        return "\(place.prefix)\(next.partialValue)"
      }
      return unused(like: object.id, object)
    }

    /// Reserves and returns an unused id that resembles the given one.
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

    /// Advances the document's counter beyond the number of a newly assigned id.
    mutating func note(_ id: String, _ place: ForeignID, _ counter: TextValue?) {
      guard let counter, let number = id.rest(after: place.prefix).flatMap({ Int($0) }), number < Int.max,
        let next = numbers[counter.offset] ?? JSONNumber.int(counter.text), next <= number
      else { return }
      spans[counter.offset] = counter.span
      numbers[counter.offset] = number + 1
    }

    /// The splices that update the id counters of the document.
    var splices: [(span: Range<Int>, pieces: [Piece])] {
      spans.map { offset, span in (span, [.text(Array("\(numbers[offset] ?? 0)".utf8))]) }
    }
  }
}
