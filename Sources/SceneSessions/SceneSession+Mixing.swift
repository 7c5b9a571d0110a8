internal import InspectorKit
public import SceneDocument

extension SceneSession {
  /// All properties of several objects, each once.
  ///
  /// - Parameter nodes: as ``select(_:leaveOut:)`` found them.
  public func inspect(_ nodes: [NodeIndex]) -> MixedInspection {
    withModel { model in
      let mixed = MixedObjects(model)
      var failures: [Diagnostic] = []
      var rest = nodes[...]
      while !rest.isEmpty, !model.job.isCancelled {
        let batch = rest.prefix(1 << 14)
        rest = rest.dropFirst(1 << 14)
        let answers = Self.answers(to: batch, model)
        for (place, node) in zip(batch.indices, batch) {
          model.document.prefetch(batch, after: place)
          guard let binding = model.binding(of: node) else {
            mixed.add(unknown: node)
            continue
          }
          let answer = answers.found[node] ?? BuildReply()
          if let failure = answer.failure { failures.append(model.diagnostic(failure, node)) }
          mixed.add(node, binding, answer)
        }
      }
      return mixed.result(diagnostics: failures)
    }
  }

  /// Diagnostics of components; most have none.
  private final class Answers {
    var found: [NodeIndex: BuildReply] = [:]
  }

  private static func answers(to nodes: some Sequence<NodeIndex>, _ model: SceneModel) -> Answers {
    let answers = Answers()
    model.build(nodes, wantsComputed: true) { built in
      if !built.answer.isSilent { answers.found[built.node] = built.answer }
    }
    return answers
  }
}
