internal import InspectorKit
internal import JSONText
internal import SceneDocument

/// A three-way merge of an object's runtime attributes by their key paths.
struct RuntimeAttributeMerge {
  /// The merged list as JSON text; nil if the merged object has no list.
  private(set) var text: String?

  /// The key paths whose attributes both sides changed differently, with the three values. Whole elements are listed
  /// instead of the values if our value equals theirs, or if the types differ.
  private(set) var conflicts: [(keyPath: String, base: String?, ours: String?, theirs: String?)] = []

  /// Merges the JSON texts of three lists. A text is nil for an object without a list. Returns nil if the lists can
  /// only be merged as wholes: because one is invalid, or because the result would not have the order of `theirs`.
  ///
  /// - Parameter prefersTheirs: true to resolve conflicts with the elements of `theirs` instead of reporting them.
  init?(base: String?, ours: String?, theirs: String?, prefersTheirs: Bool) {
    guard let base = Self.list(base), let own = Self.list(ours), let other = Self.list(theirs) else { return nil }
    var merged = RuntimeAttributeDraft(ours == nil ? nil : own)
    let keyPaths = other.elements.compactMap(\.keyPath)
    let gone = base.elements.compactMap(\.keyPath).filter { other[$0] == nil }
    for keyPath in keyPaths + gone {
      let (before, mine, new) = (base.attribute(keyPath), own.attribute(keyPath), other.attribute(keyPath))
      if Self.areSame(before, new) || Self.areSame(mine, new) { continue }
      guard Self.areSame(before, mine) || prefersTheirs else {
        let texts = Self.texts(before, mine, new)
        conflicts.append((keyPath, texts.base, texts.ours, texts.theirs))
        continue
      }
      if let element = other[keyPath] {
        merged.set(keyPath, to: element, of: other)
      } else {
        merged.remove(keyPath)
      }
    }
    text = merged.text(hasBlanks: other.text.contains(0x20)).map { String(decoding: $0, as: UTF8.self) }
    guard other.isOrdered(like: base) || Self.list(text).map(other.isOrdered) ?? true else { return nil }
  }

  /// Parses a list of runtime attributes; an absent list is read as empty. Returns nil if the list is invalid or
  /// repeats a key path.
  fileprivate static func list(_ text: String?) -> RuntimeAttributeList? {
    let list = RuntimeAttributeList(Array((text ?? "[]").utf8))
    let paths = Set(list.elements.compactMap { $0.keyPath.map { ExactText($0) } })
    let isSound = list.problem == nil && list.elements.allSatisfy { $0.problem == nil }
    return isSound && paths.count == list.elements.count ? list : nil
  }

  fileprivate typealias Attribute = RuntimeAttributeList.Attribute

  private static func areSame(_ a: Attribute?, _ b: Attribute?) -> Bool {
    guard let a, let b else { return a == nil && b == nil }
    return SceneDifference.isSame(a.element, b.element)
  }

  /// Returns the texts that show a conflict: the values of the attributes, or their whole elements if our value equals
  /// theirs or the types differ.
  private static func texts(
    _ base: Attribute?, _ ours: Attribute?, _ theirs: Attribute?
  ) -> (base: String?, ours: String?, theirs: String?) {
    let types = Set([base, ours, theirs].compactMap { $0?.type })
    guard types.count == 1, ours?.value != theirs?.value else {
      return (base?.element, ours?.element, theirs?.element)
    }
    return (base?.value, ours?.value, theirs?.value)
  }
}

extension SceneDifference.Member {
  /// The differences for display: one for each differing runtime attribute, named by its key path; one for each
  /// differing binding, named `bindings.` and the property; or one for the whole member, named by its key.
  package var changes: [(name: String, old: String?, new: String?)] {
    runtimeAttributes?.map { ($0.keyPath, $0.old, $0.new) } ?? bindings ?? [(key, old, new)]
  }

  /// The differences of runtime attributes by key path; nil for other members. Also nil if the values alone do not show
  /// the difference, because an invalid element, the order, a type or a further member differs.
  private var runtimeAttributes: [(keyPath: String, old: String?, new: String?)]? {
    guard key == SceneDocument.runtimeAttributesKey else { return nil }
    let before = RuntimeAttributeList(Array((old ?? "[]").utf8))
    let after = RuntimeAttributeList(Array((new ?? "[]").utf8))
    guard before.problem == nil, after.problem == nil, after.isOrdered(like: before),
      before.invalidElements.elementsEqual(after.invalidElements, by: SceneDifference.isSame)
    else { return nil }
    var changes: [(keyPath: String, old: String?, new: String?)] = []
    for keyPath in after.keyPaths + before.keyPaths.filter({ after[$0] == nil }) {
      let (old, new) = (before.attribute(keyPath), after.attribute(keyPath))
      if let old, let new {
        if SceneDifference.isSame(old.element, new.element) { continue }
        if old.type != new.type || SceneDifference.isSame(old.value, new.value) { return nil }
      }
      changes.append((keyPath, old?.value, new?.value))
    }
    return changes.isEmpty ? nil : changes
  }
}

extension RuntimeAttributeList {
  /// A valid attribute with the texts of its value and of its element.
  fileprivate struct Attribute {
    let type: PropertyType
    let value: String
    let element: String
  }

  /// The key paths of the valid attributes, each once.
  fileprivate var keyPaths: [String] {
    elements.indices.filter(isAttribute).compactMap { elements[$0].keyPath }
  }

  /// The texts of the elements that are not valid attributes.
  fileprivate var invalidElements: [String] {
    elements.indices.filter { !isAttribute($0) }.map { String(decoding: text[elements[$0].span], as: UTF8.self) }
  }

  private func isAttribute(_ place: Int) -> Bool {
    elements[place].problem == nil && elements[place].keyPath.map { self.place(of: $0) == place } ?? false
  }

  /// Returns the attribute with a key path; nil if the list has none, or if its type is invalid.
  fileprivate func attribute(_ keyPath: String) -> Attribute? {
    guard let element = self[keyPath], let type = element.type else { return nil }
    return Attribute(
      type: type, value: String(decoding: value(of: element), as: UTF8.self),
      element: String(decoding: text[element.span], as: UTF8.self))
  }

  /// Returns true if the attributes that both lists have are in the same order, and the attributes that only this list
  /// has follow them.
  fileprivate func isOrdered(like other: RuntimeAttributeList) -> Bool {
    let places = keyPaths.map { other.place(of: $0) ?? .max }
    return zip(places, places.dropFirst()).allSatisfy { $0 <= $1 }
  }
}
