internal import JSONText
internal import SceneDocument

/// A copy of a scene's text at one moment, for reading by one thread at a time.
struct SceneMoment: @unchecked Sendable {
  let document: SceneDocument
  let version: Int

  /// The number of the last replacement of the scene's whole text.
  let generation: Int
}

/// A text that is ready to become the whole text of a scene. It can be installed only if all later edits of the scene
/// changed nothing but values.
struct MergedText {
  let text: PreparedText

  /// The scene from which the text was made.
  let start: SceneMoment

  /// The document with the new text.
  let document: SceneDocument

  /// The inverse edit, still without the record that restores the former text.
  private(set) var edit = InverseEdit()

  /// The part of the changes that the journal already contains.
  let staged: StagedChanges?

  /// Prepares the text of `document`, an edited copy of the scene at `start`; nil for a composed scene or a foreign
  /// document.
  init?(
    _ document: SceneDocument, from start: SceneMoment, journal: SceneJournal?, under job: InspectorJob
  ) throws(Diagnostic) {
    let text = try Diagnostic.wrapping { () throws(SceneError) in
      try start.document.prepared(document, after: start.generation)
    }
    guard let text else { return nil }
    (self.text, self.start, self.document) = (text, start, document)
    edit.describe(SceneComparison(from: start.document, to: document, under: job), of: document)
    try job.check()
    staged = journal?.stage(text.changes)
  }
}

extension SceneSession {
  /// Returns the current state of the scene. Waits only for a running edit.
  func moment() throws(Diagnostic) -> SceneMoment {
    try exclusively { () throws(Diagnostic) in
      SceneMoment(document: document.reader(), version: log.version, generation: document.source.lastGeneration)
    }
  }

  /// Replaces the scene's text with a merged one, as one step, and repeats the later edits of values on the new text.
  ///
  /// - Returns: the conflicts between the merged text and the later edits, whose values are kept; nil, without any
  ///   effect, if a later edit changed anything but values, or if a component now refuses one of the values.
  func install(_ merged: MergedText, named name: String) throws(Diagnostic) -> [SceneConflict]? {
    try editing { model throws(Diagnostic) in
      guard let (steps, conflicts) = laterEdits(model, since: merged) else { return nil }
      guard let restore = model.write(merged.text) else { return nil }
      var edit = merged.edit
      edit.add(.structure(restore))
      follow(edit)
      let later = Transaction(self.model, EditRequest(steps))
      do throws(Diagnostic) {
        if !steps.isEmpty { try later.perform() }
      } catch {
        takeBack(edit)
        try job.check()
        return nil
      }
      edit.append(later.edit)
      try add(edit, named: name, origin: .background, after: merged.staged)
      return conflicts
    }
  }

  /// The maximum number of objects with later edits for which a merged text is still installed.
  private static let mostLaterObjects = 1000

  /// Returns the steps that repeat the edits of values since the merge began, and their conflicts with the merged text;
  /// nil if the text must be merged again.
  private func laterEdits(
    _ model: SceneModel, since merged: MergedText
  ) -> (steps: [EditStep], conflicts: [SceneConflict])? {
    var nodes: Set<NodeIndex> = []
    for change in log.changes(since: merged.start.version) {
      guard change.map == nil, change.colors.isEmpty, change.structure.isEmpty else { return nil }
      nodes.formUnion(change.nodes)
    }
    guard nodes.count <= Self.mostLaterObjects else { return nil }
    var (steps, conflicts): ([EditStep], [SceneConflict]) = ([], [])
    for node in nodes.sorted() {
      let id = model.document.id(node)
      guard let there = merged.document.node(id: id) else { return nil }
      let (start, now) = (
        AttributeTexts(merged.start.document, node), AttributeTexts(model.document, node)
      )
      let other = AttributeTexts(merged.document, there)
      let edited = start.keys(differingFrom: now)
      // A value may have a different form under a different name of its property, so a full merge, by property, is
      // needed.
      if let binding = model.binding(of: node),
        !binding.respelled(Set(edited), Set(start.keys(differingFrom: other))).isEmpty
      {
        return nil
      }
      var assignments: [Assignment] = []
      for key in edited {
        let (old, mine, theirs) = (start[key], now[key], other[key])
        if theirs == mine { continue }
        if theirs != old {
          conflicts.append(
            SceneConflict(object: id, subject: .property(key.text), base: old, ours: mine, theirs: theirs))
        }
        assignments.append(Assignment(key.text, mine.map { .exact($0) } ?? .reset))
      }
      if !assignments.isEmpty { steps.append(.set(Selector(ids: [id]), assignments)) }
    }
    return (steps, conflicts)
  }
}

/// The JSON texts of one object's attributes.
private struct AttributeTexts {
  private var texts: [ExactText: String] = [:]

  init(_ document: SceneDocument, _ node: NodeIndex) {
    var texts: [ExactText: String] = [:]
    document.forEachAttribute(of: node) { key, value in
      texts[ExactText(JSONString.decode(key))] = String(decoding: value, as: UTF8.self)
      return true
    }
    self.texts = texts
  }

  subscript(key: ExactText) -> String? { texts[key] }

  /// The keys whose texts differ between the two objects, sorted by name.
  func keys(differingFrom other: AttributeTexts) -> [ExactText] {
    Set(texts.keys).union(other.texts.keys).filter { texts[$0] != other.texts[$0] }
      .sorted { $0.text < $1.text }
  }
}
