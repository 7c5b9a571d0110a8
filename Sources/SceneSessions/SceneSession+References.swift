internal import InspectorKit
internal import JSONText
package import SceneDocument

/// The resolution of ids and references that a user typed.
extension SceneSession {
  /// Returns the object with an id in user input. If there is none, throws an error that suggests a similar object if
  /// possible.
  package static func node(_ id: String, in model: SceneModel) throws(Diagnostic) -> NodeIndex {
    if let node = model.document.node(typed: id) { return node }
    if let near = model.suggestedID(for: id) { throw Diagnostic(SessionRefusal.noObject(id, suggestion: near)) }
    if let node = only(id, in: model) ?? model.titled(id) {
      let title = model.title(of: node)?.quoted(to: 42)
      throw Diagnostic(SessionRefusal.noObject(id, suggestion: model.document.id(node), title: title))
    }
    throw Diagnostic(SessionRefusal.noObject(id, suggestion: nil))
  }

  /// Returns the object that a text matches as a selector with conditions; nil unless exactly one object matches.
  private static func only(_ text: String, in model: SceneModel) -> NodeIndex? {
    guard text.holds("[") || text.holds(":"), let selector = try? Selector(parsing: text),
      let nodes = try? Selection(model, selector).nodes(), nodes.count == 1
    else { return nil }
    return nodes[0]
  }

  /// Splits a reference `ID.PROPERTY` into its object and the name of the property. The longest prefix that is an
  /// existing id is used. Throws an error if there is no such object.
  package static func split(_ reference: String, in model: SceneModel) throws(Diagnostic) -> (NodeIndex, String) {
    var end = reference.endIndex
    while let dot = reference.utf8[..<end].lastIndex(of: UInt8(ascii: ".")) {
      let name = String(reference[reference.utf8.index(after: dot)...])
      if !name.isEmpty, let node = model.document.node(typed: String(reference[..<dot])) { return (node, name) }
      end = dot
    }
    guard let dot = reference.utf8.firstIndex(of: UInt8(ascii: ".")) else {
      let isObject = model.document.node(typed: reference) != nil
      throw Diagnostic(
        isObject ? SessionRefusal.namesObjectOnly(reference) : SessionRefusal.namesNoProperty(reference))
    }
    return (try node(String(reference[..<dot]), in: model), "")
  }
}

extension SceneSession {
  /// Returns the current ids of the objects that were renamed since a version, by their ids in that version. Empty for
  /// a composed scene, whose objects may have been renumbered meanwhile.
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
  /// Returns the known renames of both sides: of the scene since the scratch's base, and of the scratch.
  ///
  /// - Parameters:
  ///   - ours: the side that receives the merged changes.
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
