internal import JSONText
package import SceneDocument

/// What others made of a scene, to be taken into what we made of it: all that is not changed here as well.
package struct SceneMerge {
  package let base: SceneDocument
  package let ours: SceneDocument
  package let theirs: SceneDocument

  /// Whether what is changed here and there, in two ways, becomes what it is there, where that can be taken in.
  private let prefersTheirs: Bool

  /// What is changed here and there, in two ways; it stays as it is here.
  package private(set) var conflicts: [SceneConflict] = []

  /// Whether nothing is changed here, so that their text can be taken as it is.
  package let isOursUnchanged: Bool

  /// What is to be taken, by the objects' ids.
  package private(set) var attributes: [SceneDifference.Attribute] = []
  package private(set) var colors: [SceneDifference.Color] = []
  package private(set) var arrivals: [String] = []
  package private(set) var departures: [String] = []
  package private(set) var moves: [String] = []
  package private(set) var classes: [(object: String, name: String)] = []
  package private(set) var names: [(object: String, name: String?)] = []

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

  // MARK: values

  private mutating func takeAttributes() {
    let mine = Dictionary(
      here.attributes.map { (Key(object: $0.object, name: $0.property), $0.new) },
      uniquingKeysWith: { first, _ in first })
    for change in there.attributes {
      guard ours.node(id: change.object) != nil else {
        removedHere(change.object)
        continue
      }
      guard let own = mine[Key(object: change.object, name: change.property)] else {
        attributes.append(change)
        continue
      }
      if Self.isSame(own, change.new) { continue }
      if prefersTheirs {
        attributes.append(change)
        continue
      }
      conflicts.append(
        SceneConflict(
          object: change.object, subject: .property(change.property), base: change.old, ours: own, theirs: change.new))
    }
  }

  private struct Key: Hashable {
    var object: String
    var name: String
  }

  private mutating func takeColors() {
    let mine = Dictionary(here.colors.map { ($0.name, $0.new) }, uniquingKeysWith: { first, _ in first })
    for change in there.colors {
      guard let own = mine[change.name] else {
        colors.append(change)
        continue
      }
      if Self.isSame(own, change.new) { continue }
      if prefersTheirs {
        colors.append(change)
        continue
      }
      conflicts.append(
        SceneConflict(
          object: nil, subject: .color(change.name), base: change.old, ours: own, theirs: change.new))
    }
  }

  private mutating func takeMembers() {
    for change in there.members where !here.members.contains(change) {
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
    let mine = Dictionary(grouping: here.structure, by: \.object)
    for change in there.structure {
      let own = mine[change.object] ?? []
      switch change.kind {
      case .inserted(let site): takeArrival(change.object, site)
      case .removed: takeDeparture(change.object)
      case .moved(_, let site): takeMove(change.object, site, own)
      case .className(let old): takeClass(change.object, old, own)
      case .name(let old, let new): takeName(change.object, old, new, own)
      case .id: break
      }
    }
  }

  private mutating func removedHere(_ object: String) {
    let conflict = SceneConflict(object: object, subject: .existence, ours: nil, theirs: object)
    if !conflicts.contains(conflict) { conflicts.append(conflict) }
  }

  private mutating func takeArrival(_ object: String, _ site: StructureDifference.Site) {
    guard let node = theirs.node(id: object) else { return }
    let taken = (node..<theirs.afterSubtree(node)).first {
      let id = theirs.id($0)
      return base.node(id: id) == nil && ours.node(id: id) != nil
    }
    if let own = ours.node(id: object), isSame(own, node) {
      return
    } else if let taken {
      let id = theirs.id(taken)
      conflicts.append(SceneConflict(object: id, subject: .existence, ours: id, theirs: id))
    } else if let parent = site.parent, base.node(id: parent) != nil, ours.node(id: parent) == nil {
      removedHere(parent)
    } else {
      arrivals.append(object)
    }
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

  private mutating func takeDeparture(_ object: String) {
    guard let node = ours.node(id: object) else { return }
    let objects = here.attributes.map(\.object) + here.structure.map(\.object) + here.members.compactMap(\.object)
    let touched = Set(objects.map { ExactText($0) })
    let changed = (node..<ours.afterSubtree(node)).first { touched.contains(ExactText(ours.id($0))) }
    if let changed, !prefersTheirs {
      conflicts.append(SceneConflict(object: ours.id(changed), subject: .existence, ours: object, theirs: nil))
    } else {
      departures.append(object)
    }
  }

  private mutating func takeMove(
    _ object: String, _ site: StructureDifference.Site, _ own: [StructureDifference]
  ) {
    guard ours.node(id: object) != nil else { return removedHere(object) }
    if let parent = site.parent, base.node(id: parent) != nil, ours.node(id: parent) == nil {
      return removedHere(parent)
    }
    let isMovedHere = own.contains { if case .moved = $0.kind { true } else { false } }
    guard isMovedHere, !prefersTheirs else { return moves.append(object) }
    let isSameParent = ours.node(id: object).flatMap(ours.parent).map { ours.id($0) } == site.parent
    if !isSameParent { conflicts.append(SceneConflict(object: object, subject: .place, ours: object, theirs: object)) }
  }

  private mutating func takeClass(_ object: String, _ old: String, _ own: [StructureDifference]) {
    guard let node = ours.node(id: object), let other = theirs.node(id: object) else { return removedHere(object) }
    let (mine, new) = (ours.className(node), theirs.className(other))
    if mine == new { return }
    if mine == old || prefersTheirs { return classes.append((object, new)) }
    conflicts.append(SceneConflict(object: object, subject: .className, base: old, ours: mine, theirs: new))
  }

  private mutating func takeName(
    _ object: String, _ old: String?, _ new: String?, _ own: [StructureDifference]
  ) {
    guard let node = ours.node(id: object) else { return removedHere(object) }
    let mine = ours.objectName(node)
    if mine == new { return }
    if mine == old || prefersTheirs { return names.append((object, new)) }
    conflicts.append(SceneConflict(object: object, subject: .name, base: old, ours: mine, theirs: new))
  }
}
