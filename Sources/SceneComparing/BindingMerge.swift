internal import JSONText
internal import SceneDocument

/// A three-way merge of an object's bindings by the names of the properties.
struct BindingMerge {
  /// The merged `bindings` member as JSON text; nil if the merged object has no bindings.
  private(set) var text: String?

  /// The properties whose bindings both sides changed differently, with the JSON texts of the bindings.
  private(set) var conflicts: [(property: String, base: String?, ours: String?, theirs: String?)] = []

  /// Merges the JSON texts of three members. A text is nil for an object without bindings. Returns nil if the members
  /// can only be merged as wholes, because one of them is not a valid list of bindings.
  ///
  /// - Parameter prefersTheirs: true to resolve conflicts with the bindings of `theirs` instead of reporting them.
  init?(base: String?, ours: String?, theirs: String?, prefersTheirs: Bool) {
    let lists = [base, ours, theirs].map { BindingList(Array(($0 ?? "{}").utf8)) }
    guard lists.allSatisfy({ $0.problem == nil }) else { return nil }
    var merged = ours.map { Array($0.utf8) }
    let names = lists[2].entries.map(\.property)
    for name in names + lists[0].entries.map(\.property).filter({ lists[2][$0] == nil }) {
      let (before, mine, new) = (lists[0][name]?.text, lists[1][name]?.text, lists[2][name]?.text)
      if Self.areSame(before, new) || Self.areSame(mine, new) { continue }
      guard Self.areSame(before, mine) || prefersTheirs else {
        conflicts.append((name, before, mine, new))
        continue
      }
      if let new {
        merged = SceneDocument.object(merged ?? Array("{}".utf8), setting: name, to: Array(new.utf8))
      } else {
        merged = merged.flatMap { BindingList.text($0, unbinding: name) }
      }
    }
    text = merged.map { String(decoding: $0, as: UTF8.self) }
  }

  private static func areSame(_ a: String?, _ b: String?) -> Bool {
    guard let a, let b else { return a == nil && b == nil }
    return SceneDifference.isSame(a, b)
  }
}

extension SceneDifference.Member {
  /// The differences of bindings by property; nil for other members, and if the difference is not in the bindings
  /// themselves.
  var bindings: [(name: String, old: String?, new: String?)]? {
    guard key == SceneDocument.bindingsKey else { return nil }
    let (before, after) = (
      BindingList(Array((old ?? "{}").utf8)), BindingList(Array((new ?? "{}").utf8))
    )
    guard before.problem == nil, after.problem == nil else { return nil }
    let names = after.entries.map(\.property)
    let changes = (names + before.entries.map(\.property).filter { after[$0] == nil }).compactMap {
      name -> (name: String, old: String?, new: String?)? in
      let (old, new) = (before[name]?.text, after[name]?.text)
      if let old, let new, SceneDifference.isSame(old, new) { return nil }
      return ("\(key).\(name)", old, new)
    }
    return changes.isEmpty ? nil : changes
  }
}
