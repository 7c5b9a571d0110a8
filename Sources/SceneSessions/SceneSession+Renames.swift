internal import JSONText
internal import SceneDocument

extension SceneSession {
  /// Returns the present ids of the objects that edits since a version renamed, by their ids at that version. Empty for
  /// a composed scene, whose objects may have got other numbers meanwhile.
  ///
  /// - Parameters:
  ///   - base: the scene at that version.
  ///   - document: the scene at a later version.
  ///   - last: the later version.
  func renames(since version: Int, from base: SceneDocument, to document: SceneDocument, at last: Int)
    -> [ExactText: String]
  {
    guard version >= 0, !base.isComposed, !document.isComposed else { return [:] }
    let changes = changes(after: version, upTo: last)
    let places = changes.indices.filter { changes[$0].structure.values.contains { $0.contains(.id) } }
    let count = places.reduce(0) { $0 + changes[$1].structure.count }
    // Each renamed object is followed through all changes.
    guard count > 0, count * changes.count <= Self.mostFollowed else { return [:] }
    var renames: [ExactText: String] = [:]
    for place in places {
      for (node, aspects) in changes[place].structure where aspects.contains(.id) {
        var (old, now): (NodeIndex?, NodeIndex?) = (node, node)
        for change in changes[...place].reversed() {
          if let map = change.map { old = old.flatMap(map.old) }
        }
        for change in changes[(place + 1)...] {
          if let map = change.map { now = now.flatMap(map.new) }
        }
        guard let old, let now, old.number < base.objectCount, now.number < document.objectCount else { continue }
        renames[ExactText(base.id(old))] = document.id(now)
      }
    }
    return renames
  }

  private static let mostFollowed = 1_000_000
}

extension ScratchSession {
  /// Returns the renames of the scene since the base and of the scratch, as far as they are known.
  ///
  /// - Parameters:
  ///   - ours: the side that is merged into.
  ///   - document: the scene.
  ///   - version: the version of the scene.
  func knownRenames(ours: SceneSide, _ document: SceneDocument, at version: Int) -> KnownRenames {
    let scene = parent.renames(since: baseVersion, from: base, to: document, at: version)
    var known = KnownRenames()
    (known.ours, known.theirs) = ours == .scene ? (scene, renames()) : (renames(), scene)
    return known
  }

  /// The scene or its scratch, as a side of a merge.
  enum SceneSide { case scene, scratch }
}
