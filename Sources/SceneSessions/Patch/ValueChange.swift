internal import JSONText
internal import SceneDocument

/// The difference between an object's attributes in two texts of a scene.
struct ValueChange {
  let id: String
  let className: String

  /// The renamed keys, with the text that they store.
  private(set) var renames: [Rename] = []
  /// The changed or new values in key order; `resets` lists the removed keys.
  private(set) var sets: [Stored] = []
  private(set) var resets: [String] = []

  /// The former values of all these keys; `absent` lists those without one.
  private(set) var olds: [Stored] = []
  private(set) var absent: [String] = []

  struct Stored: Hashable {
    var key: String
    var json: String
  }

  struct Rename: Hashable {
    var old: String
    var new: String
  }

  /// Compares the attributes; nil if they are equal.
  init?(from old: SceneDocument, _ oldNode: NodeIndex, to new: SceneDocument, _ node: NodeIndex) {
    (id, className) = (new.id(node), new.className(node))
    let changes = SceneDifference.attributes(old, oldNode, new, node)
    guard !changes.isEmpty else { return nil }
    let known = Dictionary(changes.map { (ExactText($0.property), $0) }, uniquingKeysWith: { first, _ in first })
    var renamed: Set<ExactText> = []
    for (former, key) in zip(Self.keys(old, oldNode), Self.keys(new, node)) where former.text != key.text {
      guard let before = known[former], let after = known[key], before.new == nil, after.old == nil,
        let text = before.old, text == after.new, renamed.isDisjoint(with: [former, key])
      else { continue }
      renames.append(Rename(old: former.text, new: key.text))
      olds.append(Stored(key: former.text, json: text))
      absent.append(key.text)
      renamed.formUnion([former, key])
    }
    for change in changes where !renamed.contains(ExactText(change.property)) {
      if let text = change.old {
        olds.append(Stored(key: change.property, json: text))
      } else {
        absent.append(change.property)
      }
      if let text = change.new {
        sets.append(Stored(key: change.property, json: text))
      } else {
        resets.append(change.property)
      }
    }
  }

  private static func keys(_ document: SceneDocument, _ node: NodeIndex) -> [ExactText] {
    var keys: [ExactText] = []
    document.forEachAttribute(of: node) { key, _ in
      keys.append(ExactText(JSONString.decode(key)))
      return true
    }
    return keys
  }
}

/// Objects with the same change.
struct ValueGroup {
  private(set) var ids: [String]
  private let change: ValueChange

  private struct Change: Hashable {
    var renames: [ValueChange.Rename]
    var sets: [ValueChange.Stored]
    var resets: [String]
  }

  private struct Before: Hashable {
    var className: String
    var olds: [ValueChange.Stored]
    var absent: [String]
  }

  static func groups(of changes: [ValueChange]) -> [ValueGroup] {
    grouped(changes) { Change(renames: $0.renames, sets: $0.sets, resets: $0.resets) }
  }

  /// Returns expectations of the present values of objects that will change.
  static func expectations(of changes: [ValueChange]) -> [EditStep] {
    grouped(changes) { Before(className: $0.className, olds: $0.olds, absent: $0.absent) }.map { group in
      var expectation = ObjectExpectation(Selector(ids: group.ids))
      if group.ids.count > 1 { expectation.count = group.ids.count }
      expectation.className = group.change.className
      expectation.stored = group.change.olds.map { .init($0.key, $0.json) }
      expectation.absent = group.change.absent
      return .expect(expectation)
    }
  }

  private static func grouped<Key: Hashable>(_ changes: [ValueChange], by key: (ValueChange) -> Key) -> [ValueGroup] {
    var groups: [ValueGroup] = []
    var places: [Key: Int] = [:]
    for change in changes {
      let key = key(change)
      if let place = places[key] {
        groups[place].ids.append(change.id)
      } else {
        places[key] = groups.count
        groups.append(ValueGroup(ids: [change.id], change: change))
      }
    }
    return groups
  }

  // MARK: steps

  /// The alternative steps for the change. The first that reproduces the text is used; the last reproduces at least
  /// the values.
  var ways: [[EditStep]] {
    let selector = Selector(ids: ids)
    let renames = change.renames.map { EditStep.renameProperty(selector, from: $0.old, to: $0.new) }
    let resets = change.resets.map { Assignment($0, .reset) }
    let plain = change.sets.map { Assignment($0.key, .json($0.json)) }
    let exact = change.sets.map { Assignment($0.key, $0.hasForm ? .exact($0.json) : .json($0.json)) }
    func step(_ assignments: [Assignment]) -> [EditStep] { assignments.isEmpty ? [] : [.set(selector, assignments)] }
    var ways = [renames + step(plain + resets)]
    if exact != plain { ways.append(renames + step(exact + resets)) }
    if !resets.isEmpty, !exact.isEmpty { ways.insert(renames + step(resets) + step(exact), at: ways.count - 1) }
    return ways
  }
}

extension ValueChange.Stored {
  /// True if the value has several spellings, as colors and composite values do.
  fileprivate var hasForm: Bool { json.first == "{" || json.first == "\"" }
}
