internal import InspectorKit
internal import SceneDocument

/// An edit with what its component answered to it.
struct AnsweredEdit {
  var edit: ObjectEdit
  var answer: BuildReply
}

/// What became of edits of one class that were computed from stored values.
struct StoredJudgement {
  /// Edits that hold and are not made yet, in the order of the document.
  var answers: [AnsweredEdit] = []

  /// The objects whose edits depend on what their components answer before them, in the order of the document.
  var open: [NodeIndex]

  /// The objects of `open` whose components hung, and how.
  var hung: [NodeIndex: PluginFailure] = [:]
}

extension ClassEdit {
  /// Whether a property of the edit is computed by an extension, which answers before the edit only where it is asked.
  func isComputed(in binding: ClassBinding) -> Bool { assignments.contains { binding.getters.contains($0.place) } }
}

extension BuildReply {
  /// Whether the component failed, or had other values than the stored ones at one of the places before the edit.
  fileprivate func isOther(at places: [Int]) -> Bool {
    !isSilent && (failure != nil || before.contains { places.contains($0.place) })
  }

  /// Whether the component has nothing against the edit.
  fileprivate var letsPass: Bool { isSilent || refused.isEmpty && skipped.isEmpty }
}

// Edits that start from effective values, such as `frame.x+=8`.
extension EditRun {
  /// Judges edits in one question to each component, not in two: they are computed from what is stored, and hold where
  /// the answer says that the component had these values before the edit, as nearly all have.
  ///
  /// They are made at once, up to the first one that is left open or that its component does not let pass: refusals and
  /// warnings stay in the order of the document.
  func judgeFromStored(
    _ nodes: ArraySlice<NodeIndex>, _ binding: ClassBinding, _ planned: ClassEdit
  ) -> StoredJudgement {
    let places = planned.startingPlaces
    guard !places.isEmpty, planned.isUniform, !binding.built.isInert, !planned.isComputed(in: binding),
      model.tracer == nil
    else {
      return StoredJudgement(open: Array(nodes))
    }
    var judged = StoredJudgement(open: [])
    var firstOpen = NodeIndex.max
    ask(nodes, binding, wantsBefore: true) { node in
      do throws(Diagnostic) {
        return try ObjectEdit(node, planned, binding: binding, model: model) { () throws(Diagnostic) in BuildReply() }
      } catch {
        judged.open.append(node)
        firstOpen = min(firstOpen, node)
        return nil
      }
    } answer: { [self] edit, answer, isExtended in
      if isExtended || answer.isOther(at: places) {
        judged.open.append(edit.node)
        firstOpen = min(firstOpen, edit.node)
        if let failure = answer.failure, failure.kind == .timeout { judged.hung[edit.node] = failure }
      } else if judged.answers.isEmpty, edit.node < firstOpen, answer.letsPass {
        take(edit, binding, answer)
      } else {
        judged.answers.append(AnsweredEdit(edit: edit, answer: answer))
      }
    }
    judged.open.sort()
    return judged
  }

  /// What components answer before the edit, without those for which all is as it is stored.
  func answers(of known: StoredJudgement, wantsComputed: Bool) -> [NodeIndex: BuildReply] {
    var answers: [NodeIndex: BuildReply] = [:]
    func ask(_ nodes: [NodeIndex], after failure: PluginFailure?) {
      model.build(nodes, after: failure, hasHung: failure != nil, wantsComputed: wantsComputed) { built in
        if !built.answer.isSilent { answers[built.node] = built.answer }
      }
    }
    // Only objects that have hung already are asked for with little time.
    ask(known.open.filter { known.hung[$0] == nil }, after: nil)
    if let failure = known.hung.first?.value { ask(known.hung.keys.sorted(), after: failure) }
    return answers
  }
}
