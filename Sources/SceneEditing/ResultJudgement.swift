internal import InspectorKit
internal import JSONText
internal import SceneDocument

/// What the components of a scene say of an edit that was made: of all that it changed, and of what reads that.
struct ResultJudgement {
  /// What hooks warn of.
  private(set) var warnings: [Diagnostic] = []

  private var errors: [Diagnostic] = []
  private var failures: [(object: String, failure: PluginFailure)] = []

  /// Builds the objects that an edit concerns, which was made.
  init(_ model: SceneModel, of edit: InverseEdit) { self.init(model, model.concerned(by: edit)) }

  private init(_ model: SceneModel, _ nodes: [NodeIndex]) {
    var (warnings, errors): ([Diagnostic], [Diagnostic]) = ([], [])
    var failures: [(object: String, failure: PluginFailure)] = []
    model.build(nodes, mode: .recreate, validates: true) { built in
      if var failure = built.answer.failure {
        failure.reason = model.diagnostic(failure, built.node).reason
        failures.append((model.document.id(built.node), failure))
        return
      }
      for finding in model.checkBuilt(built, strict: false) {
        if finding.severity == .error {
          errors.append(finding.withoutPlace)
        } else if finding.code == .hookWarning {
          warnings.append(finding.withoutPlace)
        }
      }
    }
    (self.warnings, self.errors, self.failures) = (warnings, errors, failures)
  }

  /// Why the edit is refused; nil where it is not. What was wrong already in one of the scenes that are `known` is no
  /// reason.
  ///
  /// - Parameter known: is called only where something is wrong.
  func refusal(known: () throws(Diagnostic) -> [SceneModel]) throws(Diagnostic) -> Diagnostic? {
    guard !errors.isEmpty || !failures.isEmpty else { return nil }
    var (errors, failures) = (errors, failures)
    for model in try known() {
      let objects = Set((errors.compactMap(\.object) + failures.map(\.object)).map { ExactText($0) })
      let former = ResultJudgement(model, objects.compactMap { model.document.node(id: $0.text) }.sorted())
      let wrong = Set(former.errors)
      errors.removeAll { wrong.contains($0) }
      let failing = Set(former.failures.map { ExactText($0.object) })
      failures.removeAll { failing.contains(ExactText($0.object)) }
    }
    if let failure = failures.first { return Diagnostic(failure.failure) }
    return errors.isEmpty ? nil : Diagnostic(refusals: errors, many: .changes)
  }
}
