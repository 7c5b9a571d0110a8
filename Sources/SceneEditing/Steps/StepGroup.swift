internal import InspectorKit
internal import JSONText
internal import SceneDocument

/// Steps of a script, one after another, that may be made as one structural edit: each such edit writes and scans the whole
/// text again, so thousands of steps would be thousands of scans.
///
/// They do the same kind of thing to objects that are named by their ids, and none depends on what another of them does:
/// made at once they give what they give one by one. Objects that are put into objects that come are put in with these.
/// Steps between them that can be made before or after the others go with them: those that give values to objects named by
/// their ids, and those that call or classify objects that come. Then blanks within new objects may be others, since they
/// are copied from objects that do not have these values yet.
struct StepGroup {
  private(set) var changes: [StructureChange] = []

  /// The number of the step of each change.
  private(set) var numbers: [Int] = []

  /// The numbers of the steps that are to be made before the changes, and of those after them, in their order.
  private(set) var earlier: [Int] = []
  private(set) var later: [Int] = []

  /// The objects that come, and which step brings each.
  private(set) var arriving = ArrivingObjects()

  /// The objects that steps mean, as `Transaction` counts them.
  private(set) var meant: [NodeIndex] = []

  /// How many steps these are.
  private(set) var count = 0

  private let model: SceneModel

  /// Whether steps may be made before others that come first in the script.
  private let reorders: Bool

  /// Whether components judge the steps, and some of them read what an object is in.
  private let hasParentReaders: Bool
  private var kind: Kind?

  /// The objects that are changed, with all they hold where that matters, and those that mark places.
  private var members = NodeSet()
  private var marks = NodeSet()

  /// The objects that get names.
  private var named = NodeSet()

  /// The objects that get ids, by these.
  private var renamed: [ExactText: NodeIndex] = [:]

  /// The objects of the scene that get values after the changes.
  private var valued = NodeSet()

  /// Whether a step between the others gives values or a class.
  private var givesValues = false

  /// The objects of each change that are inserted, in the order of the changes.
  private var inserted: [Int] = []

  /// The place of the object that was inserted or moved last; the next one may follow it.
  private var last: ObjectPlace?

  /// The object that was moved last.
  private var lastMoved: NodeIndex?

  /// The places beside which steps put objects.
  private var sites: Set<ObjectPlace> = []

  private enum Kind: Hashable {
    case insert(Place)
    case remove
    case duplicate(Place)
    case move(Place)
    /// Giving ids and names, which no component asks for.
    case call
    case setClass
  }

  private enum Place: Hashable {
    case last
    case before
    /// Beside the original.
    case beside
    /// First in an object or after one, at most one step at each such place: others only continue after what it puts in.
    case site
    /// Anywhere, for a first step.
    case other
  }

  /// When a step is made.
  enum Turn {
    case now, earlier, later
  }

  /// Takes as many steps of a transaction as can be made together; nil where that is one or none.
  ///
  /// - Parameter steps: the numbers of those that are left.
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

  /// What a conflict with edits of others would be about.
  var touches: [ConflictCheck.Touch] {
    if kind == .remove { return members.map { ConflictCheck.Touch(node: $0, what: .everything) } }
    return changes.compactMap(\.touch)
  }

  // MARK: steps that change the structure

  mutating func remove(_ selector: Selector) -> Turn? {
    guard isNow(.remove), let node = node(selector), remove(subtree: node) else { return nil }
    changes.append(.remove(node))
    meant.append(node)
    return .now
  }

  mutating func duplicate(_ selector: Selector, _ id: String?, _ place: StepPlace?, _ number: Int) -> Turn? {
    guard let place = self.place(place), isNow(.duplicate(place.kind)), let node = node(selector),
      !id.isEmptyText, claim(subtree: node), mark(place.target), id.map({ arriving.addCopy($0, step: number) }) ?? true
    else { return nil }
    changes.append(.duplicate(node, id: id, at: place.target))
    if id == nil { meant.append(node) }
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
    meant.append(node)
    // At an index, what moves on from there would count.
    (last, lastMoved) = if case .at = target { (nil, nil) } else { (target, node) }
    return .now
  }

  // MARK: steps between the others

  /// Takes a step that gives values, where it means the same objects before or after the changes, and nothing that comes
  /// after it reads them.
  mutating func giveValues(to selector: Selector, isSet: Bool) -> Turn? {
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
    // What comes first is what is refused first: before these values nothing can be.
    let isFirst = { [self] node in !members.contains(node) && !named.contains(node) && !valued.contains(node) }
    if reorders, isSet, kind == .call, nodes.allSatisfy(isFirst) { return .earlier }
    valued.formUnion(nodes)
    givesValues = true
    return .later
  }

  mutating func rename(_ selector: Selector, _ id: String) -> Turn? {
    guard let old = selector.onlyID, !id.isEmpty, model.document.node(id: id) == nil, !arriving.knows(id),
      renamed[ExactText(id)] == nil
    else { return nil }
    if let number = arriving[old] {
      // A copy may be given any id that is free.
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
    // A name and values stand in the order in which they come.
    if valued.contains(node) { return .later }
    guard named.insert(node) else { return nil }
    changes.append(.setName(name, of: node))
    meant.append(node)
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
    meant.append(node)
    return .now
  }

  /// The object that gets an id or a name, which nothing refuses.
  private func callable(_ selector: Selector) -> NodeIndex? {
    node(selector).flatMap { model.document.reservedKeys($0).isEmpty ? $0 : nil }
  }

  // MARK: objects that come

  mutating func insert(_ objects: [String], _ place: StepPlace, _ number: Int) -> Turn? {
    guard !objects.isEmpty else { return nil }
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

  /// Takes the objects of a step, where none reads values that are given before.
  private mutating func arrive(_ objects: [String], _ number: Int, in holder: ArrivingObjects.Holder?) -> [Int]? {
    guard let tops = arriving.add(objects, step: number, into: holder, in: model) else { return nil }
    // What objects read through others of their step is what the uppermost reads.
    if givesValues, arriving.containsReader(tops), arriving.isChanged(holder, or: valued, in: model) { return nil }
    return tops
  }

  // MARK: objects of the scene

  /// Whether a step goes on with what those before it do.
  ///
  /// - Parameter place: where it puts objects; nil where others may be put beside them.
  private mutating func isNow(_ kind: Kind, at place: ObjectPlace? = nil) -> Bool {
    let isFirst = self.kind == nil
    if isFirst { self.kind = kind }
    switch kind {
    // The order of what comes to stand beside each other would be another.
    case .insert(.other), .duplicate(.other), .move(.other), .duplicate(.site): return isFirst
    case .insert(.site), .move(.site): return self.kind == kind && place.map { sites.insert($0).inserted } ?? isFirst
    default: return self.kind == kind
    }
  }

  private func node(_ selector: Selector) -> NodeIndex? { selector.onlyID.flatMap(node(id:)) }

  /// The object that has an id where the step is made that names it.
  private func node(id: String) -> NodeIndex? {
    if let node = renamed[ExactText(id)] { return node }
    return model.document.node(id: id).flatMap { kind == .call && members.contains($0) ? nil : $0 }
  }

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
    case .first: return (.site, .first(in: parent))
    case .index(let index): return (.other, .at(index, in: parent))
    case .before(let sibling): return node(sibling).map { (.before, .before($0)) }
    case .after(let sibling): return node(sibling).map { (.site, .after($0)) }
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

  /// Takes an object that is removed, with all it holds, where no step before has to do with it; what it holds may be
  /// removed already.
  private mutating func remove(subtree node: NodeIndex) -> Bool {
    guard !members.contains(node) else { return false }
    return members.insert(subtreeOf: node, in: model.document).allSatisfy { !valued.contains($0) }
  }

  /// Notes the object that marks a place, where no step changes it.
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
  /// The object among whose children the place is; nil for the scene.
  fileprivate func parent(in document: SceneDocument) -> NodeIndex? {
    switch self {
    case .first(let parent), .last(let parent), .at(_, let parent): parent
    case .before(let sibling), .after(let sibling): document.parent(sibling)
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
  var onlyID: String? {
    guard let ids = onlyIDs, ids.count == 1 else { return nil }
    return ids[0]
  }
}

extension Selector.Compound {
  fileprivate var onlyIDs: [String]? {
    guard typeName == nil, predicates.isEmpty, pseudoClasses.isEmpty else { return nil }
    return id.map { [$0] } ?? ids
  }
}

extension String? {
  /// Whether there is a text, and nothing in it.
  fileprivate var isEmptyText: Bool { self?.isEmpty ?? false }
}
