internal import JSONText
internal import SceneDocument

extension EditStep {
  /// Returns a step that sets members of objects, such as the `overrides` of a placeholder, to JSON texts. The step is
  /// not available in scripts; it updates a scene after a change of another document.
  package static func follow(_ members: [(object: String, key: String, text: [UInt8])]) -> EditStep {
    EditStep(FollowStep(members: members.map { FollowStep.Member(object: $0.object, key: $0.key, text: $0.text) }))
  }
}

struct FollowStep: StepKind {
  struct Member: Hashable, Sendable {
    var object: String
    var key: String
    var text: [UInt8]
  }

  let members: [Member]

  func make(in transaction: Transaction) throws(Diagnostic) -> Int {
    // One call changes one member of an object.
    for key in ["ref", "overrides", "constraints"] {
      let document = transaction.model.document
      let changes = members.filter { $0.key == key }.compactMap { member -> StructureChange? in
        guard let node = document.node(id: member.object) else { return nil }
        return key == "constraints"
          ? .setConstraints(member.text, of: node) : .setMember(key, member.text, of: node)
      }
      if !changes.isEmpty { try transaction.restructure(changes) }
    }
    transaction.result.followed += Set(members.filter { $0.key != "constraints" }.map { ExactText($0.object) }).count
    return 1
  }

  var summary: String { "follow a template" }
}
