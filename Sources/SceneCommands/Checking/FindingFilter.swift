internal import CommandLineKit
internal import CommandReports
internal import InspectorKit
internal import JSONText
internal import SceneDocument
internal import Workbench

/// The filter that leaves out findings named by `--ignore` or a baseline.
struct FindingFilter: Sendable {
  private let ignored: [FindingPattern]
  private let baseline: Baseline?
  private let isWriting: Bool
  private let isStrict: Bool

  /// True if recorded findings may be missing only because the baseline was written by a strict check and this check is
  /// not strict.
  private var mayMissFindings: Bool { baseline?.isStrict == true && !isStrict }

  init(
    ignoring patterns: [String], baseline path: String?, isWriting: Bool, isStrict: Bool, _ run: CommandRun
  ) throws(Diagnostic) {
    var ignored: [FindingPattern] = []
    for pattern in patterns { ignored.append(try FindingPattern(pattern)) }
    self.ignored = ignored
    (self.isWriting, self.isStrict) = (isWriting, isStrict)
    guard let path else {
      baseline = nil
      return
    }
    baseline = try Diagnostic.ofFile(path) { () throws(SceneError) in
      try Baseline(path, mayBeMissing: isWriting, run.context)
    }
    if mayMissFindings, !isWriting {
      run.warn("the baseline was written with '--strict'; without it, resolved findings are not reported", of: path)
    }
  }

  /// Removes the findings that `--ignore` or the baseline names. If a new baseline is to be written, removes all
  /// findings of a readable scene, and records the ones that are not ignored.
  func apply(to scene: inout CheckedScene) {
    var others = scene.unshown
    if !ignored.isEmpty, scene.hasFindings {
      scene.ignore { finding in
        guard ignored.contains(where: { $0.matches(finding) }) else { return false }
        others.append(finding)
        return true
      }
    }
    guard let baseline, scene.isReadable else { return }
    if isWriting {
      scene.recorded = Baseline.findings(scene.diagnostics)
      // Findings that appear only in unchecked scenes stay in the baseline.
      let former = baseline.findings(of: scene.scene)
      for (finding, count) in Baseline.findings(scene.unshown) {
        if let old = former[finding] { scene.recorded?[finding, default: 0] += min(count, old) }
      }
      scene.leaveOutKnown { _ in true }
      return
    }
    var left = baseline.findings(of: scene.scene)
    func isKnown(_ finding: Diagnostic) -> Bool {
      let key = Baseline.Finding(finding)
      guard let count = left[key] else { return false }
      left[key] = count > 1 ? count - 1 : nil
      return true
    }
    scene.leaveOutKnown(isKnown)
    // A finding that is left out for another reason is not resolved.
    for finding in others { _ = isKnown(finding) }
    if !mayMissFindings { scene.resolved = left }
  }

  /// Returns true if a template's findings in a scene include an error that is neither ignored nor in the baseline.
  func keepsError(of shown: TemplateFindings.Shown) -> Bool {
    var template = CheckedScene(template: shown.template.path, diagnostics: shown.findings, unshown: [])
    apply(to: &template)
    return template.status != .done
  }

  /// Writes the new baseline if one is requested; otherwise adds the recorded findings of missing scenes to the totals.
  func finish(_ totals: inout CheckTotals) throws(Diagnostic) {
    guard let baseline else { return }
    guard isWriting else {
      totals.missing = baseline.ofMissingScenes
      return
    }
    try Diagnostic.ofFile(baseline.path) { () throws(SceneError) in
      totals.written = try baseline.write(totals.recorded, isStrict: isStrict)
    }
  }
}

/// A pattern of findings, `CODE[:CLASS[.PROPERTY]]`.
struct FindingPattern: Sendable {
  private let code: DiagnosticCode

  /// The class, or the class and the property with a dot between them; nil for all findings with the code.
  private let place: String?

  init(_ text: String) throws(Diagnostic) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let code = DiagnosticCode(rawValue: parts[0]), parts.last != "" else {
      let codes = DiagnosticCode.allCases.map(\.rawValue)
      throw Diagnostic(
        SceneUsage.noFindingPattern(text, suggestion: DidYouMean.suggestion(for: parts[0], among: codes)))
    }
    self.code = code
    place = parts.count > 1 ? parts[1] : nil
  }

  func matches(_ finding: Diagnostic) -> Bool {
    guard finding.code == code else { return false }
    guard let place else { return true }
    guard let className = finding.className else { return false }
    return place.isExactly(className) || finding.property.map { place.isExactly("\(className).\($0)") } ?? false
  }
}
