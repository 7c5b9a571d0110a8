internal import JSONText
internal import SceneDocument

// Changes that no step of an edit script can express.
extension SceneMerge {
  /// Returns the changes of members to apply from the other side. These changes are separate from ``edit()``, since no
  /// edit step can express them.
  package func members() throws(Diagnostic) -> [Transaction.MemberChange] {
    var members = taken.members.map { member in
      Transaction.MemberChange(object: member.object, key: member.key, text: member.new.map { Array($0.utf8) })
    }
    for placeholder in wholePlaceholders.sorted(by: { $0.text < $1.text }) {
      guard let node = ours.node(id: placeholder.text) else { continue }
      members.append(
        .init(object: placeholder.text, key: SceneDifference.overridesKey, text: try overrides(of: node)))
    }
    return members
  }

  /// The placeholders whose overrides must be stored as a whole, because the merge applies an override without an
  /// object in our scene.
  var wholePlaceholders: Set<ExactText> {
    Set(
      taken.attributes.compactMap { attribute in
        guard let placeholder = attribute.placeholder, composed.node(id: attribute.object) == nil else { return nil }
        return ExactText(placeholder)
      })
  }

  /// Returns the text of a placeholder's overrides in our scene after applying the other side's changes; nil if no
  /// override remains.
  private func overrides(of node: NodeIndex) throws(Diagnostic) -> [UInt8]? {
    let id = ours.id(node)
    let changes = taken.attributes.compactMap { attribute -> (address: String, change: AttributeChange)? in
      guard attribute.placeholder.map(id.isExactly) == true, let address = attribute.object.rest(after: id + "/") else {
        return nil
      }
      let key = attribute.property
      return (address, attribute.new.map { .set(key: key, value: Array($0.utf8)) } ?? .remove(key: key))
    }
    return try Diagnostic.wrapping { () throws(SceneError) in try ours.overridesText(of: node, after: changes) }
  }

  /// Merges the overrides of placeholders as wholes if both sides changed some and one side's changes can only be
  /// compared as a whole.
  mutating func takeWholeOverrides() {
    let key = SceneDifference.overridesKey
    func placeholders(_ list: [String?]) -> Set<ExactText> { Set(list.compactMap { $0.map { ExactText($0) } }) }
    func wholes(_ side: SceneDifference) -> Set<ExactText> {
      placeholders(side.members.filter { $0.key == key }.map(\.object))
    }
    let (mine, new) = (wholes(here), wholes(there))
    let torn = mine.intersection(placeholders(there.attributes.map(\.placeholder)))
      .union(new.intersection(placeholders(here.attributes.map(\.placeholder))))
    for placeholder in torn.sorted(by: { $0.text < $1.text }) {
      let id = placeholder.text
      taken.attributes.removeAll { $0.placeholder.map(id.isExactly) ?? false }
      taken.members.removeAll { $0.key == key && $0.object.map(id.isExactly) ?? false }
      conflicts.removeAll { conflict in
        guard let object = conflict.object else { return false }
        return conflict.subject == .member(key) ? object.isExactly(id) : object.begins(with: id + "/")
      }
      let texts = [base, ours, theirs].map { document in
        document.node(id: id).flatMap { document.overridesText(of: $0) }.map { String(decoding: $0, as: UTF8.self) }
      }
      if prefersTheirs {
        taken.members.append(.init(object: id, key: key, old: texts[0], new: texts[2]))
      } else {
        conflicts.append(
          SceneConflict(object: id, subject: .member(key), base: texts[0], ours: texts[1], theirs: texts[2]))
      }
    }
  }
}
