internal import InspectorKit
internal import SceneDocument

/// An edit of one object, and the reply of its component.
struct JudgedEdit {
  var edit: ObjectEdit
  var binding: ClassBinding
  var answer: BuildReply
}

// Edits that need more than one request to the component.
extension EditRun {
  /// Accepts or refuses the edits that were left undecided during a batch of requests. A plugin cannot answer another
  /// request until the batch ends.
  func decideOpenEdits() {
    guard !failed.isEmpty || !doubtful.isEmpty || !extended.isEmpty || !mixed.isEmpty else { return }
    let (failed, doubtful, extended) = (failed, doubtful, extended)
    (self.failed, self.doubtful, self.extended) = ([], [], [])
    decideRejections(doubtful)
    decideExtended(extended)
    // Edits that timed out are decided separately, since only their objects get a short deadline.
    decideFailed(failed.filter { $0.failure.kind != .timeout })
    decideFailed(failed.filter { $0.failure.kind == .timeout })
    makeMixed()
  }

  // MARK: edits whose values are rejected

  /// Makes, refuses or defers an edit after which the rebuilt component rejects stored values.
  func decide(_ judged: JudgedEdit) {
    let names = Set(judged.edit.cells.map { judged.binding.definition.properties[$0.place].name })
    let own = judged.answer.skipped.filter { $0.property.map(names.contains) == true }
    if own.isEmpty, formerReader == nil { return doubtful.append(judged) }
    if own.isEmpty { accept(judged) } else { reject(judged.edit, judged.binding, own) }
  }

  /// Applies or refuses edits whose components reject only values that the edit did not set. An edit is refused if the
  /// component did not reject these values before.
  private func decideRejections(_ doubtful: [JudgedEdit]) {
    var before: [NodeIndex: [HookMessage]] = [:]
    model.build(doubtful.map(\.edit.node)) { before[$0.node] = $0.answer.skipped }
    for judged in doubtful where !model.job.isCancelled {
      let new = judged.answer.skipped.filter { before[judged.edit.node]?.contains($0) != true }
      if new.isEmpty { accept(judged) } else { reject(judged.edit, judged.binding, new) }
    }
  }

  // MARK: edits that extensions judge

  /// Applies or refuses edits that the components accept, but that extensions have yet to judge. The objects are built
  /// again with the extensions applied.
  private func decideExtended(_ edits: [JudgedEdit]) {
    guard !edits.isEmpty else { return }
    let before = answers(of: edits.map(\.edit.node), mode: .load)
    let after = trying(edits.map(\.edit)) { answers(of: $0, mode: .recreate) }
    for judged in edits where !model.job.isCancelled {
      guard let new = after[judged.edit.node], let old = before[judged.edit.node] else { continue }
      if let failure = new.failure {
        fail(judged.edit.node, failure)
        continue
      }
      let names = Set(judged.edit.cells.map { judged.binding.definition.properties[$0.place].name })
      let refused = new.skipped.filter { message in
        message.property.map(names.contains) == true || !old.skipped.contains(message)
      }
      guard refused.isEmpty || formerReader != nil else {
        reject(judged.edit, judged.binding, refused)
        continue
      }
      let warnings = judged.answer.warnings + new.warnings.filter { !judged.answer.warnings.contains($0) }
      let answer = BuildReply(
        new, effective: new.effective, before: old.valuesBesideStored(judged.binding), warnings: warnings,
        skipped: new.skipped, writes: new.writes)
      accept(JudgedEdit(edit: judged.edit, binding: judged.binding, answer: answer))
    }
  }

  private func answers(of nodes: [NodeIndex], mode: WorkerProtocol.Mode) -> [NodeIndex: BuildReply] {
    var answers: [NodeIndex: BuildReply] = [:]
    model.build(nodes, mode: mode, wantsComputed: true) { answers[$0.node] = $0.answer }
    return answers
  }

  /// Calls `body` with the edited objects while the document contains the edits, and undoes the edits afterwards. An
  /// edit that cannot be written to the document is refused.
  private func trying<Result>(_ edits: [ObjectEdit], _ body: ([NodeIndex]) -> Result) -> Result {
    var tried: [(node: NodeIndex, restore: SpliceRestore)] = []
    for edit in edits where !model.job.isCancelled {
      do throws(SceneError) {
        tried.append((edit.node, try model.write(edit.changes, to: edit.node)))
      } catch {
        refuse(edit.node, property: nil, error)
      }
    }
    defer { for (_, restore) in tried.reversed() { _ = model.restore(restore) } }
    return body(tried.map(\.node))
  }

  // MARK: edits whose build failed

  /// Applies or refuses edits whose build failed. An edit is applied if it repairs its object: the component fails with
  /// the stored values, but not after the edit.
  ///
  /// If the component fails again after the edit, its state before the edit is not built, since each timeout costs
  /// time.
  private func decideFailed(_ failed: [(edit: ObjectEdit, failure: PluginFailure)]) {
    let fixing = answersAfter(failed)
    guard !fixing.isEmpty, !model.job.isCancelled else { return }
    var broken = NodeSet()
    // A short deadline is enough: the component had its full deadline during the edit, and works after it.
    model.build(fixing.map(\.edit.node), after: fixing[0].failure, hasHung: true) {
      if $0.answer.failure != nil { broken.insert($0.node) }
    }
    for (edit, failure, answer) in fixing where !model.job.isCancelled {
      guard broken.contains(edit.node), let binding = model.binding(of: edit.node) else {
        fail(edit.node, failure)
        continue
      }
      make(edit, binding, fixedBy: answer)
    }
  }

  /// Tries the edits of objects whose component failed, and refuses the edits after which the component fails again.
  ///
  /// - Returns: the edits that were not refused, with the replies of their components.
  private func answersAfter(
    _ failed: [(edit: ObjectEdit, failure: PluginFailure)]
  ) -> [(edit: ObjectEdit, failure: PluginFailure, answer: BuildReply)] {
    var answers: [NodeIndex: BuildReply] = [:]
    trying(failed.map(\.edit)) { nodes in
      model.build(nodes, mode: .recreate, validates: true, after: failed.first?.failure) {
        answers[$0.node] = $0.answer
      }
    }
    return failed.compactMap { failed in
      guard let answer = answers[failed.edit.node] else { return nil }
      guard answer.failure == nil else {
        fail(failed.edit.node, failed.failure)
        return nil
      }
      return (failed.edit, failed.failure, answer)
    }
  }

  /// Applies an edit that repairs its object, or refuses it if the component rejects a value that the edit sets.
  private func make(_ edit: ObjectEdit, _ binding: ClassBinding, fixedBy answer: BuildReply) {
    let names = Set(edit.cells.map { binding.definition.properties[$0.place].name })
    // Other rejected values may have been rejected before the edit as well, which is unknown here.
    let reasons = (answer.invalid + answer.skipped).filter { $0.property.map(names.contains) ?? true }
    guard reasons.isEmpty else { return reject(edit, binding, reasons) }
    warn(answer.warnings, of: edit.node)
    var recorder = wantsChanges ? ChangeRecorder(model, edit, binding, nil) : nil
    recorder?.answer = answer
    do throws(SceneError) {
      let remarks = remarks(on: edit, binding, answer)
      let restore = try model.write(edit.changes, to: edit.node)
      recorder?.notes = notes(on: edit, binding, answer)
      keep(restore, recorder)
      if restore.isChange { remark(remarks, on: edit, binding) }
    } catch {
      refuse(edit.node, property: nil, error)
    }
  }

  // MARK: edits in which extensions take part

  /// Returns true if an edit sets a property whose setter belongs to an extension, or a property from which an
  /// extension computes values.
  func concernsExtensions(_ edit: ObjectEdit, _ binding: ClassBinding) -> Bool {
    edit.cells.contains { binding.setters.contains($0.place) || binding.affecting.contains($0.place) }
  }

  /// Returns true if hooks change a property from which an extension computes values.
  func affectsExtensions(_ answer: BuildReply, _ binding: ClassBinding) -> Bool {
    guard !binding.affecting.isEmpty else { return false }
    return (answer.effective + answer.before).contains { binding.affecting.contains($0.place) }
  }
}
