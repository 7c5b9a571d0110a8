internal import InspectorKit
internal import JSONText
internal import SceneDocument

/// Consecutive steps of a script that may be performed as one structural edit. Each structural edit writes and scans
/// the whole text again, so thousands of steps would be thousands of scans.
///
/// The steps make the same kind of change to objects named by their ids, and no step depends on the result of another:
/// made together, the steps have the same result as one by one. If a step inserts into an object of an earlier step,
/// both objects are inserted together. Steps of other kinds are included if they can be made before or after the group:
/// steps that set values of objects named by their ids, and steps that name inserted objects or set their class.
/// Whitespace within new objects may then differ, since it is copied from objects that do not have these values yet.
struct StepGroup {
  private(set) var changes: [StructureChange] = []

  /// The index of the script's step that makes each change.
  private(set) var numbers: [Int] = []

  /// The indices of the steps to perform before the changes, in their order.
  private(set) var earlier: [Int] = []

  /// The indices of the steps to perform after the changes, in their order.
  private(set) var later: [Int] = []

  /// The inserted objects, each with the step that inserts it.
  private(set) var arriving = ArrivingObjects()

  /// The objects that count as matched by the steps in `changes`. Insertions, changes of ids, and copies with a given
  /// id match none.
  private(set) var matched: [NodeIndex] = []

  /// The number of steps in the group, including earlier and later steps.
  private(set) var count = 0

  private let model: SceneModel

  /// True if a step may be performed before steps that precede it in the script, since no conflicts are checked.
  private let reorders: Bool

  /// True if components accept or refuse each step, and some components read their parent.
  private let hasParentReaders: Bool
  private var kind: Kind?

  /// The objects that the changes affect; for a removal, copy or move, with their descendants.
  private var members = NodeSet()

  /// The objects whose places the steps refer to, as parents or siblings.
  private var marks = NodeSet()

  /// The objects whose names are set.
  private var named = NodeSet()

  /// The objects with new ids, keyed by these ids.
  private var renamed: [ExactText: NodeIndex] = [:]

  /// The objects of the scene whose values later steps set.
  private var valued = NodeSet()

  /// True if one of the later steps sets values or a class.
  private var givesValues = false

  /// The index in `arriving` of the object that each change inserts, in the order of the changes.
  private var inserted: [Int] = []

  /// The place of the last inserted or moved object; nil if there is none, or if no step can continue at that place. A
  /// step that puts objects after that object continues at this place.
  private var last: ObjectPlace?

  /// The last moved object; nil if there is none, or if no step can continue after it.
  private var lastMoved: NodeIndex?

  /// The places of the kind ``Place/site`` that steps of the group already use.
  private var sites: Set<ObjectPlace> = []

  private enum Kind: Hashable {
    case insert(Place)
    case remove
    case duplicate(Place)
    case move(Place)
    /// A change of ids or names, which needs no request to a component.
    case call
    case setClass
  }

  private enum Place: Hashable {
    case last
    case before
    /// The place beside the original.
    case beside
    /// The first place in an object, or the place after an object. Only one step may use each of these places; later
    /// steps can only continue after the objects of that step.
    case site
    /// A place by index, which only the first step of a group may use.
    case other
  }

  /// The time at which a step is performed: with the changes of the group, before them, or after them.
  enum Turn {
    case now, earlier, later
  }

  /// Groups as many of a transaction's next steps as can be performed together; nil if fewer than two can.
  ///
  /// - Parameter steps: the indices of the remaining steps.
  init?(_ transaction: Transaction, _ steps: ArraySlice<Int>) {
    let request = transaction.request
    model = transaction.model
    reorders = transaction.conflicts == nil
    hasParentReaders = transaction.judgesSteps && model.hasParentReaders
    guard let first = steps.first, steps.count > 1, request.steps[first].kind.effect == .structure else { return nil }
    for number in steps {
      guard request.valuesWithClass(of: number) == nil, let turn = request.steps[number].kind.join(&self, as: number)
      else { break }
      count += 1
      switch turn {
      case .now: numbers += repeatElement(number, count: changes.count - numbers.count)
      case .earlier: earlier.append(number)
      case .later: later.append(number)
      }
    }
    if count < 2 { return nil }
    guard arriving.isNested else { return }
    for (place, object) in inserted.enumerated() {
      guard case .insert(_, let target, _) = changes[place] else { continue }
      let (text, filled) = arriving.text(of: object)
      changes[place] = .insert(object: text, at: target, filling: filled)
    }
  }

  /// The objects, or aspects of objects, that the steps change, for the check of conflicts with other edits.
  var touches: [ConflictCheck.Touch] {
    if kind == .remove { return members.map { ConflictCheck.Touch(node: $0, what: .everything) } }
    return changes.compactMap(\.touch)
  }

  /// The indices of the steps that make ``changes`` and whose selectors match an object.
  var matchingSteps: [Int] {
    zip(numbers, changes).compactMap { number, change in
      switch change {
      case .remove, .move, .setName, .setClass, .duplicate(_, id: nil, _): number
      default: nil
      }
    }
  }

  // MARK: steps that change the structure

  mutating func remove(_ selector: Selector) -> Turn? {
    guard isNow(.remove), let node = node(selector), remove(subtree: node) else { return nil }
    changes.append(.remove(node))
    matched.append(node)
    return .now
  }

  mutating func duplicate(_ selector: Selector, _ id: String?, _ place: StepPlace?, _ number: Int) -> Turn? {
    guard let place = self.place(place), isNow(.duplicate(place.kind)), let node = node(selector),
      id?.isEmpty != true, claim(subtree: node), mark(place.target),
      id.map({ arriving.addCopy($0, step: number) }) ?? true
    else { return nil }
    changes.append(.duplicate(node, id: id, at: place.target))
    if id == nil { matched.append(node) }
    return .now
  }

  mutating func move(_ selector: Selector, _ place: StepPlace) -> Turn? {
    guard !hasParentReaders, let node = node(selector) else { return nil }
    let target: ObjectPlace
    if case .after(let sibling) = place.position, let last, let lastMoved, self.node(sibling) == lastMoved {
      guard claim(subtree: node) else { return nil }
      target = last
    } else {
      guard let place = self.place(place), let found = place.target, isNow(.move(place.kind), at: found),
        claim(subtree: node), mark(found)
      else { return nil }
      target = found
    }
    changes.append(.move(node, to: target))
    matched.append(node)
    // Moving objects shifts the indices of other objects, so no step can continue at a place by index.
    (last, lastMoved) = if case .at = target { (nil, nil) } else { (target, node) }
    return .now
  }

  // MARK: steps of other kinds

  /// Accepts a step that sets values, and returns when to perform it: before or after the changes. Returns nil if that
  /// might change the step's result: the step must select the same objects before and after the changes, and no later
  /// step of the group may read the values.
  ///
  /// - Parameter names: the names of the properties to set, as the user typed them.
  mutating func giveValues(to selector: Selector, _ names: [String], isSet: Bool) -> Turn? {
    guard let kind, let ids = selector.onlyIDs else { return nil }
    let isInsert = if case .insert = kind { true } else { false }
    var nodes: [NodeIndex] = []
    for id in ids {
      if let number = arriving[id] {
        arriving.change(number)
      } else {
        guard isInsert || !hasParentReaders, let node = node(id: id) else { return nil }
        nodes.append(node)
      }
    }
    // A reference follows the new ids of earlier steps only, and a component may refuse to follow.
    if kind == .call, nodes.contains(where: { refers($0, names) }) { return nil }
    // Setting ids and names is never refused, so these values may be set before, and refusals keep the order of the
    // steps.
    let isFirst = { [self] node in !members.contains(node) && !named.contains(node) && !valued.contains(node) }
    if reorders, isSet, kind == .call, nodes.allSatisfy(isFirst) { return .earlier }
    valued.formUnion(nodes)
    givesValues = true
    return .later
  }

  /// Returns true if one of the named properties of an object refers to objects, or if the object's hooks may depend on
  /// a property that does.
  private func refers(_ node: NodeIndex, _ names: [String]) -> Bool {
    guard let binding = model.binding(of: node), !binding.references.isEmpty else { return false }
    return !binding.definition.isInert || model.refersToObjects([node], names)
  }

  mutating func rename(_ selector: Selector, _ id: String) -> Turn? {
    guard let old = selector.onlyID, !id.isEmpty, model.document.node(id: id) == nil, !arriving.knows(id),
      renamed[ExactText(id)] == nil
    else { return nil }
    if let number = arriving[old] {
      // A copy may receive any free id, including this one.
      guard case .insert? = kind else { return nil }
      arriving.rename(number, from: old, to: id)
      return .later
    }
    guard isNow(.call), let node = callable(selector), claim(node) else { return nil }
    changes.append(.setID(id, of: node))
    renamed[ExactText(id)] = node
    return .now
  }

  mutating func setName(_ selector: Selector, _ name: String?) -> Turn? {
    if selector.onlyID.flatMap({ arriving[$0] }) != nil { return .later }
    guard isNow(.call), let node = callable(selector) else { return nil }
    // A name and values are stored in the order in which they are set.
    if valued.contains(node) { return .later }
    guard named.insert(node) else { return nil }
    changes.append(.setName(name, of: node))
    matched.append(node)
    return .now
  }

  mutating func setClass(_ selector: Selector, _ name: String) -> Turn? {
    guard model.definition(ofClass: name)?.readsParent.isEmpty ?? true else { return nil }
    if let number = selector.onlyID.flatMap({ arriving[$0] }) {
      arriving.change(number)
      givesValues = true
      return .later
    }
    guard !hasParentReaders, isNow(.setClass), let node = node(selector), claim(node) else { return nil }
    changes.append(.setClass(name, of: node))
    matched.append(node)
    return .now
  }

  /// Returns the object whose id or name a step changes; nil if the selector is not an id, or if the change may be
  /// refused.
  private func callable(_ selector: Selector) -> NodeIndex? {
    node(selector).flatMap { model.document.reservedKeys($0).isEmpty ? $0 : nil }
  }

  // MARK: inserted objects

  mutating func insert(_ objects: [String], _ place: StepPlace, _ number: Int) -> Turn? {
    // Values of objects of other programs' documents are set after the objects are inserted.
    guard !objects.isEmpty, model.document.foreignFormat == nil else { return nil }
    if case .insert? = kind, let (holder, index) = arriving.place(place) {
      guard let tops = arrive(objects, number, in: .arrival(holder)) else { return nil }
      arriving.put(tops, into: holder, at: index)
      return .now
    }
    let target: ObjectPlace
    if case .after(let sibling) = place.position, let last, let object = inserted.last,
      sibling.onlyID.flatMap({ arriving[$0] }) == object
    {
      target = last
    } else {
      guard let place = self.place(place), let found = place.target, isNow(.insert(place.kind), at: found) else {
        return nil
      }
      target = found
    }
    let holder = target.parent(in: model.document).map { ArrivingObjects.Holder.node($0) }
    guard let tops = arrive(objects, number, in: holder) else { return nil }
    changes += objects.map { .insert(object: Array($0.utf8), at: target) }
    inserted += tops
    last = target
    return .now
  }

  /// Adds the objects of a step, and returns the indices of the topmost ones; nil if the step cannot join the group,
  /// for example because an object reads values that an earlier step sets.
  private mutating func arrive(_ objects: [String], _ number: Int, in holder: ArrivingObjects.Holder?) -> [Int]? {
    guard let tops = arriving.add(objects, step: number, into: holder, in: model) else { return nil }
    // Objects inside a topmost object can read values from outside only through that object.
    if givesValues, arriving.containsReader(tops), arriving.isChanged(holder, or: valued, in: model) { return nil }
    return tops
  }

  // MARK: objects of the scene

  /// Returns true if a step makes the same kind of change as the steps before it, and can be performed together with
  /// them. Records the kind of the group's first step, and the place if only one step may use it.
  ///
  /// - Parameter place: the place at which the step inserts or moves objects; nil for other kinds.
  private mutating func isNow(_ kind: Kind, at place: ObjectPlace? = nil) -> Bool {
    let isFirst = self.kind == nil
    if isFirst { self.kind = kind }
    switch kind {
    // For these kinds, several steps at one place would put their objects in a different order.
    case .insert(.other), .duplicate(.other), .move(.other), .duplicate(.site): return isFirst
    case .insert(.site), .move(.site): return self.kind == kind && place.map { sites.insert($0).inserted } ?? isFirst
    default: return self.kind == kind
    }
  }

  private func node(_ selector: Selector) -> NodeIndex? { selector.onlyID.flatMap(node(id:)) }

  /// Returns the object that has this id when the current step runs; nil if there is none.
  private func node(id: String) -> NodeIndex? {
    if let node = renamed[ExactText(id)] { return node }
    return model.document.node(id: id).flatMap { kind == .call && members.contains($0) ? nil : $0 }
  }

  /// Returns the place where a step puts objects; nil if it is not known before the steps are performed.
  private func place(_ place: StepPlace?) -> (kind: Place, target: ObjectPlace?)? {
    guard let place else { return (.beside, nil) }
    var parent: NodeIndex?
    if let selector = place.parent {
      guard let node = node(selector) else { return nil }
      parent = node
    }
    switch place.position {
    case .last: return (.last, .last(in: parent))
    case .first: return (.site, .first(in: parent))
    case .index(let index): return (.other, .at(index, in: parent))
    case .before(let sibling): return node(sibling).map { (.before, .before($0)) }
    case .after(let sibling): return node(sibling).map { (.site, .after($0)) }
    }
  }

  /// Reserves an object for a step; returns false if an earlier step uses the object.
  private mutating func claim(_ node: NodeIndex) -> Bool { !valued.contains(node) && members.insert(node) }

  /// Reserves an object with its descendants for a step; returns false if an earlier step uses any of these objects.
  private mutating func claim(subtree node: NodeIndex) -> Bool {
    let subtree = node..<model.document.afterSubtree(node)
    let isFree = { [self] node in !members.contains(node) && !marks.contains(node) && !valued.contains(node) }
    guard isFree(node), subtree.allSatisfy(isFree) else { return false }
    members.formUnion(subtree)
    return true
  }

  /// Reserves an object with its descendants for removal; returns false if an earlier step uses one of them.
  /// Descendants that earlier steps remove are allowed.
  private mutating func remove(subtree node: NodeIndex) -> Bool {
    guard !members.contains(node) else { return false }
    return members.insert(subtreeOf: node, in: model.document).allSatisfy { !valued.contains($0) }
  }

  /// Records the parent or sibling that a place refers to; returns false if a step changes that object.
  private mutating func mark(_ place: ObjectPlace?) -> Bool {
    let node =
      switch place {
      case nil: NodeIndex?.none
      case .first(let parent), .last(let parent), .at(_, let parent): parent
      case .before(let sibling), .after(let sibling): sibling
      }
    guard let node else { return true }
    guard !members.contains(node) else { return false }
    marks.insert(node)
    return true
  }
}

extension ObjectPlace {
  /// Returns the parent object of a place; nil for a place among the scene's root objects.
  fileprivate func parent(in document: SceneDocument) -> NodeIndex? {
    switch self {
    case .first(let parent), .last(let parent), .at(_, let parent): parent
    case .before(let sibling), .after(let sibling): document.parent(sibling)
    }
  }
}
