internal import InspectorKit
internal import JSONText
package import SceneDocument

/// The edit that updates a scene after an object of a template's document has been renamed.
///
/// ```swift
/// let following = try page.following(.init(file: "/w/buttons.scene.json", old: "icon", new: "symbol"))
/// // once the template's document has the new id:
/// try page.perform(EditRequest(following.steps))
/// try following.check(page)
/// ```
package struct TemplateFollowing: Sendable {
  /// The steps in the scene; empty if the scene does not refer to the renamed object.
  package let steps: [EditStep]

  private let shown: ShownScene

  fileprivate init(_ renamed: SceneDocument.RenamedObject, in model: SceneModel) {
    let document = model.document
    var ids: [ExactText: String] = [:]
    for node in document.objects {
      let (old, new) = (document.id(node), document.id(node, after: renamed))
      if !old.isExactly(new) { ids[ExactText(old)] = new }
    }
    var members = document.members(after: renamed).map { (document.id($0.node), $0.key, $0.text) }
    var steps: [EditStep] = []
    for node in document.objects where !ids.isEmpty {
      let id = document.id(node, after: renamed)
      if !document.isInner(node) {
        var refers = false
        document.forEachReference(of: node) { reference, _ in
          if ids[ExactText(reference.id)] != nil { refers = true }
        }
        if refers, let text = document.constraintsText(of: node, renaming: ids) {
          members.append((document.id(node), "constraints", text))
        }
      }
      guard model.hasReferences, let binding = model.binding(of: node) else { continue }
      for reference in model.references(of: node) {
        guard let new = ids[ExactText(reference.id)] else { continue }
        let key = model.storedKey(node, binding, at: reference.place)
        guard document.writes(key, of: node) else { continue }
        // Inside an instance, an id may be the short form of an address that begins with the placeholder's id.
        let stored = document.attribute(key, of: node).flatMap { (try? JSON.parse($0))?.stringValue } ?? reference.id
        let around = reference.id.utf8.count - stored.utf8.count
        let prefix = String(decoding: reference.id.utf8.prefix(max(around, 0)), as: UTF8.self)
        let value = reference.isWhole ? new : new.rest(after: prefix) ?? new
        steps.append(.set(Selector(ids: [id]), [Assignment(key, .json(JSON.string(value).text()))]))
      }
    }
    self.steps = (members.isEmpty ? [] : [.follow(members.map { ($0.0, $0.1, $0.2) })]) + steps
    shown = ShownScene(model) { document.id($0, after: renamed) }
  }

  /// Throws an error if the edited scene does not show the same objects and values as before.
  package func check(_ session: SceneSession) throws(Diagnostic) {
    try session.withModel { model throws(Diagnostic) in
      let now = ShownScene(model, id: model.document.id)
      guard let other = shown.firstDifference(from: now) else { return }
      throw Diagnostic(SessionRefusal.followsOther(other))
    }
  }
}

extension SceneSession {
  /// Returns the old and new ids of the objects that the steps rename.
  package func renamed(by steps: [EditStep]) throws(Diagnostic) -> [(old: String, new: String)] {
    var renamed: [(old: String, new: String)] = []
    for case .some(let (selector, new)) in steps.map(\.renaming) {
      renamed += try ids(of: selector).map { ($0, new) }
    }
    return renamed
  }

  /// Plans the edit that updates the scene after an object of a template's document is renamed.
  package func following(_ renamed: SceneDocument.RenamedObject) throws(Diagnostic) -> TemplateFollowing {
    try asking { model throws(Diagnostic) in TemplateFollowing(renamed, in: model) }
  }
}
