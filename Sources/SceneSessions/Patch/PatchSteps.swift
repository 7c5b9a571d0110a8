internal import InspectorKit
internal import SceneDocument

/// The steps of a patch under construction. Each step is also performed in a copy of the scene.
final class PatchSteps {
  let session: SceneSession
  private(set) var steps: [EditStep] = []

  var document: SceneDocument { session.document }

  init(_ document: SceneDocument, _ library: PluginLibrary, under job: InspectorJob) throws(Diagnostic) {
    session = try SceneSession.replica(of: document, library, under: job)
  }

  /// Returns the patch. It is exact if the copy now has the text of `last`, its intended result.
  ///
  /// - Throws: an error if an attribute still differs from `last`, since no step can store it under its key.
  func patch(of last: SceneDocument) throws(Diagnostic) -> ScenePatch {
    let isExact = session.document.bytes() == last.bytes()
    if !isExact, let attribute = SceneDifference(from: document, to: last).attributes.first {
      throw Diagnostic(SessionRefusal.cannotBeScripted(key: attribute.property, object: attribute.object))
    }
    return ScenePatch(steps: steps, isExact: isExact)
  }

  /// Adds a step, or several steps that components check together, preceded by the expectations of the first one.
  /// Throws an error if the copy refuses a step.
  func add(_ together: [EditStep]) throws(Diagnostic) {
    guard let first = together.first else { return }
    try make(try expectations(of: first) + together)
  }

  /// Performs steps in the copy as one edit, and adds them without expectations. Throws an error if the copy refuses a
  /// step.
  func make(_ new: [EditStep]) throws(Diagnostic) {
    guard !new.isEmpty else { return }
    _ = try session.perform(EditRequest(new))
    steps += new
  }

  // MARK: values

  /// Adds steps that copy values of objects from the scene `other`, preceded by expectations of the current values.
  ///
  /// - Parameter nodes: the objects, by their numbers in `other`; they have the same ids in the copy.
  func takeValues(of other: SceneDocument, _ nodes: [NodeIndex]) throws(Diagnostic) {
    let changes = nodes.compactMap { node in
      document.node(id: other.id(node)).flatMap { ValueChange(from: document, $0, to: other, node) }
    }
    try make(ValueChange.grouped(changes, by: \.before).map { before, ids in before.expectation(of: ids) })
    // Overrides of several objects are in one text, in the order of the edits.
    let groups = ValueChange.grouped(changes, by: \.change, keepsOrder: document.isComposed)
    for (change, ids) in groups { try take(change, of: ids, like: other) }
  }

  /// Adds the first alternative of a change that reproduces the text of the objects' attributes, or else the last one.
  private func take(_ change: ValueChange.Change, of ids: [String], like other: SceneDocument) throws(Diagnostic) {
    let ways = change.ways(for: Selector(ids: ids))
    for way in ways {
      do throws(Diagnostic) {
        _ = try session.perform(EditRequest(way))
      } catch {
        // A text in a stored form of a different type is refused unless it is assigned verbatim.
        guard way != ways.last else { throw error }
        continue
      }
      if way == ways.last || ids.allSatisfy({ isSame($0, in: other) }) {
        steps += way
        return
      }
      try session.undo()
    }
  }

  private func isSame(_ id: String, in other: SceneDocument) -> Bool {
    guard let own = document.node(id: id), let node = other.node(id: id) else { return false }
    return document.writtenAttributes(of: own) == other.writtenAttributes(of: node)
  }
}

extension EditStep {
  /// Returns a step that expects that no object has these ids.
  static func free(_ ids: [String]) -> EditStep {
    var expectation = ObjectExpectation(Selector(ids: ids))
    expectation.count = 0
    return .expect(expectation)
  }
}
