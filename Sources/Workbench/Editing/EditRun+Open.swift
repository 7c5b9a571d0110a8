internal import InspectorKit
internal import SceneDocument

/// An edit with what the component answered, which does not refuse it.
struct JudgedEdit {
  var edit: ObjectEdit
  var plan: ClassPlan
  var answer: RowAnswer

  /// What the edit comes to, where that is worked out.
  var prepared: PreparedEdit?
}

// Edits that one question to the component does not decide.
extension EditRun {
  /// Decides the edits that were left open while a batch was under way, whose plugin could be asked nothing else.
  func decideOpenEdits() {
    guard !failed.isEmpty || !doubtful.isEmpty else { return }
    let (failed, doubtful) = (failed, doubtful)
    (self.failed, self.doubtful) = ([], [])
    decideRejections(doubtful)
    decideFailed(failed)
  }

  // MARK: rejected when built again

  /// Takes an edit after which the component, built again, rejects stored values.
  func decide(_ judged: JudgedEdit) {
    let names = Set(judged.edit.cells.map { judged.plan.definition.properties[$0.place].name })
    let own = judged.answer.skipped.filter { $0.property.map(names.contains) == true }
    if own.isEmpty, formerReader == nil { return doubtful.append(judged) }
    if own.isEmpty { accept(judged) } else { reject(judged.edit, judged.plan, own) }
  }

  /// A rejection of another value than the edited ones rejects the edit where it is new.
  private func decideRejections(_ doubtful: [JudgedEdit]) {
    var before: [NodeIndex: [HookMessage]] = [:]
    model.build(doubtful.map(\.edit.node)) { before[$0.node] = $0.answer.skipped }
    for judged in doubtful where !model.library.cancellation.isCancelled {
      let new = judged.answer.skipped.filter { before[judged.edit.node]?.contains($0) != true }
      if new.isEmpty { accept(judged) } else { reject(judged.edit, judged.plan, new) }
    }
  }

  // MARK: failed

  /// Makes the edits of objects whose component failed before them already, where it does not fail after them: what was
  /// stored is to blame, and the edit mends it.
  private func decideFailed(_ failed: [(edit: ObjectEdit, failure: PluginFailure)]) {
    guard !failed.isEmpty else { return }
    var broken = NodeSet()
    model.build(failed.map(\.edit.node)) { if $0.answer.failure != nil { broken.insert($0.node) } }
    var tried: [(edit: ObjectEdit, restore: ObjectRestore, recorder: ChangeRecorder?)] = []
    for (edit, failure) in failed where !model.library.cancellation.isCancelled {
      guard broken.contains(edit.node), let plan = model.classPlan(of: edit.node) else {
        fail(edit.node, failure)
        continue
      }
      let recorder = options.wantsChanges ? ChangeRecorder(model, edit, plan, nil) : nil
      do throws(SceneError) {
        tried.append((edit, try model.document.apply(edit.changes, to: edit.node), recorder))
      } catch {
        refuse(edit.node, property: nil, code: error.code, error.message)
      }
    }
    var answers: [NodeIndex: RowAnswer] = [:]
    model.build(tried.map(\.edit.node), mode: .recreate, validates: true) { answers[$0.node] = $0.answer }
    for (edit, restore, recorder) in tried {
      guard let plan = model.classPlan(of: edit.node), let answer = answers[edit.node],
        take(edit, plan, mendedBy: answer, undo: { [model] in _ = model.document.restore(restore) })
      else { continue }
      var whole = recorder?.with(answer)
      let notes = warnOfInactive(edit, plan, answer)
      whole?.inactive = notes
      keep(restore, whole)
    }
  }

  /// Judges an edit that was made by what its component answers after it; false where it is refused.
  private func take(_ edit: ObjectEdit, _ plan: ClassPlan, mendedBy answer: RowAnswer, undo: () -> Void) -> Bool {
    let names = Set(edit.cells.map { plan.definition.properties[$0.place].name })
    // What else is rejected may have been rejected before, which nobody can tell.
    let reasons = (answer.invalid + answer.skipped).filter { $0.property.map(names.contains) ?? true }
    if let failure = answer.failure {
      undo()
      fail(edit.node, failure)
      return false
    }
    if !reasons.isEmpty {
      undo()
      reject(edit, plan, reasons)
      return false
    }
    warn(answer.warnings, of: edit.node)
    return true
  }
}
