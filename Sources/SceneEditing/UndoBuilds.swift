internal import InspectorKit
internal import SceneDocument

extension SceneModel {
  /// Builds the components that an undo or redo may have changed, with the cause `undo`, and reports what they find.
  ///
  /// Whatever was once accepted can be undone, so a rejection, a crash and a hang are warnings here.
  package func buildUndone(_ edit: InverseEdit) -> [Diagnostic] {
    var nodes = concerned(by: edit)
    // A class without code has nothing to report.
    if tracer == nil { nodes.removeAll { binding(of: $0)?.definition.isInert ?? true } }
    var found: [Diagnostic] = []
    build(nodes, mode: .recreate, isUndo: true) { [self] built in
      if let failure = built.answer.failure { found.append(diagnostic(failure, built.node)) }
      for message in built.answer.skipped {
        let finding = HookFinding.defaultUsed(
          FindingPlace(document.id(built.node), message.property), rejectedBy: built.binding.definition.name,
          reason: message.text)
        found.append(diagnostic(finding, .warning, built.node, property: message.property, naming: .inReason))
      }
      for message in built.answer.warnings {
        found.append(diagnostic(HookFinding.warning, message, .warning, built.node))
      }
    }
    return found.map { finding in
      // The text that a place would be in is not what the file holds.
      var warning = finding.withoutPlace
      warning.severity = .warning
      return warning
    }
  }
}
