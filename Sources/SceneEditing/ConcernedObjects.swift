import InspectorKit
import JSONText
import SceneDocument

extension SceneModel {
  /// Returns the objects whose components may behave differently after an edit: objects with changed attributes, class
  /// or palette colours, inserted and moved objects, and all objects that read one of them as their parent, directly or
  /// through a chain of parents.
  func concerned(by edit: InverseEdit) -> [NodeIndex] {
    var nodes = NodeSet(edit.nodes)
    for (node, aspects) in edit.structure where aspects.contains(.className) || aspects.contains(.place) {
      nodes.insert(node)
    }
    for range in edit.map?.added ?? [] { nodes.formUnion(range) }
    let colors = Set(edit.colors.map { ExactText($0) })
    for uses in colorUses(of: colors).values {
      nodes.formUnion(uses.known.lazy.map(\.node))
      nodes.formUnion(uses.bound.lazy.map(\.node))
    }
    guard hasParentReaders else { return Array(nodes) }
    nodes.formUnion(DependentBuilds.readers(below: nodes, in: self))
    return Array(nodes)
  }

  /// Builds the components that an undo or redo may have changed, and returns their findings as warnings.
  ///
  /// Anything that was once accepted can be undone, so even a rejection, a crash or a timeout is only a warning here.
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
      // A source location would point into a text that no file contains.
      var warning = finding.withoutPlace
      warning.severity = .warning
      return warning
    }
  }
}
