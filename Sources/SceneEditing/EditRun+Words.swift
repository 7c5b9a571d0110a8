internal import InspectorKit
internal import JSONText
internal import SceneDocument

// Refusals, failures and warnings from components.
extension EditRun {
  /// Records that an object's component failed. The failure refuses the edit of the object if refused edits are
  /// skipped; otherwise, the first failure refuses the edit as a whole.
  func fail(_ node: NodeIndex, _ failure: PluginFailure) {
    var named = failure
    named.reason = model.diagnostic(failure, node).reason
    if skipsRefused {
      refuse(node, property: failure.property, named)
    } else if pluginFailure == nil {
      (pluginFailure, failedNode) = (named, node)
    }
  }

  /// Refuses the edit of a property, or of the object as a whole if `property` is nil. The refusal ends the whole edit,
  /// unless refused edits are skipped.
  func refuse(
    _ node: NodeIndex, property: String?, _ reason: any Refusal, naming: Diagnostic.Naming = .inReason
  ) {
    var refusal = model.diagnostic(reason, .error, node, property: property, naming: naming)
    if let error = reason as? SceneError, error.line != nil {
      // The error has its own source location, such as that of a conflicting value.
      let placed = Diagnostic(error, severity: .error)
      (refusal.file, refusal.line, refusal.column, refusal.excerpt) = (
        placed.file, placed.line, placed.column, placed.excerpt
      )
    }
    earlierWarnings[node] = nil
    guard skipsRefused else {
      refusals.append(refusal)
      return
    }
    transaction.result.skipped.append(refusal)
    guard wantsChanges else { return }
    let change = ObjectChange(
      object: model.document.id(node), className: model.document.className(node), property: property ?? "",
      rejected: reason.message)
    transaction.changes.spool.add([change], of: node)
  }

  /// Refuses an edit, with one refusal for each reason that its component reported.
  func reject(_ edit: ObjectEdit, _ binding: ClassBinding, _ reasons: [HookMessage]) {
    for message in reasons {
      let place = FindingPlace(model.document.id(edit.node), message.property)
      refuse(
        edit.node, property: message.property,
        EditRefusal.rejected(by: binding.definition.name, place, reason: message.text))
    }
  }

  /// Reports the warnings from hooks about an applied edit. Drops an action's unreported warning with the same text, so
  /// that it is not reported twice.
  package func warn(_ warnings: [HookMessage], of node: NodeIndex) {
    if !earlierWarnings.isEmpty {
      earlierWarnings[node]?.removeAll { earlier in warnings.contains { $0.text == earlier.text } }
    }
    for message in warnings {
      var warning = model.diagnostic(HookFinding.warning, message, .warning, node)
      warning.isOfEdit = true
      self.warnings.append(warning)
    }
  }

  /// Reports the warnings from actions that were not repeated by the hooks of the resulting edits.
  func warnOfEarlier() {
    let left = earlierWarnings
    earlierWarnings = [:]
    for (node, warnings) in left.sorted(by: { $0.key < $1.key }) { warn(warnings, of: node) }
  }

  /// Returns the notes on edited properties, keyed by the index of the property: disabled properties, new values that
  /// take precedence over bindings, and removed values that settings replace. Also warns of each disabled property.
  func notes(on edit: ObjectEdit, _ binding: ClassBinding, _ answer: BuildReply) -> [Int: [ObjectChange.Note]] {
    var notes = warnOfInactive(edit, binding, answer).mapValues { [$0] }
    guard model.document.hasBindings(edit.node) else { return notes }
    for bound in model.bindings(of: edit.node, binding) where bound.isUsable && !bound.isInherited {
      guard bound.isInEffect || bound.isHiddenHere else { continue }
      let keys = binding.keys(at: bound.place)
      let isStored = edit.changes.contains { change in
        switch change {
        case .set(let key, _), .setMember(let key, _, _): keys.contains(key)
        case .remove, .rename: false
        }
      }
      if isStored {
        notes[bound.place, default: []].append(.hidesBinding(setting: bound.key))
      } else if edit.cells.contains(where: { $0.place == bound.place && $0.cell == bound.cell }) {
        notes[bound.place, default: []].append(.followsSetting(bound.key))
      }
    }
    return notes
  }

  /// Warns of each new value of a property that its condition disables. Returns a note on each of these properties,
  /// keyed by the index of the property.
  private func warnOfInactive(
    _ edit: ObjectEdit, _ binding: ClassBinding, _ answer: BuildReply
  ) -> [Int: ObjectChange.Note] {
    guard formerReader == nil, edit.cells.contains(where: { binding.isConditional[$0.place] && $0.cell != .absent })
    else { return [:] }
    var cells = model.stored(edit.node, binding).cells
    for (place, cell) in edit.cells { cells[place] = cell }
    let conditions = ConditionState(
      binding: binding, cells: cells, effective: model.effective(answer, cells: cells, binding), palette: model.palette)
    var notes: [Int: ObjectChange.Note] = [:]
    for (place, cell) in edit.cells where cell != .absent && !conditions.isActive(place) {
      let property = binding.definition.properties[place]
      let condition = property.enabledWhen ?? ""
      notes[place] = .inactive(condition)
      warnings.append(
        model.diagnostic(
          ObjectFinding.inactive(.inactive(condition)), .warning, edit.node, property: property.name,
          naming: .property))
    }
    return notes
  }
}
