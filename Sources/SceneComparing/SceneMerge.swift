internal import JSONText
package import SceneDocument

/// A three-way merge that applies the other side's changes to our copy of a scene. Our side changed ``base`` to
/// ``ours``, and the other side changed ``base`` to ``theirs``. A conflict arises if both sides changed the same thing
/// in different ways.
package struct SceneMerge {
  package let base: SceneDocument
  package let ours: SceneDocument
  package let theirs: SceneDocument

  /// The two sides, including the objects from templates.
  let composed: SceneDocument
  let composedTheirs: SceneDocument

  /// True if a conflict is resolved in favour of the other side, provided that the other side's change can be applied.
  let prefersTheirs: Bool

  /// The unresolved conflicts between the two sides. For each of them, the merged scene keeps our side's change.
  package internal(set) var conflicts: [SceneConflict] = []

  /// True if our side changed nothing since ``base``. The text of ``theirs`` is then the result of the merge.
  package let isOursUnchanged: Bool

  /// The other side's changes that the merge applies.
  var taken = SceneDifference()

  /// The ids of objects that the other side changed and our side removed. Each such object has one conflict.
  private var removed: Set<ExactText> = []

  let here: SceneDifference
  let there: SceneDifference

  /// The steps that prepare our scene for the merge, such as renames of objects that the other side renamed.
  private let steps: [EditStep]

  /// The ids of the objects that our side renamed.
  private let renamedHere: Set<ExactText>

  /// Merges the changes that two sides made to a scene since their common base.
  ///
  /// - Parameters:
  ///   - library: the plugins of the scene, which declare the properties whose references are updated after a rename.
  ///   - known: the known renames of objects: new ids, by their old ids.
  ///   - keepsText: true to keep our text even if our side made no difference that the comparison finds, since a
  ///     foreign document has further content.
  package init(
    base: SceneDocument, ours: SceneDocument, theirs: SceneDocument, prefersTheirs: Bool = false,
    library: PluginLibrary, known: KnownRenames = KnownRenames(), keepsText: Bool = false,
    under job: InspectorJob = InspectorJob()
  ) {
    var sides = MergeSides(base: base, ours: ours, theirs: theirs, library: library, under: job)
    isOursUnchanged = !keepsText && sides.here.isEmpty
    if !isOursUnchanged { sides.align(prefersTheirs: prefersTheirs, known: known) }
    // Changes in values from templates are merged in the templates' documents.
    (composed, composedTheirs) = (sides.ours, sides.theirs)
    (self.base, self.ours, self.theirs) = (sides.base.written, sides.ours.written, sides.theirs.written)
    (here, there, steps, renamedHere) = (sides.here, sides.there, sides.steps, sides.renamedHere)
    self.prefersTheirs = prefersTheirs
    guard !isOursUnchanged else { return }
    conflicts = sides.conflicts
    for (id, former) in sides.lost.sorted(by: { $0.value < $1.value }) {
      removed.insert(id)
      conflicts.append(SceneConflict(object: former, subject: .existence, ours: nil, theirs: id.text))
    }
    take(\.attributes) { ($0.object, $0.placeholder, $0.property, .property($0.property), $0.old, $0.new) }
    takeTornProperties(sides.torn)
    take(\.colors) { (nil, nil, $0.name, .color($0.name), $0.old, $0.new) }
    take(\.members) { ($0.object, nil, $0.key, .member($0.key), $0.old, $0.new) }
    takeWholeOverrides()
    takeReachableOverrides()
    takeMembers()
    takeStructure()
  }

  /// True if a side inserted, removed or moved objects in a list of a foreign document that contains objects without
  /// ids. Objects without ids cannot be matched between the sides.
  package var cannotMatch: Bool {
    guard !isOursUnchanged, ours.hasObjectsWithoutIDs || theirs.hasObjectsWithoutIDs,
      !(here.structure.isEmpty && there.structure.isEmpty)
    else { return false }
    let lists = base.listsWithoutIDs
    return lists != ours.listsWithoutIDs || lists != theirs.listsWithoutIDs
  }

  /// Returns the edit that applies the other side's changes to our scene, except those in ``members()``.
  package func edit() throws(Diagnostic) -> EditRequest {
    var taken = taken
    let whole = wholePlaceholders
    taken.attributes.removeAll { $0.placeholder.map { whole.contains(ExactText($0)) } ?? false }
    let reconciliation = try Diagnostic.wrapping { () throws(SceneError) in
      try Reconciliation(of: ours, with: theirs, in: taken, since: base)
    }
    var request = EditRequest(steps + reconciliation.steps)
    request.allowsEmpty = true
    return request
  }

  /// Returns true if the merge should apply a change of the other side. Returns false if our side made the same change.
  /// If our side made a conflicting change, adds a conflict and returns false, unless the other side is preferred.
  ///
  /// - Parameter mine: our side's new value, or `.some(nil)` if our side removed the old value; nil if our side changed
  ///   nothing.
  private mutating func takes(
    _ subject: SceneConflict.Subject, of object: String?, from old: String?, to new: String?, mine: String??,
    areSame: (String?, String?) -> Bool
  ) -> Bool {
    guard let mine else { return true }
    if areSame(mine, new) { return false }
    if prefersTheirs { return true }
    conflicts.append(SceneConflict(object: object, subject: subject, base: old, ours: mine, theirs: new))
    return false
  }

  /// Returns the index, in our scene, of an object that the other side changed. If our side removed the object, returns
  /// nil, and adds a conflict the first time.
  private mutating func own(_ object: String) -> NodeIndex? {
    if let node = ours.node(id: object) { return node }
    if removed.insert(ExactText(object)).inserted {
      conflicts.append(SceneConflict(object: object, subject: .existence, ours: nil, theirs: object))
    }
    return nil
  }

  // MARK: values

  /// Adds the other side's changes of attributes, colours or members to `taken`, except changes that conflict with
  /// ours.
  ///
  /// - Parameters:
  ///   - list: the key path of a list of changes in a difference.
  ///   - value: returns the object and name of a changed value, with its old and new text. The object is nil for the
  ///     scene.
  private mutating func take<Change>(
    _ list: WritableKeyPath<SceneDifference, [Change]>,
    _ value: (Change) -> (
      object: String?, placeholder: String?, name: String, subject: SceneConflict.Subject, old: String?, new: String?
    )
  ) {
    let mine = Dictionary(
      here[keyPath: list].map(value).map { (PropertyKey($0.object, $0.name), $0.new) },
      uniquingKeysWith: { first, _ in first })
    taken[keyPath: list] = there[keyPath: list].filter { theirChange in
      let change = value(theirChange)
      if let object = change.placeholder ?? change.object, own(object) == nil { return false }
      return takes(
        change.subject, of: change.object, from: change.old, to: change.new,
        mine: mine[PropertyKey(change.object, change.name)], areSame: Self.isSame)
    }
  }

  private static func isSame(_ a: String?, _ b: String?) -> Bool {
    guard let a, let b else { return a == nil && b == nil }
    return SceneDifference.isSame(a, b)
  }

  // MARK: structure

  private mutating func takeStructure() {
    let moved = Set(
      here.structure.filter { if case .moved = $0.kind { true } else { false } }.map { ExactText($0.object) })
    let objects =
      here.attributes.map { $0.placeholder ?? $0.object } + here.structure.map(\.object)
      + here.members.compactMap(\.object)
    let touched = Set(objects.map { ExactText($0) }).union(renamedHere)
    for change in there.structure {
      let object = change.object
      let isTaken =
        switch change.kind {
        case .inserted(let site): takesArrival(object, site)
        case .removed: takesDeparture(object, touched)
        case .moved(_, let site): takesMove(object, site, isMovedHere: moved.contains(ExactText(object)))
        case .className(let old):
          takes(.className, of: object, from: old, to: change.className) { $0.className($1) }
        case .name(let old, let new): takes(.name, of: object, from: old, to: new) { $0.objectName($1) }
        // A difference between scenes lists constraints and bindings as members.
        case .id, .constraints, .bindings: false
        }
      if isTaken { taken.structure.append(change) }
    }
  }

  private mutating func takesArrival(_ object: String, _ site: StructureDifference.Site) -> Bool {
    guard let node = theirs.node(id: object) else { return false }
    if let own = ours.node(id: object), isSame(own, node) {
      if !isPlacedAlike(own, node) {
        conflicts.append(SceneConflict(object: object, subject: .existence, ours: object, theirs: object))
      }
      return false
    }
    let clashing = (node..<theirs.afterSubtree(node)).lazy.map { [self] in theirs.id($0) }
      .first { [self] in base.node(id: $0) == nil && ours.node(id: $0) != nil }
    if let clashing {
      conflicts.append(SceneConflict(object: clashing, subject: .existence, ours: clashing, theirs: clashing))
      return false
    }
    if let parent = site.parent, base.node(id: parent) != nil, ours.node(id: parent) == nil {
      conflicts.append(SceneConflict(object: object, subject: .existence, base: parent, ours: nil, theirs: object))
      return false
    }
    return true
  }

  /// Returns true if an object has the same parent and follows the same sibling on both sides. Siblings that only one
  /// side has are ignored.
  private func isPlacedAlike(_ own: NodeIndex, _ other: NodeIndex) -> Bool {
    let (parent, otherParent) = (ours.parent(own), theirs.parent(other))
    guard parent.map({ ExactText(ours.id($0)) }) == otherParent.map({ ExactText(theirs.id($0)) }) else { return false }
    func isCommon(_ sibling: NodeIndex, of document: SceneDocument, in another: SceneDocument, _ parent: NodeIndex?)
      -> Bool
    { another.node(id: document.id(sibling)).map { another.parent($0) == parent } ?? false }
    let mine = ours.siblings(of: own).prefix { $0 != own }.last { isCommon($0, of: ours, in: theirs, otherParent) }
    let there = theirs.siblings(of: other).prefix { $0 != other }.last { isCommon($0, of: theirs, in: ours, parent) }
    return mine.map { ExactText(ours.id($0)) } == there.map { ExactText(theirs.id($0)) }
  }

  /// Returns true if the parent of an object in the other scene can also be its parent in the merged scene. If our side
  /// removed this parent, adds a conflict and returns false. A parent that the other side inserted is accepted.
  private mutating func isThere(_ site: StructureDifference.Site) -> Bool {
    guard let parent = site.parent, base.node(id: parent) != nil else { return true }
    return own(parent) != nil
  }

  /// Returns true if an object of our scene and one of the other scene are equal, including all descendants.
  private func isSame(_ own: NodeIndex, _ other: NodeIndex) -> Bool {
    let (mine, there) = (own..<ours.afterSubtree(own), other..<theirs.afterSubtree(other))
    guard mine.count == there.count else { return false }
    return zip(mine, there).allSatisfy { a, b in
      ours.id(a).isExactly(theirs.id(b)) && ours.className(a).isExactly(theirs.className(b))
        && ours.depth(a) == theirs.depth(b)
        && ours.objectName(a).map(ExactText.init) == theirs.objectName(b).map(ExactText.init)
        && SceneDifference.attributes(ours, a, theirs, b).isEmpty
        && SceneDifference.members(
          from: { ours.forEachOtherMember(of: a, $0) }, to: { theirs.forEachOtherMember(of: b, $0) }, object: nil
        ).isEmpty
    }
  }

  private mutating func takesDeparture(_ object: String, _ touched: Set<ExactText>) -> Bool {
    for stray in strays(of: object) where takesDeparture(stray, touched) {
      guard let node = ours.node(id: stray) else { continue }
      let site = StructureDifference.Site(parent: ours.parent(node).map { ours.id($0) }, index: 0)
      taken.structure.append(
        StructureDifference(kind: .removed(site), object: stray, className: ours.className(node)))
    }
    guard let node = ours.node(id: object) else { return false }
    let changed = (node..<ours.afterSubtree(node)).first { touched.contains(ExactText(ours.id($0))) }
    if let changed, !prefersTheirs {
      let parent = base.node(id: ours.id(changed)) == nil ? ours.parent(changed).map { ours.id($0) } : nil
      conflicts.append(
        SceneConflict(object: ours.id(changed), subject: .existence, base: parent, ours: object, theirs: nil))
      return false
    }
    guard let rescues = rescues(within: node) else { return false }
    taken.structure += rescues
    return true
  }

  /// Merges runtime attributes by key path, and bindings by property, in objects in which both sides changed them.
  private mutating func takeMembers() {
    takeParts(of: SceneDocument.runtimeAttributesKey) { base, ours, theirs, prefersTheirs in
      RuntimeAttributeMerge(base: base, ours: ours, theirs: theirs, prefersTheirs: prefersTheirs).map {
        ($0.text, $0.conflicts.map { (.property($0.keyPath), $0.base, $0.ours, $0.theirs) })
      }
    }
    takeParts(of: SceneDocument.bindingsKey) { base, ours, theirs, prefersTheirs in
      BindingMerge(base: base, ours: ours, theirs: theirs, prefersTheirs: prefersTheirs).map {
        ($0.text, $0.conflicts.map { (.member("bindings.\($0.property)"), $0.base, $0.ours, $0.theirs) })
      }
    }
  }

  /// The text of a merged member, or nil to remove the member, with the conflicts between its parts.
  private typealias MergedMember = (
    text: String?, conflicts: [(subject: SceneConflict.Subject, base: String?, ours: String?, theirs: String?)]
  )

  /// Merges a member part by part in the objects in which both sides changed it.
  ///
  /// - Parameter merge: merges three texts of the member; nil if they can only be merged as wholes.
  private mutating func takeParts(
    of key: String,
    merge: (_ base: String?, _ ours: String?, _ theirs: String?, _ prefersTheirs: Bool) -> MergedMember?
  ) {
    let mine = Dictionary(
      here.members.filter { $0.key == key }.map { (PropertyKey($0.object, key), $0.new) },
      uniquingKeysWith: { first, _ in first })
    var merges: [PropertyKey: MergedMember] = [:]
    for change in there.members where change.key == key {
      guard let object = change.object, ours.node(id: object) != nil, let own = mine[PropertyKey(object, key)] else {
        continue
      }
      merges[PropertyKey(object, key)] = merge(change.old, own, change.new, prefersTheirs)
    }
    guard !merges.isEmpty else { return }
    conflicts.removeAll { $0.subject == .member(key) && merges[PropertyKey($0.object, key)] != nil }
    taken.members.removeAll { $0.key == key && merges[PropertyKey($0.object, key)] != nil }
    for change in there.members where change.key == key {
      guard let object = change.object, let merge = merges[PropertyKey(object, key)] else { continue }
      conflicts += merge.conflicts.map {
        SceneConflict(object: object, subject: $0.subject, base: $0.base, ours: $0.ours, theirs: $0.theirs)
      }
      guard merge.text != mine[PropertyKey(object, key)] ?? nil else { continue }
      taken.members.append(.init(object: object, key: key, old: change.old, new: merge.text))
    }
  }

  /// Returns the ids of the objects that the other side removed together with the given object, but that our side had
  /// moved out of it. Of nested objects, only the outermost is returned.
  private func strays(of object: String) -> [String] {
    guard let removed = base.node(id: object) else { return [] }
    let place = ours.node(id: object).map { $0..<ours.afterSubtree($0) }
    var strays: [String] = []
    var node = removed + 1
    while node < base.afterSubtree(removed) {
      let id = base.id(node)
      if theirs.node(id: id) != nil {
        // Removed descendants of an object that the other side kept have differences of their own.
        node = base.afterSubtree(node)
      } else if let own = ours.node(id: id), place?.contains(own) != true {
        strays.append(id)
        node = base.afterSubtree(node)
      } else {
        node += 1
      }
    }
    return strays
  }

  /// Returns the moves that rescue kept objects from a subtree that the other side removed: each object moves to its
  /// parent in the other scene. If that parent will not exist in the merged scene, adds a conflict and returns nil.
  private mutating func rescues(within node: NodeIndex) -> [StructureDifference]? {
    let moving = Set(
      taken.structure.filter { if case .moved = $0.kind { true } else { false } }.map { ExactText($0.object) })
    var moves: [StructureDifference] = []
    var member = node + 1
    while member < ours.afterSubtree(node) {
      let id = ours.id(member)
      guard let other = theirs.node(id: id) else {
        member += 1
        continue
      }
      guard isComing(theirs.parent(other)) else {
        conflicts.append(SceneConflict(object: id, subject: .existence, ours: ours.id(node), theirs: nil))
        return nil
      }
      if !moving.contains(ExactText(id)) {
        let site = StructureDifference.Site(parent: theirs.parent(other).map { theirs.id($0) }, index: 0)
        moves.append(
          StructureDifference(kind: .moved(from: site, to: site), object: id, className: theirs.className(other)))
      }
      member = ours.afterSubtree(member)
    }
    return moves
  }

  /// Returns true if a parent in the other scene also exists in the merged scene: our scene contains it, the merge
  /// inserts it or one of its ancestors, or it is the top of the scene (nil).
  private func isComing(_ node: NodeIndex?) -> Bool {
    var next = node
    while let current = next {
      let id = theirs.id(current)
      if ours.node(id: id) != nil { return true }
      let arrives = taken.structure.contains { change in
        if case .inserted = change.kind { change.object.isExactly(id) } else { false }
      }
      if arrives { return true }
      guard base.node(id: id) == nil else { return false }
      next = theirs.parent(current)
    }
    return node == nil
  }

  private mutating func takesMove(_ object: String, _ site: StructureDifference.Site, isMovedHere: Bool) -> Bool {
    guard let node = own(object), isThere(site) else { return false }
    if !isMovedHere || prefersTheirs { return true }
    if let other = theirs.node(id: object), !isPlacedAlike(node, other) {
      conflicts.append(SceneConflict(object: object, subject: .place, ours: object, theirs: object))
    }
    return false
  }

  private mutating func takes(
    _ subject: SceneConflict.Subject, of object: String, from old: String?, to new: String?,
    mine: (SceneDocument, NodeIndex) -> String?
  ) -> Bool {
    guard let node = own(object) else { return false }
    let mine = mine(ours, node)
    func areSame(_ a: String?, _ b: String?) -> Bool { a.map(ExactText.init) == b.map(ExactText.init) }
    return takes(
      subject, of: object, from: old, to: new, mine: areSame(mine, old) ? nil : .some(mine), areSame: areSame)
  }
}
