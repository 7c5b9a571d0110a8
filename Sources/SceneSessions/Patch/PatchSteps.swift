internal import InspectorKit
internal import SceneDocument

/// The steps of a patch, each tried on a copy of the scene as it is found.
final class PatchSteps {
  let session: SceneSession
  private(set) var steps: [EditStep] = []

  var document: SceneDocument { session.document }

  init(_ document: SceneDocument, _ library: PluginLibrary, under job: InspectorJob) throws(EditError) {
    session = try SceneSession.replica(of: document, library, under: job)
  }

  /// The patch, given what it is to lead to.
  ///
  /// - Throws: where a value cannot be given: steps write the key that carries a property, and no other.
  func patch(of last: SceneDocument) throws(EditError) -> ScenePatch {
    let isExact = session.document.bytes() == last.bytes()
    if !isExact, let attribute = SceneDifference(from: document, to: last).attributes.first {
      throw EditError(SessionRefusal.cannotBeScripted(key: attribute.property, object: attribute.object))
    }
    return ScenePatch(steps: steps, isExact: isExact)
  }

  /// Adds a step, with what it expects before it.
  func add(_ step: EditStep) throws(EditError) {
    try make(try PatchExpectations(session).of(step) + [step])
  }

  /// Adds steps that components judge as one, with what the first expects before it.
  func add(_ together: [EditStep]) throws(EditError) {
    guard let first = together.first else { return }
    try make(try PatchExpectations(session).of(first) + together)
  }

  /// Adds steps as they are.
  func make(_ new: [EditStep]) throws(EditError) {
    guard !new.isEmpty else { return }
    _ = try session.perform(EditRequest(new))
    steps += new
  }

  // MARK: values

  /// Adds steps that give objects the values that they have elsewhere, with what they have now expected before.
  ///
  /// - Parameter nodes: the objects, by their numbers there; they are the same by their ids.
  func takeValues(of other: SceneDocument, _ nodes: [NodeIndex]) throws(EditError) {
    let changes = nodes.compactMap { node in
      document.node(id: other.id(node)).flatMap { ValueChange(from: document, $0, to: other, node) }
    }
    try make(ValueGroup.expectations(of: changes))
    for group in ValueGroup.groups(of: changes) { try take(group, like: other) }
  }

  /// Values are written as people would where that gives the text, and else as they stand.
  private func take(_ group: ValueGroup, like other: SceneDocument) throws(EditError) {
    let ways = group.ways
    for way in ways {
      _ = try session.perform(EditRequest(way))
      if way == ways.last || group.ids.allSatisfy({ isSame($0, in: other) }) {
        steps += way
        return
      }
      try session.undo()
    }
  }

  private func isSame(_ id: String, in other: SceneDocument) -> Bool {
    guard let own = document.node(id: id), let node = other.node(id: id) else { return false }
    switch (document.attributesText(of: own), other.attributesText(of: node)) {
    case (let a?, let b?): return a.elementsEqual(b)
    case (nil, nil): return true
    default: return false
    }
  }
}

extension EditStep {
  /// Expects that nothing has these ids.
  static func free(_ ids: [String]) -> EditStep {
    var expectation = ObjectExpectation(Selector(ids: ids))
    expectation.count = 0
    return .expect(expectation)
  }
}
