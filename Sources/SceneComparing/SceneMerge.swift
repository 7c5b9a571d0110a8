internal import JSONText
package import SceneDocument

/// A three-way merge: takes the changes that others made to a scene into our copy of it, except where we changed the
/// same thing in another way, which is a conflict.
package struct SceneMerge {
  package let base: SceneDocument
  package let ours: SceneDocument
  package let theirs: SceneDocument

  /// Whether a conflict is decided for their side, where their change can be taken in.
  private let prefersTheirs: Bool

  /// What both sides changed in different ways; our change stays.
  package private(set) var conflicts: [SceneConflict] = []

  /// Whether our side changed nothing, so that their text can be taken as it is.
  package let isOursUnchanged: Bool

  /// The changes of theirs that are taken in.
  private var taken = SceneDifference()

  /// The objects that they changed and we removed; each has its conflict.
  private var removed: Set<ExactText> = []

  private let here: SceneDifference
  private let there: SceneDifference

  package init(base: SceneDocument, ours: SceneDocument, theirs: SceneDocument, prefersTheirs: Bool = false) {
    (self.base, self.ours, self.theirs, self.prefersTheirs) = (base, ours, theirs, prefersTheirs)
    here = SceneDifference(from: base, to: ours)
    there = SceneDifference(from: base, to: theirs)
    isOursUnchanged = here.isEmpty
    guard !isOursUnchanged else { return }
    takeAttributes()
    takeColors()
    takeMembers()
    takeStructure()
  }

  /// The edit of our document that takes their changes in.
  package func edit() throws(EditError) -> EditRequest {
    let reconciliation = try EditError.wrapping { () throws(SceneError) in
      try Reconciliation(of: ours, with: theirs, in: taken, since: base)
    }
    var request = EditRequest(reconciliation.steps)
    request.allowsEmpty = true
    return request
  }

  /// Whether a change of theirs is taken in; adds a conflict where we changed the same thing in another way.
  ///
  /// - Parameter mine: what we changed it to; nil where we left it as it was.
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

  /// Our number of an object that they changed; adds a conflict, and is nil, where we removed the object.
  private mutating func own(_ object: String) -> NodeIndex? {
    if let node = ours.node(id: object) { return node }
    if removed.insert(ExactText(object)).inserted {
      conflicts.append(SceneConflict(object: object, subject: .existence, ours: nil, theirs: object))
    }
    return nil
  }

  // MARK: values

  private mutating func takeAttributes() {
    let mine = Dictionary(
      here.attributes.map { (Key($0), $0.new) },
      uniquingKeysWith: { first, _ in first })
    for change in there.attributes {
      guard own(change.object) != nil else { continue }
      let isTaken = takes(
        .property(change.property), of: change.object, from: change.old, to: change.new,
        mine: mine[Key(change)], areSame: Self.isSame)
      if isTaken { taken.attributes.append(change) }
    }
  }

  /// A property of an object.
  private struct Key: Hashable {
    private let object: ExactText
    private let property: ExactText

    init(_ change: SceneDifference.Attribute) {
      (object, property) = (ExactText(change.object), ExactText(change.property))
    }
  }

  private mutating func takeColors() {
    let mine = Dictionary(
      here.colors.map { (ExactText($0.name), $0.new) }, uniquingKeysWith: { first, _ in first })
    for change in there.colors {
      let isTaken = takes(
        .color(change.name), of: nil, from: change.old, to: change.new, mine: mine[ExactText(change.name)],
        areSame: Self.isSame)
      if isTaken { taken.colors.append(change) }
    }
  }

  private mutating func takeMembers() {
    func texts(_ member: SceneDifference.Member) -> [ExactText?] {
      [member.object, member.key, member.old, member.new].map { $0.map(ExactText.init) }
    }
    let mine = Set(here.members.map(texts))
    for change in there.members where !mine.contains(texts(change)) {
      conflicts.append(
        SceneConflict(
          object: change.object, subject: .member(change.key), base: change.old, ours: change.old, theirs: change.new))
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
    let objects = here.attributes.map(\.object) + here.structure.map(\.object) + here.members.compactMap(\.object)
    let touched = Set(objects.map { ExactText($0) })
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
        // Differences between scenes list constraints as members.
        case .id, .constraints: false
        }
      if isTaken { taken.structure.append(change) }
    }
  }

  private mutating func takesArrival(_ object: String, _ site: StructureDifference.Site) -> Bool {
    guard let node = theirs.node(id: object) else { return false }
    if let own = ours.node(id: object), isSame(own, node) { return false }
    let clashing = (node..<theirs.afterSubtree(node)).lazy.map { [self] in theirs.id($0) }
      .first { [self] in base.node(id: $0) == nil && ours.node(id: $0) != nil }
    if let clashing {
      conflicts.append(SceneConflict(object: clashing, subject: .existence, ours: clashing, theirs: clashing))
      return false
    }
    return isThere(site)
  }

  /// Whether we still have the parent that an object has in their scene; adds a conflict where we removed it.
  private mutating func isThere(_ site: StructureDifference.Site) -> Bool {
    guard let parent = site.parent, base.node(id: parent) != nil else { return true }
    return own(parent) != nil
  }

  /// Whether an object of ours and one of theirs are the same, with all they hold.
  private func isSame(_ own: NodeIndex, _ other: NodeIndex) -> Bool {
    let (mine, there) = (own..<ours.afterSubtree(own), other..<theirs.afterSubtree(other))
    guard mine.count == there.count else { return false }
    return zip(mine, there).allSatisfy { a, b in
      ours.id(a).isExactly(theirs.id(b)) && ours.className(a).isExactly(theirs.className(b))
        && ours.depth(a) == theirs.depth(b)
        && ours.objectName(a).map(ExactText.init) == theirs.objectName(b).map(ExactText.init)
        && SceneDifference.attributes(ours, a, theirs, b).isEmpty
    }
  }

  private mutating func takesDeparture(_ object: String, _ touched: Set<ExactText>) -> Bool {
    guard let node = ours.node(id: object) else { return false }
    let changed = (node..<ours.afterSubtree(node)).first { touched.contains(ExactText(ours.id($0))) }
    guard let changed, !prefersTheirs else { return true }
    conflicts.append(SceneConflict(object: ours.id(changed), subject: .existence, ours: object, theirs: nil))
    return false
  }

  private mutating func takesMove(_ object: String, _ site: StructureDifference.Site, isMovedHere: Bool) -> Bool {
    guard let node = own(object), isThere(site) else { return false }
    if !isMovedHere || prefersTheirs { return true }
    if ours.parent(node).map({ ExactText(ours.id($0)) }) != site.parent.map(ExactText.init) {
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
