internal import JSONText
internal import SceneDocument

/// A search for the objects that one side of a merge renamed.
///
/// The text of a scene does not record renames: an old id is missing, and a new id has appeared. The search pairs the
/// two objects if they have the same class, the same parent and the same place among the siblings that kept their ids,
/// and if their contents leave no doubt:
///
/// ```
/// badge (Star, width 7)  →  logo (Star, width 7)             renamed
/// badge (Star, with #dot in it)  →  logo (Star, with #dot)   renamed
/// badge (Star, width 7)  →  logo (Star, width 9)             removed and inserted
/// ```
///
/// An object with a new id and different values is recognised if most of its values are unchanged, or if objects inside
/// it have kept their ids.
struct RenamedObjects {
  /// The new number of each renamed object, by its old number.
  private(set) var pairs: [NodeIndex: NodeIndex] = [:]

  private let matching: ObjectMatching
  private var old: SceneDocument { matching.old }
  private var new: SceneDocument { matching.new }

  /// The old number of each renamed object, by its new number.
  private var origins: [NodeIndex: NodeIndex] = [:]

  /// Searches two scenes whose objects are matched by their ids.
  ///
  /// - Parameter known: the known renames of objects: new ids, by their old ids.
  init(_ matching: ObjectMatching, known: [ExactText: String] = [:]) {
    self.matching = matching
    guard !matching.isIdentity else { return }
    // Parents precede their children, so a parent is paired before its children are.
    var parents: [NodeIndex?] = []
    var seen: Set<NodeIndex?> = []
    var hasGone = false
    for node in matching.old.objects where matching.isGone(node) {
      hasGone = true
      let name = known[ExactText(old.id(node))]
      if let fresh = name.flatMap(new.node(id:)), matching.isNew(fresh), origins[fresh] == nil { pair(node, fresh) }
    }
    guard hasGone else { return }
    for node in new.objects where matching.isNew(node) && seen.insert(new.parent(node)).inserted {
      parents.append(new.parent(node))
    }
    for parent in parents {
      guard let parent else {
        pair(Array(old.roots), with: Array(new.roots))
        continue
      }
      guard let origin = matching.old(parent) ?? origins[parent] else { continue }
      pair(Array(old.children(origin)), with: Array(new.children(parent)))
    }
  }

  private mutating func pair(_ node: NodeIndex, _ fresh: NodeIndex) {
    (pairs[node], origins[fresh]) = (fresh, node)
  }

  /// Pairs renamed children of one parent that exists in both scenes.
  private mutating func pair(_ olds: [NodeIndex], with news: [NodeIndex]) {
    let places = Dictionary(uniqueKeysWithValues: news.enumerated().map { ($1, $0) })
    func fellow(_ node: NodeIndex) -> NodeIndex? {
      (matching.new(node) ?? pairs[node]).flatMap { places[$0] == nil ? nil : $0 }
    }
    var gaps: [NodeIndex?: [NodeIndex]] = [:]
    var last: NodeIndex?
    for node in olds {
      if let kept = fellow(node) {
        last = kept
      } else if matching.isGone(node), pairs[node] == nil {
        gaps[last, default: []].append(node)
      }
    }
    guard !gaps.isEmpty else { return }
    let kept = Set(olds.compactMap(fellow))
    var fresh: [NodeIndex] = []
    last = nil
    for node in news {
      if kept.contains(node) {
        pairGap(gaps[last] ?? [], with: fresh)
        (last, fresh) = (node, [])
      } else if matching.isNew(node), origins[node] == nil {
        fresh.append(node)
      }
    }
    pairGap(gaps[last] ?? [], with: fresh)
  }

  /// Pairs removed and new objects between the same two siblings.
  private mutating func pairGap(_ gone: [NodeIndex], with fresh: [NodeIndex]) {
    guard !gone.isEmpty, !fresh.isEmpty else { return }
    // Nothing distinguishes equal objects, so all of them must be present, in the same order.
    let (former, present) = (Dictionary(grouping: gone, by: key(old)), Dictionary(grouping: fresh, by: key(new)))
    for (key, nodes) in former where present[key]?.count == nodes.count {
      for (node, other) in zip(nodes, present[key] ?? []) where isAlike(node, other) { pair(node, other) }
    }
    let (rest, others) = (gone.filter { pairs[$0] == nil }, fresh.filter { origins[$0] == nil })
    for node in rest {
      let likely = others.filter { origins[$0] == nil && hasKeptChildren(node, $0) }
      if likely.count == 1 { pair(node, likely[0]) }
    }
    guard rest.count == 1, others.count == 1, pairs[rest[0]] == nil, isNearlyAlike(rest[0], others[0]) else { return }
    pair(rest[0], others[0])
  }

  /// Returns a function that computes an object's key: a text that is equal for objects of the same class, name and
  /// values, regardless of their descendants.
  private func key(_ document: SceneDocument) -> (NodeIndex) -> ExactText {
    { node in
      var parts = values(document, node).map { "\($0.key)=\($0.value)" }.sorted()
      document.forEachOtherMember(of: node) { key, value in
        parts.append("\(key):\(Self.plain(String(decoding: value, as: UTF8.self)))")
      }
      return ExactText(([document.className(node), document.objectName(node) ?? ""] + parts).joined(separator: "\n"))
    }
  }

  private func values(_ document: SceneDocument, _ node: NodeIndex) -> [String: String] {
    var values: [String: String] = [:]
    document.forEachAttribute(of: node) { key, value in
      values[JSONString.decode(key)] = Self.plain(String(decoding: value, as: UTF8.self))
      return true
    }
    return values
  }

  /// Returns a JSON text without its formatting.
  private static func plain(_ text: String) -> String { (try? JSON.parse(Array(text.utf8)))?.text() ?? text }

  /// Returns true if two objects with equal keys can be the same object: if they have values or a common child, or if
  /// their children have the same classes.
  private func isAlike(_ node: NodeIndex, _ fresh: NodeIndex) -> Bool {
    if !values(old, node).isEmpty || hasKeptChildren(node, fresh) { return true }
    let classes = (
      old.children(node).map { ExactText(old.className($0)) }, new.children(fresh).map { ExactText(new.className($0)) }
    )
    return classes.0 == classes.1
  }

  /// Returns true if the objects have the same class, and if at least one child of the old object is now a child of the
  /// new one.
  private func hasKeptChildren(_ node: NodeIndex, _ fresh: NodeIndex) -> Bool {
    guard old.className(node).isExactly(new.className(fresh)) else { return false }
    return old.children(node).contains { matching.new($0).flatMap(new.parent) == fresh }
  }

  /// Returns true if the objects have the same class, and if the new object has all values of the old one, or if more
  /// values are equal than different.
  private func isNearlyAlike(_ node: NodeIndex, _ fresh: NodeIndex) -> Bool {
    guard old.className(node).isExactly(new.className(fresh)) else { return false }
    let (former, present) = (values(old, node), values(new, fresh))
    let same = former.count { present[$0.key] == $0.value }
    if same > 0, same == former.count { return true }
    return same > Set(former.keys).union(present.keys).count - same
  }
}
