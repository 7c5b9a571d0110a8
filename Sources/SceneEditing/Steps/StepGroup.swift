internal import InspectorKit
internal import JSONText
internal import SceneDocument

/// Steps of a script, one after another, that may be made as one structural edit: each such edit writes and scans the whole
/// text again, so thousands of steps would be thousands of scans.
///
/// They do the same kind of thing to objects that are named by their ids, and none depends on what another of them does:
/// made at once they give what they give one by one. Steps between them that can be made after the others go with
/// them: those that give values to objects named by their ids, and those that insert into objects that come. Then blanks
/// within new objects may be others, since they are copied from objects that do not have these values yet.
struct StepGroup {
  package private(set) var changes: [StructureChange] = []

  /// The number of the step of each change.
  package private(set) var numbers: [Int] = []

  /// The numbers of the steps that are to be made after the changes, in their order.
  package private(set) var later: [Int] = []

  /// The objects that steps mean, as `Transaction` counts them.
  package private(set) var meant: [NodeIndex] = []

  /// How many steps these are.
  package private(set) var count = 0

  private let model: SceneModel
  private var kind: Kind?

  /// The objects that are changed, with all they hold where that matters, and those that mark places.
  private var members = NodeSet()
  private var marks = NodeSet()

  /// The objects of the scene that get values.
  private var valued = NodeSet()

  /// The ids of objects that come, and how many of the objects that hold them come too.
  private var arriving: [ExactText: Int] = [:]

  /// What is held by more objects that come is for another group: what it holds would be looked at once for each of them.
  private static let mostLevels = 8

  /// Whether an object that comes reads its parent.
  private var hasArrivingReader = false

  /// The place and the id of the object that was inserted last; the next one may follow it.
  private var last: (place: ObjectPlace, id: String)?

  private enum Kind: Hashable {
    case insert(Place)
    case remove
    case duplicate(Place)
    case move(Place)
    case rename
    case setClass
    case setName
  }

  private enum Place: Hashable {
    case last
    case before
    /// Beside the original.
    case beside
    /// Anywhere, for a first step: others only continue after what it puts in.
    case other
  }

  /// Takes as many steps as can be made together; nil where that is one or none.
  ///
  /// - Parameter steps: the numbers of those that are left.
  init?(_ request: EditRequest, _ steps: ArraySlice<Int>, in model: SceneModel) {
    self.model = model
    guard let first = steps.first, steps.count > 1, request.steps[first].changesStructure else { return nil }
    for number in steps {
      let known = changes.count
      guard request.valuesWithClass(of: number) == nil, take(request.steps[number]) else { break }
      count += 1
      if changes.count == known { later.append(number) }
      numbers += repeatElement(number, count: changes.count - known)
    }
    if count < 2 { return nil }
  }

  package var aspect: SceneChange.Aspect? {
    switch kind {
    case .move: .place
    case .rename: .id
    case .setClass: .className
    case .setName: .name
    case .insert, .remove, .duplicate, nil: nil
    }
  }

  /// What a conflict with edits of others would be about.
  var touches: [ConflictCheck.Touch] {
    let isRemoval = kind == .remove
    guard isRemoval || aspect != nil else { return [] }
    let nodes = isRemoval ? Array(members) : changes.compactMap(\.node)
    return nodes.map { ConflictCheck.Touch(node: $0, what: aspect.map { .aspect($0) } ?? .everything) }
  }

  private mutating func take(_ step: EditStep) -> Bool {
    switch step {
    case .insert(let objects, let place): return insert(objects, place)
    case .remove(let selector):
      guard isNow(.remove), let node = node(selector), remove(subtree: node) else { return false }
      changes.append(.remove(node))
      meant.append(node)
    case .duplicate(let selector, let id, let place):
      guard let place = self.place(place), isNow(.duplicate(place.kind)), let node = node(selector),
        !id.isEmptyText, claim(subtree: node), mark(place.target)
      else { return false }
      changes.append(.duplicate(node, id: id, at: place.target))
      if let id { arriving[ExactText(id)] = 0 } else { meant.append(node) }
    case .move(let selector, let place):
      guard !model.hasParentReaders, let place = self.place(place), let target = place.target, isNow(.move(place.kind)),
        let node = node(selector), claim(subtree: node), mark(target)
      else { return false }
      changes.append(.move(node, to: target))
      meant.append(node)
    case .rename(let selector, let id):
      guard isNow(.rename), let node = node(selector), model.document.node(id: id) == nil, claim(node) else {
        return false
      }
      changes.append(.setID(id, of: node))
    case .setClass(let selector, let name):
      guard !model.hasParentReaders, model.definition(ofClass: name)?.readsParent.isEmpty ?? true, isNow(.setClass),
        let node = node(selector), claim(node)
      else { return false }
      changes.append(.setClass(name, of: node))
      meant.append(node)
    case .setName(let selector, let name):
      guard isNow(.setName), let node = node(selector), claim(node) else { return false }
      changes.append(.setName(name, of: node))
      meant.append(node)
    case .set(let selector, _), .renameProperty(let selector, _, _): return giveValues(to: selector)
    case .palette, .expect, .expectPalette: return false
    }
    return true
  }

  /// Takes a step that gives values, where it means the same objects after the changes, and no object that comes reads
  /// them.
  private mutating func giveValues(to selector: Selector) -> Bool {
    guard kind != nil, let ids = selector.onlyIDs else { return false }
    for id in ids where arriving[ExactText(id)] == nil {
      guard !hasArrivingReader, !model.hasParentReaders, let node = model.document.node(id: id) else { return false }
      valued.insert(node)
    }
    return true
  }

  private mutating func insert(_ objects: [String], _ place: StepPlace) -> Bool {
    guard !objects.isEmpty, objects.allSatisfy({ SceneDocument.fault(ofObject: Array($0.utf8)) == nil }) else {
      return false
    }
    let values = objects.compactMap { try? PlacedJSON(Array($0.utf8)) }
    let parent = place.parent?.onlyID.map(ExactText.init).flatMap { arriving[$0] }
    let level = parent.map { $0 + 1 } ?? 0
    for object in values.flatMap(\.objects) {
      if let id = object["id"]?.string, arriving.updateValue(level, forKey: ExactText(id)) != nil { return false }
      guard parent == nil, let name = object["class"]?.string else { continue }
      hasArrivingReader = hasArrivingReader || model.definition(ofClass: name)?.readsParent.isEmpty == false
    }
    if parent != nil, !place.hasSibling {
      guard case .insert? = kind, level < Self.mostLevels else { return false }
      return true
    }
    if hasArrivingReader, !valued.isEmpty { return false }
    let target: ObjectPlace
    if case .after(let sibling) = place.position, let last, sibling.onlyID?.isExactly(last.id) == true {
      target = last.place
    } else {
      guard let place = self.place(place), let found = place.target, isNow(.insert(place.kind)) else { return false }
      target = found
    }
    changes += objects.map { .insert(object: Array($0.utf8), at: target) }
    last = values.last?["id"]?.string.map { (target, $0) }
    return true
  }

  /// Whether a step goes on with what those before it do.
  private mutating func isNow(_ kind: Kind) -> Bool {
    if self.kind == nil {
      self.kind = kind
      return true
    }
    switch kind {
    // The order of what comes to stand beside each other would be another.
    case .insert(.other), .duplicate(.other), .move(.other): return false
    default: return self.kind == kind
    }
  }

  private func node(_ selector: Selector) -> NodeIndex? { selector.onlyID.flatMap { model.document.node(id: $0) } }

  /// Where a step puts objects; nil where that is not known before the steps are made.
  private func place(_ place: StepPlace?) -> (kind: Place, target: ObjectPlace?)? {
    guard let place else { return (.beside, nil) }
    var parent: NodeIndex?
    if let selector = place.parent {
      guard let node = node(selector) else { return nil }
      parent = node
    }
    switch place.position {
    case .last: return (.last, .last(in: parent))
    case .first: return (.other, .first(in: parent))
    case .index(let index): return (.other, .at(index, in: parent))
    case .before(let sibling): return node(sibling).map { (.before, .before($0)) }
    case .after(let sibling): return node(sibling).map { (.other, .after($0)) }
    }
  }

  /// Takes an object, where no step before has to do with it.
  private mutating func claim(_ node: NodeIndex) -> Bool { !valued.contains(node) && members.insert(node) }

  /// Takes an object with all it holds, where no step before has to do with any of that.
  private mutating func claim(subtree node: NodeIndex) -> Bool {
    let subtree = node..<model.document.afterSubtree(node)
    let isFree = { [self] node in !members.contains(node) && !marks.contains(node) && !valued.contains(node) }
    guard isFree(node), subtree.allSatisfy(isFree) else { return false }
    members.formUnion(subtree)
    return true
  }

  /// The same of one that is removed; what it holds may be removed already.
  private mutating func remove(subtree node: NodeIndex) -> Bool {
    guard !members.contains(node) else { return false }
    return members.insert(subtreeOf: node, in: model.document).allSatisfy { !valued.contains($0) }
  }

  /// Notes the object that marks a place, where no step changes it.
  private mutating func mark(_ place: ObjectPlace?) -> Bool {
    let node: NodeIndex?
    switch place {
    case nil: return true
    case .first(let parent), .last(let parent), .at(_, let parent): node = parent
    case .before(let sibling), .after(let sibling): node = sibling
    }
    guard let node else { return true }
    guard !members.contains(node) else { return false }
    marks.insert(node)
    return true
  }
}

extension StructureChange {
  /// The object that is changed; nil for one that comes.
  fileprivate var node: NodeIndex? {
    switch self {
    case .insert, .duplicate: nil
    case .remove(let node), .move(let node, _), .setID(_, let node), .setClass(_, let node), .setName(_, let node): node
    }
  }
}

extension Selector {
  /// The ids of the objects that are meant by nothing else; nil for other selectors.
  fileprivate var onlyIDs: [String]? {
    var ids: [String] = []
    for path in alternatives {
      guard path.steps.count == 1, let named = path.steps[0].compound.onlyIDs else { return nil }
      ids += named
    }
    return ids
  }

  /// The id of the one object that is meant by nothing else; nil for other selectors.
  fileprivate var onlyID: String? {
    guard let ids = onlyIDs, ids.count == 1 else { return nil }
    return ids[0]
  }
}

extension StepPlace {
  fileprivate var hasSibling: Bool {
    switch position {
    case .before, .after: true
    case .first, .last, .index: false
    }
  }
}

extension Selector.Compound {
  fileprivate var onlyIDs: [String]? {
    guard typeName == nil, predicates.isEmpty, pseudoClasses.isEmpty else { return nil }
    return id.map { [$0] } ?? ids
  }
}

extension PlacedJSON {
  /// An object of a scene, and those that it holds.
  fileprivate var objects: [PlacedJSON] {
    var objects = [self]
    var next = 0
    while next < objects.count {
      objects += objects[next]["children"]?.elements ?? []
      next += 1
    }
    return objects
  }
}

extension String? {
  /// Whether there is a text, and nothing in it.
  fileprivate var isEmptyText: Bool { self?.isEmpty ?? false }
}
