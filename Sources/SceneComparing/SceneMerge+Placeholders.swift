internal import JSONText
internal import SceneDocument

// Overrides whose placeholder has a different template on the other side.
extension SceneMerge {
  /// Makes conflicts of the overrides that would reach no object, because the other side of the merge gave their
  /// placeholder a different template or none.
  ///
  /// If the other scene replaced the template, our template stays. Overrides that reach nothing in a scene whose
  /// template has not been replaced are merged like all others.
  mutating func takeReachableOverrides() {
    let key = SceneDifference.referenceKey
    var replaced: [ExactText: String?] = [:]
    for member in here.members where member.key == key {
      if let object = member.object { replaced[ExactText(object)] = .some(member.new) }
    }
    for member in taken.members where member.key == key {
      guard let object = member.object else { continue }
      let lost = here.attributes.filter { attribute in
        attribute.placeholder.map(object.isExactly) == true
          && Self.isLost(attribute.object, in: composedTheirs, hasReference: member.new != nil)
      }
      guard !lost.isEmpty else { continue }
      if prefersTheirs {
        taken.attributes += lost.map(\.reverted)
        continue
      }
      for inner in Set(lost.map { ExactText($0.object) }).map(\.text).sorted() {
        conflicts.append(SceneConflict(object: inner, subject: .existence, ours: inner, theirs: nil))
      }
      taken.members.removeAll { $0.key == key && $0.object.map(object.isExactly) == true }
      replaced[ExactText(object)] = .some(member.old)
    }
    dropUnreached(replaced)
  }

  /// Drops the other side's overrides that reach no object of our scene, and makes conflicts of them.
  ///
  /// - Parameter replaced: the references of the placeholders whose template one side replaced; nil for none.
  private mutating func dropUnreached(_ replaced: [ExactText: String?]) {
    guard !replaced.isEmpty else { return }
    let document = composed
    var objects: Set<ExactText> = []
    taken.attributes.removeAll { attribute in
      guard let placeholder = attribute.placeholder, let reference = replaced[ExactText(placeholder)],
        attribute.new != nil, Self.isLost(attribute.object, in: document, hasReference: reference != nil)
      else { return false }
      objects.insert(ExactText(attribute.object))
      return true
    }
    for inner in objects.map(\.text).sorted() {
      conflicts.append(SceneConflict(object: inner, subject: .existence, ours: nil, theirs: inner))
    }
  }

  /// True if a scene is known to have no object with an id inside a placeholder. Nothing is known if its templates are
  /// not available.
  private static func isLost(_ id: String, in document: SceneDocument, hasReference: Bool) -> Bool {
    document.node(id: id) == nil && (document.isComposed || !hasReference)
  }
}
