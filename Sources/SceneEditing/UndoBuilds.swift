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
    build(nodes, mode: .recreate, isUndo: true) { [self] live in
      if let failure = live.answer.failure { found.append(diagnostic(failure, live.node)) }
      let id = document.id(live.node)
      for message in live.answer.skipped {
        let owner = message.property.map { "\(id).\($0)" } ?? id
        found.append(
          diagnostic(
            .hookRejected, .warning, live.node, property: message.property,
            message:
              "'\(owner)' is refused by '\(live.binding.definition.name)', and its default is used: \(message.text)",
            namesObject: true))
      }
      for message in live.answer.warnings {
        let owner = message.property.map { "\(id).\($0)" } ?? id
        found.append(
          diagnostic(
            .hookWarning, .warning, live.node, property: message.property, message: "'\(owner)': \(message.text)",
            namesObject: true))
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
