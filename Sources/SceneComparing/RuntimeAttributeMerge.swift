internal import InspectorKit
internal import JSONText
internal import SceneDocument

/// A three-way merge of an object's runtime attributes by their key paths.
struct RuntimeAttributeMerge {
  /// The merged list as JSON text; nil if the object is to have none.
  private(set) var text: String?

  /// The key paths that both sides changed in different ways, with their values.
  private(set) var conflicts: [(keyPath: String, base: String?, ours: String?, theirs: String?)] = []

  /// Merges the JSON texts of three lists, which are nil for objects without a list. Returns nil if a list is invalid.
  ///
  /// - Parameter prefersTheirs: true to resolve conflicts with the values of `theirs` instead of reporting them.
  init?(base: String?, ours: String?, theirs: String?, prefersTheirs: Bool) {
    guard let base = Self.list(base), let own = Self.list(ours), let other = Self.list(theirs) else { return nil }
    var merged = RuntimeAttributeDraft(ours == nil ? nil : own)
    let keyPaths = other.elements.compactMap(\.keyPath)
    let gone = base.elements.compactMap(\.keyPath).filter { other[$0] == nil }
    for keyPath in keyPaths + gone {
      let (before, mine, new) = (base.value(keyPath), own.value(keyPath), other.value(keyPath))
      if Self.areSame(before, new) || Self.areSame(mine, new) { continue }
      guard Self.areSame(before, mine) || prefersTheirs else {
        conflicts.append((keyPath, before?.text, mine?.text, new?.text))
        continue
      }
      if let new {
        merged.set(keyPath, new.type, to: Array(new.text.utf8))
      } else {
        merged.remove(keyPath)
      }
    }
    text = merged.text(hasBlanks: other.text.contains(0x20)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Parses a list of runtime attributes; an absent list is read as empty. Returns nil if the list is invalid or
  /// repeats a key path.
  fileprivate static func list(_ text: String?) -> RuntimeAttributeList? {
    let list = RuntimeAttributeList(Array((text ?? "[]").utf8))
    let paths = Set(list.elements.compactMap { $0.keyPath.map { ExactText($0) } })
    let isSound = list.problem == nil && list.elements.allSatisfy { $0.problem == nil }
    return isSound && paths.count == list.elements.count ? list : nil
  }

  private static func areSame(
    _ a: (type: PropertyType, text: String)?, _ b: (type: PropertyType, text: String)?
  ) -> Bool {
    guard let a, let b else { return a == nil && b == nil }
    return a.type == b.type && SceneDifference.isSame(a.text, b.text)
  }
}

extension SceneDifference.Member {
  /// The differences to show, each with its name: those of the runtime attributes by their key paths, or that of the
  /// whole member.
  package var changes: [(name: String, old: String?, new: String?)] {
    runtimeAttributes?.map { ($0.keyPath, $0.old, $0.new) } ?? [(key, old, new)]
  }

  /// The differences of runtime attributes by key path; nil for other members. Also nil if the values alone do not show
  /// the difference, because a list is invalid, or because only the order or a type differs.
  private var runtimeAttributes: [(keyPath: String, old: String?, new: String?)]? {
    guard key == SceneDocument.runtimeAttributesKey, let before = RuntimeAttributeMerge.list(old),
      let after = RuntimeAttributeMerge.list(new)
    else { return nil }
    var changes: [(keyPath: String, old: String?, new: String?)] = []
    let keyPaths = after.elements.compactMap(\.keyPath)
    for keyPath in keyPaths + before.elements.compactMap(\.keyPath).filter({ after[$0] == nil }) {
      let (old, new) = (before.value(keyPath), after.value(keyPath))
      if let old, let new, old.type != new.type { return nil }
      if let old, let new, SceneDifference.isSame(old.text, new.text) { continue }
      changes.append((keyPath, old?.text, new?.text))
    }
    return changes.isEmpty ? nil : changes
  }
}

extension RuntimeAttributeList {
  /// Returns the type and the text of an attribute; nil if there is none.
  fileprivate func value(_ keyPath: String) -> (type: PropertyType, text: String)? {
    guard let element = self[keyPath], let type = element.type else { return nil }
    return (type, String(decoding: value(of: element), as: UTF8.self))
  }
}
