internal import JSONText
internal import SceneDocument

// Overrides of placeholders whose template the other side replaced.
extension SceneMerge {
  /// Turns our overrides into conflicts if they would lose their objects, because the other side replaced or removed
  /// the template of their placeholder.
  ///
  /// Our template is then kept. Overrides without an object in a scene whose template was not replaced are merged like
  /// all others.
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

  /// Turns the other side's overrides into conflicts if our scene has no object for them because a template was
  /// replaced.
  ///
  /// - Parameter replaced: the new reference of each placeholder whose template one side replaced; nil if it was
  ///   removed.
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

  /// Returns true if a scene is known not to contain an object inside a placeholder. The answer is unknown if the
  /// scene's templates are unavailable.
  private static func isLost(_ id: String, in document: SceneDocument, hasReference: Bool) -> Bool {
    document.node(id: id) == nil && (document.isComposed || !hasReference)
  }
}
