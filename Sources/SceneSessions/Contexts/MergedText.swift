internal import JSONText
internal import SceneDocument

/// The text of a scene at one moment, in a copy for reading, which one thread at a time uses.
struct SceneMoment: @unchecked Sendable {
  let document: SceneDocument
  let version: Int

  /// The number of the last replacement of the scene's whole text.
  let generation: Int
}

/// A text that is ready to become the whole text of a scene, unless more than values was edited since a moment.
struct MergedText {
  let text: PreparedText

  /// The scene at the moment from which the text was made.
  let start: SceneMoment

  /// The scene that has the text.
  let document: SceneDocument

  /// The inverse edit, which does not yet have the record that restores the former text.
  private(set) var edit = InverseEdit()

  /// The changes, as far as the journal has them already.
  let staged: StagedChanges?

  /// Prepares the text of `document`, which was copied from the scene at `start` and edited; nil for a composed scene and for a foreign
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
  /// Returns the scene as it is now. Waits only for an edit under way.
  func moment() throws(Diagnostic) -> SceneMoment {
    try exclusively { () throws(Diagnostic) in
      SceneMoment(document: document.reader(), version: log.version, generation: document.source.lastGeneration)
    }
  }

  /// Replaces the scene's text by a merged one, as one step, and makes the values that were edited since again.
  ///
  /// - Returns: the conflicts between the merged text and those edits, whose values stay; nil, without any effect, if
  ///   more than values was edited since, or if a component refuses such a value now.
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

  /// The number of objects with later edits up to which a merged text is still installed.
  private static let mostLaterObjects = 1000

  /// Returns the steps that make the edits of values since a moment again, and their conflicts with a text that was
  /// merged from the scene of that moment; nil if the text has to be merged again.
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
      // Under another name of its property, a text may have another form; a merge goes by property.
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

/// The attributes of one object, as they are written.
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

  /// The keys whose values are written differently in the other object, in the order of their names.
  func keys(differingFrom other: AttributeTexts) -> [ExactText] {
    Set(texts.keys).union(other.texts.keys).filter { texts[$0] != other.texts[$0] }
      .sorted { $0.text < $1.text }
  }
}
