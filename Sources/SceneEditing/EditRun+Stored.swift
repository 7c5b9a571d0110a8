internal import InspectorKit
internal import SceneDocument

/// The outcome of judging edits of one class that were computed from stored values.
struct StoredJudgement {
  /// The judged edits that are not applied yet, in document order. The values from which they were computed are
  /// confirmed.
  var answers: [JudgedEdit] = []

  /// The objects whose edits must be computed again from the effective values before the edit, in document order.
  var open: [NodeIndex]

  /// The failures of the objects in `open` whose components hung, keyed by object.
  var hung: [NodeIndex: PluginFailure] = [:]
}

extension ClassEdit {
  /// Returns true if an extension computes a property of the edit. The value of such a property before the edit must be
  /// requested separately.
  func isComputed(in binding: ClassBinding) -> Bool { assignments.contains { binding.getters.contains($0.place) } }
}

extension BuildReply {
  /// Returns true if the component failed, or if the effective value of one of the properties at `places` differed from
  /// its stored value before the edit.
  fileprivate func isOther(at places: [Int]) -> Bool {
    !isSilent && (failure != nil || before.contains { places.contains($0.place) })
  }

  /// True if the component accepts the edit.
  fileprivate var letsPass: Bool { isSilent || refused.isEmpty && skipped.isEmpty }
}

// Edits that start from effective values, such as `frame.x+=8`.
extension EditRun {
  /// Judges edits with one request to each component instead of two. The new values are computed from the stored
  /// values. The edits are valid if the reply confirms that the effective values before the edit were equal to the
  /// stored values, which is nearly always true.
  ///
  /// Edits are made immediately up to the first edit that is undecided or not accepted by its component. The remaining
  /// edits are returned, so that refusals and warnings are in document order.
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
    var firstOpen: NodeIndex?
    ask(nodes, binding, wantsBefore: true) { node in
      do throws(Diagnostic) {
        return try ObjectEdit(node, planned, binding: binding, model: model) { () throws(Diagnostic) in BuildReply() }
      } catch {
        judged.open.append(node)
        firstOpen = min(firstOpen ?? node, node)
        return nil
      }
    } answer: { [self] edit, answer, isExtended in
      if isExtended || answer.isOther(at: places) {
        judged.open.append(edit.node)
        firstOpen = min(firstOpen ?? edit.node, edit.node)
        if let failure = answer.failure, failure.kind == .timeout { judged.hung[edit.node] = failure }
      } else if judged.answers.isEmpty, firstOpen.map({ edit.node < $0 }) ?? true, answer.letsPass {
        take(edit, binding, answer)
      } else {
        judged.answers.append(JudgedEdit(edit: edit, binding: binding, answer: answer))
      }
    }
    judged.open.sort()
    return judged
  }

  /// Returns the replies of the open objects' components before the edit. Objects whose component reports nothing are
  /// left out, since their stored values are their effective values.
  func answers(of known: StoredJudgement, wantsComputed: Bool) -> [NodeIndex: BuildReply] {
    var answers: [NodeIndex: BuildReply] = [:]
    func ask(_ nodes: [NodeIndex], after failure: PluginFailure?) {
      model.build(nodes, after: failure, hasHung: failure != nil, wantsComputed: wantsComputed) { built in
        if !built.answer.isSilent { answers[built.node] = built.answer }
      }
    }
    // Only objects that have already hung get a short deadline.
    ask(known.open.filter { known.hung[$0] == nil }, after: nil)
    if let failure = known.hung.first?.value { ask(known.hung.keys.sorted(), after: failure) }
    return answers
  }
}
