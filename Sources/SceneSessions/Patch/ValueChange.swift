internal import JSONText
internal import SceneDocument

/// The difference between an object's attributes in two texts of a scene.
struct ValueChange {
  /// The object's id, which is the same in both texts.
  let id: String
  private(set) var before: Before
  private(set) var change = Change()

  /// The object's class and the former state of all attributes that change.
  struct Before: Hashable {
    var className: String
    /// The former values of the changed keys, except for the `absent` keys, which had none.
    var stored: [ObjectExpectation.Value] = []
    var absent: [String] = []
  }

  /// The operations that turn the former attributes into the new ones.
  struct Change: Hashable {
    /// The renamed keys, whose values are unchanged.
    var renames: [Rename] = []
    /// The changed or new values in key order; `resets` lists the removed keys.
    var sets: [ObjectExpectation.Value] = []
    var resets: [String] = []
    /// The types of the new values that a foreign document stores with their types, by name.
    var types: [String: String] = [:]

    /// Returns the name of a value in an assignment.
    func target(_ name: String) -> String { types[name].map { "\(name):\($0)" } ?? name }
  }

  struct Rename: Hashable {
    var old: String
    var new: String
  }

  /// Compares the attributes of an object in two texts of its scene; nil if they are equal.
  init?(from old: SceneDocument, _ oldNode: NodeIndex, to new: SceneDocument, _ node: NodeIndex) {
    (id, before) = (new.id(node), Before(className: new.className(node)))
    // A value that a template also supplies may be stored in only one of the texts.
    let changes = SceneDifference.writtenAttributes(old, oldNode, new, node)
    guard !changes.isEmpty else { return nil }
    let known = Dictionary(changes.map { (ExactText($0.property), $0) }, uniquingKeysWith: { first, _ in first })
    var renamed: Set<ExactText> = []
    for (former, key) in zip(Self.keys(old, oldNode), Self.keys(new, node)) where former.text != key.text {
      guard let left = known[former], let came = known[key], left.new == nil, came.old == nil,
        let text = left.old, text == came.new, renamed.isDisjoint(with: [former, key])
      else { continue }
      change.renames.append(Rename(old: former.text, new: key.text))
      before.stored.append(.init(former.text, text))
      before.absent.append(key.text)
      renamed.formUnion([former, key])
    }
    for attribute in changes where !renamed.contains(ExactText(attribute.property)) {
      if let text = old.attribute(attribute.property, of: oldNode).map({ String(decoding: $0, as: UTF8.self) }) {
        before.stored.append(.init(attribute.property, text))
      } else {
        before.absent.append(attribute.property)
      }
      if let text = attribute.new {
        change.sets.append(.init(attribute.property, text))
        if attribute.old == nil {
          change.types[attribute.property] = new.typeOfEntry(attribute.property, node)
        }
      } else {
        change.resets.append(attribute.property)
      }
    }
  }

  private static func keys(_ document: SceneDocument, _ node: NodeIndex) -> [ExactText] {
    var keys: [ExactText] = []
    document.forEachWrittenAttribute(of: node) { key, _ in
      keys.append(ExactText(JSONString.decode(key)))
      return true
    }
    return keys
  }

  /// Groups the changes by one of their parts. Returns each distinct value of the part with the ids of its objects, in
  /// the order of the changes.
  ///
  /// - Parameters:
  ///   - part: `before` or `change`.
  ///   - keepsOrder: true to group only changes that follow each other.
  static func grouped<Part: Hashable>(
    _ changes: [ValueChange], by part: KeyPath<ValueChange, Part>, keepsOrder: Bool = false
  ) -> [(part: Part, ids: [String])] {
    var groups: [(part: Part, ids: [String])] = []
    var places: [Part: Int] = [:]
    for change in changes {
      let part = change[keyPath: part]
      if let place = places[part] {
        groups[place].ids.append(change.id)
      } else {
        if keepsOrder { places = [:] }
        places[part] = groups.count
        groups.append((part, [change.id]))
      }
    }
    return groups
  }
}

extension ValueChange.Before {
  /// Returns a step that expects objects to be in this state.
  func expectation(of ids: [String]) -> EditStep {
    var expectation = ObjectExpectation(Selector(ids: ids))
    if ids.count > 1 { expectation.count = ids.count }
    (expectation.className, expectation.stored, expectation.absent) = (className, stored, absent)
    return .expect(expectation)
  }
}

extension ValueChange.Change {
  /// Returns alternative lists of steps that apply the change to the selected objects. The caller uses the first list
  /// that reproduces the text; the last list reproduces at least the values.
  func ways(for selector: Selector) -> [[EditStep]] {
    guard !types.isEmpty else { return ways(to: selector) }
    var untyped = self
    untyped.types = [:]
    // A plugin may declare a value that the document stores with a type.
    return ways(to: selector) + untyped.ways(to: selector)
  }

  private func ways(to selector: Selector) -> [[EditStep]] {
    let renames = renames.map { EditStep.renameProperty(selector, from: $0.old, to: $0.new) }
    let resets = resets.map { Assignment($0, .reset) }
    let plain = sets.map { Assignment(target($0.name), .json($0.json)) }
    let exact = sets.map { Assignment(target($0.name), $0.hasForm ? .exact($0.json) : .json($0.json)) }
    func step(_ assignments: [Assignment]) -> [EditStep] { assignments.isEmpty ? [] : [.set(selector, assignments)] }
    var ways = [renames + step(plain + resets)]
    if exact != plain { ways.append(renames + step(exact + resets)) }
    if !resets.isEmpty, !exact.isEmpty { ways.insert(renames + step(resets) + step(exact), at: ways.count - 1) }
    let whole = sets.map { Assignment(target($0.name), .exact($0.json)) }
    if whole != exact { ways.append(renames + step(whole + resets)) }
    return ways
  }
}

extension ObjectExpectation.Value {
  /// True if the value is a JSON object or string, such as a rectangle or a colour, which may have several notations.
  fileprivate var hasForm: Bool { json.first == "{" || json.first == "\"" }
}
