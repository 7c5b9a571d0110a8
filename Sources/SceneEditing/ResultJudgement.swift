internal import InspectorKit
internal import JSONText
internal import SceneDocument

/// The findings of a scene's components after a finished edit, for changed objects and for objects that read a changed
/// object as their parent. Errors in the scene's runtime attributes are included.
struct ResultJudgement {
  /// The warnings from hooks.
  private(set) var warnings: [Diagnostic] = []

  private var errors: [Diagnostic] = []
  private let runtimeErrors: [Diagnostic]
  private var failures: [(object: String, failure: PluginFailure)] = []

  /// Builds objects after an edit, and collects the findings of their components.
  init(_ model: SceneModel, _ nodes: [NodeIndex]) {
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
    runtimeErrors = model.checkRuntimeAttributes().map(\.withoutPlace)
    (self.warnings, self.errors, self.failures) = (warnings, errors, failures)
  }

  /// Returns the refusal of the edit; nil if the edit is accepted. Problems that one of the `known` scenes already has
  /// are ignored.
  ///
  /// - Parameter known: returns the known scenes; called only if there is a problem.
  func refusal(known: () throws(Diagnostic) -> [SceneModel]) throws(Diagnostic) -> Diagnostic? {
    guard !errors.isEmpty || !failures.isEmpty || !runtimeErrors.isEmpty else { return nil }
    var (errors, failures, runtimeErrors) = (errors, failures, runtimeErrors)
    for model in try known() {
      let objects = Set((errors.compactMap(\.object) + failures.map(\.object)).map { ExactText($0) })
      let former = ResultJudgement(model, objects.compactMap { model.document.node(id: $0.text) }.sorted())
      let wrong = Set(former.errors)
      errors.removeAll { wrong.contains($0) }
      runtimeErrors = runtimeErrors.exceeding(former.runtimeErrors)
      let failing = Set(former.failures.map { ExactText($0.object) })
      failures.removeAll { failing.contains(ExactText($0.object)) }
    }
    if let failure = failures.first { return Diagnostic(failure.failure) }
    return Diagnostic(refusals: errors + runtimeErrors, many: .changes)
  }
}

extension [Diagnostic] {
  /// Returns the problems that `known` does not have: for each object, property and code, leaves out as many problems
  /// as `known` contains. Messages are not compared, since they name classes and numbers of elements.
  func exceeding(_ known: [Diagnostic]) -> [Diagnostic] {
    func key(_ problem: Diagnostic) -> [ExactText] {
      [problem.object ?? "", problem.property ?? "", problem.code.rawValue].map { ExactText($0) }
    }
    var counts = Dictionary(known.map { (key($0), 1) }, uniquingKeysWith: +)
    return filter { problem in
      counts[key(problem), default: 0] -= 1
      return counts[key(problem), default: 0] < 0
    }
  }
}
