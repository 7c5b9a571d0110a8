internal import InspectorKit
internal import JSONText
internal import SceneDocument

/// The objects that the steps of a ``StepGroup`` insert, as trees. If a step inserts an object into an object of an
/// earlier step, the outer object's text includes the inner object, so that both are one change of the scene.
struct ArrivingObjects {
  /// The parent of an inserted object. A nil `Holder?` means that the object is at the top of the scene.
  enum Holder {
    /// An object that was already in the scene.
    case node(NodeIndex)
    /// An inserted object, by its index.
    case arrival(Int)
  }

  fileprivate struct Arrival {
    /// The number of the step that inserts the object.
    var step: Int
    var holder: Holder?
    /// The object's JSON; nil for a copy, whose text is in the scene.
    var text: PlacedJSON?
    var children: [Int] = []
    var readsParent = false
    /// True if a step sets values of the object or changes its class.
    var isChanged = false

    /// True if objects can be inserted into this object, that is, if it is not a copy and has only members with known
    /// keys.
    var canHold: Bool {
      text?.members?.allSatisfy { ["id", "class", "name", "attributes", "children"].contains($0.key) } ?? false
    }
  }

  private var arrivals: [Arrival] = []
  private var numbers: [ExactText: Int] = [:]

  /// The indices of the renamed objects, keyed by their original ids.
  private var former: [ExactText: Int] = [:]

  /// True if a step inserted an object into an object of an earlier step.
  private(set) var isNested = false

  /// Returns true if an inserted object has or had the id.
  func knows(_ id: String) -> Bool { numbers[ExactText(id)] != nil || former[ExactText(id)] != nil }

  /// The index of the inserted object with an id; nil if there is none.
  subscript(id: String) -> Int? { numbers[ExactText(id)] }

  /// Returns the number of the step that inserts an object; nil if no step does.
  ///
  /// - Parameter id: the id with which the object is inserted.
  func step(bringing id: String) -> Int? {
    (former[ExactText(id)] ?? numbers[ExactText(id)]).map { arrivals[$0].step }
  }

  // MARK: inserting objects

  /// Adds the copy of a `duplicate` step, under the copy's new id. Returns false if an inserted object has or had that
  /// id.
  mutating func addCopy(_ id: String, step: Int) -> Bool { append(Arrival(step: step), id: id) }

  /// Adds the objects that a step inserts, with their descendants, and returns the indices of the topmost objects.
  /// Returns nil if an object is invalid or its id is already known. Also returns nil if an object has references after
  /// a previously inserted object was renamed.
  mutating func add(_ texts: [String], step: Int, into holder: Holder?, in model: SceneModel) -> [Int]? {
    var tops: [Int] = []
    for text in texts {
      let bytes = Array(text.utf8)
      guard SceneDocument.fault(ofObject: bytes) == nil, let object = try? PlacedJSON(bytes) else { return nil }
      var next = arrivals.count
      tops.append(next)
      guard append(object, step, holder, in: model) else { return nil }
      while next < arrivals.count {
        for child in arrivals[next].text?["children"]?.elements ?? [] {
          arrivals[next].children.append(arrivals.count)
          guard append(child, step, .arrival(next), in: model) else { return nil }
        }
        next += 1
      }
    }
    return tops
  }

  private mutating func append(_ object: PlacedJSON, _ step: Int, _ holder: Holder?, in model: SceneModel) -> Bool {
    let definition = object["class"]?.string.flatMap { model.definition(ofClass: $0, base: object["base"]?.string) }
    // A later reference may name an object by the id that it had before it was renamed.
    if !former.isEmpty, object["constraints"] != nil || object.refers(definition) { return false }
    let arrival = Arrival(
      step: step, holder: holder, text: object, readsParent: definition?.readsParent.isEmpty == false)
    return append(arrival, id: object["id"]?.string ?? "")
  }

  private mutating func append(_ arrival: Arrival, id: String) -> Bool {
    guard !knows(id) else { return false }
    numbers[ExactText(id)] = arrivals.count
    arrivals.append(arrival)
    return true
  }

  /// Returns a place inside an inserted object: the index of that object, and the index among its children. Nil if the
  /// place is not in an inserted object, or does not exist.
  func place(_ place: StepPlace) -> (holder: Int, index: Int)? {
    switch place.position {
    case .before(let sibling): return self.place(beside: sibling)
    case .after(let sibling): return self.place(beside: sibling).map { ($0.holder, $0.index + 1) }
    case .first, .last, .index:
      guard let holder = place.parent?.onlyID.flatMap({ self[$0] }), arrivals[holder].canHold else { return nil }
      let count = arrivals[holder].children.count
      switch place.position {
      case .first: return (holder, 0)
      case .index(let index): return (0...count).contains(index) ? (holder, index) : nil
      default: return (holder, count)
      }
    }
  }

  private func place(beside sibling: Selector) -> (holder: Int, index: Int)? {
    guard let number = sibling.onlyID.flatMap({ self[$0] }), case .arrival(let holder)? = arrivals[number].holder,
      arrivals[holder].canHold, let index = arrivals[holder].children.lastIndex(of: number)
    else { return nil }
    return (holder, index)
  }

  /// Inserts objects among the children of a previously inserted object.
  mutating func put(_ tops: [Int], into holder: Int, at index: Int) {
    arrivals[holder].children.insert(contentsOf: tops, at: index)
    isNested = true
  }

  /// Returns the text of an object with all objects inserted into it, and the offset of the opening bracket of each
  /// list of children that was empty or missing. The method does not recurse, so that deep objects cannot exhaust the
  /// stack.
  func text(of top: Int) -> (text: [UInt8], filled: Set<Int>) {
    var text: [UInt8] = []
    var filled = Set<Int>()
    var pending = [Piece.object(top)]
    while let piece = pending.popLast() {
      switch piece {
      case .bytes(let bytes): text += bytes
      case .object(let number):
        guard let object = arrivals[number].text else { continue }
        let children = arrivals[number].children
        guard !children.isEmpty else {
          text += object.bytes
          continue
        }
        let (head, tail) = object.partsAroundChildren
        text += head
        if object["children"]?.elements?.isEmpty ?? true { filled.insert(text.count - 1) }
        pending.append(.bytes(tail))
        for (place, child) in children.enumerated().reversed() {
          pending.append(.object(child))
          if place > 0 { pending.append(.bytes([0x2C])) }
        }
      }
    }
    return (text, filled)
  }

  private enum Piece {
    case object(Int)
    case bytes(ArraySlice<UInt8>)
  }

  // MARK: changing inserted objects

  /// Records that a step sets values of an object or changes its class.
  mutating func change(_ number: Int) { arrivals[number].isChanged = true }

  /// Records the new, unused id of an inserted object.
  mutating func rename(_ number: Int, from old: String, to new: String) {
    numbers[ExactText(old)] = nil
    former[ExactText(old)] = number
    numbers[ExactText(new)] = number
  }

  /// Returns true if any of the objects reads its parent.
  func containsReader(_ tops: [Int]) -> Bool { tops.contains { arrivals[$0].readsParent } }

  /// Returns true if steps may have changed a value that an object reads from its parent, directly or through a chain
  /// of parents. Also true if the chain is too long to be checked.
  ///
  /// - Parameter valued: the objects of the scene whose values steps set.
  func isChanged(_ holder: Holder?, or valued: NodeSet, in model: SceneModel) -> Bool {
    var holder = holder
    // The limit keeps deep chains fast, in which each level would otherwise look at all levels above it.
    for _ in 0..<Self.mostLevels {
      switch holder {
      case nil: return false
      case .arrival(let number)?:
        if arrivals[number].isChanged { return true }
        guard arrivals[number].readsParent else { return false }
        holder = arrivals[number].holder
      case .node(let node)?:
        if valued.contains(node) { return true }
        guard model.binding(of: node)?.definition.readsParent.isEmpty == false else { return false }
        holder = model.document.parent(node).map { .node($0) }
      }
    }
    return true
  }

  private static let mostLevels = 32
}

extension PlacedJSON {
  /// Returns true if the object stores an attribute that may refer to an object.
  ///
  /// - Parameter definition: the object's class; nil if no plugin knows it.
  fileprivate func refers(_ definition: ComponentDefinition?) -> Bool {
    let keys = definition?.properties.filter { $0.references != nil }.flatMap { [$0.name] + $0.otherKeys } ?? []
    return self["attributes"]?.members?.contains { member in keys.contains(member.key) } == true
  }

  /// The JSON text of an object before and after the elements of its list of children. A missing list is added as an
  /// empty one.
  fileprivate var partsAroundChildren: (head: ArraySlice<UInt8>, tail: ArraySlice<UInt8>) {
    let bytes = bytes
    guard let list = self["children"]?.bytes else {
      return (bytes.dropLast() + Array(#","children":["#.utf8), Array("]}".utf8)[...])
    }
    return (bytes[...list.startIndex], bytes[(list.endIndex - 1)...])
  }
}
