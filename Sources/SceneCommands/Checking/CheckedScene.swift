internal import CommandLineKit
internal import CommandReports
internal import SceneDocument
internal import Workbench

/// The result of checking one scene.
struct CheckedScene: SceneOutcome {
  var scene: String
  var objects = 0

  /// The names of the plugins that the scene needs. The scene's findings already report the problems of these plugins.
  var plugins: [String] = []
  private(set) var diagnostics: [Diagnostic]

  /// The findings in the texts of templates. They are reported once for all scenes.
  private(set) var ofTemplates: [TemplateFindings.Shown] = []

  /// True if ``ofTemplates`` contains an error that is neither ignored nor in the baseline.
  var hasTemplateErrors = false

  /// The exit status for the findings in the scene's own text.
  private var ownStatus: ExitStatus
  var status: ExitStatus { hasTemplateErrors && ownStatus == .done ? .findings : ownStatus }

  /// True if this is a template outside the checked scenes. Its findings are then those that appear in checked scenes.
  private(set) var isTemplate = false

  /// The findings of a template that appear in none of the checked scenes.
  private(set) var unshown: [Diagnostic] = []

  /// The number of findings that were left out because `--ignore` names them.
  private(set) var ignored = 0

  /// The number of findings that were left out because the baseline records them.
  private(set) var known = 0

  /// The scene's entries for a new baseline; nil unless one is written.
  var recorded: Baseline.Findings?

  /// The findings of the baseline that the scene no longer has.
  var resolved: Baseline.Findings = [:]

  /// True if the scene could be read. A baseline neither records nor suppresses the errors in the text of an unreadable
  /// scene, since these errors may hide other findings.
  private(set) var isReadable = true

  /// True if the path names a folder instead of a scene file.
  private(set) var isFolder = false

  /// The whole error message of an unreadable scene; nil for any other scene, or if some errors were left out.
  private(set) var text: String?

  private var warningsLeftOut = 0

  init(
    scene: String, objects: Int, plugins: [String], diagnostics: [Diagnostic],
    ofTemplates: [TemplateFindings.Shown] = []
  ) {
    self.scene = scene
    self.objects = objects
    self.plugins = plugins
    self.diagnostics = diagnostics
    self.ofTemplates = ofTemplates
    ownStatus = diagnostics.hasErrors ? .findings : .done
  }

  /// Creates the result for a template outside the checked scenes.
  ///
  /// - Parameters:
  ///   - diagnostics: the findings that appear in checked scenes.
  ///   - unshown: the other findings.
  init(template: String, diagnostics: [Diagnostic], unshown: [Diagnostic]) {
    self.init(scene: template, objects: 0, plugins: [], diagnostics: diagnostics)
    self.unshown = unshown
    isTemplate = true
  }

  /// Creates the result of an unreadable scene. Syntax errors in its text are findings like any other.
  init(failure: Diagnostic, scene: String) {
    self.scene = scene
    diagnostics = failure.faults.map { Diagnostic($0, severity: .error) }
    if diagnostics.isEmpty {
      diagnostics = [Diagnostic(failure.reason, severity: .error, file: scene)]
    }
    text = failure.faults.isEmpty ? failure.report : failure.faults.map(\.description).joined(separator: "\n")
    isReadable = false
    let reason = (failure.reason.base as? SceneError)?.reason ?? failure.reason
    if case .isFolder? = reason.base as? FileRefusal { isFolder = true }
    ownStatus = ExitStatus(failure)
    if ownStatus == .badDocument { ownStatus = .findings }
  }

  /// True if the scene was checked or its text has errors; false if the file could not be opened.
  var hasFindings: Bool { status == .findings || status == .done }

  /// True if reports include the scene. A template outside the checked scenes is left out if nothing was found in it.
  var isReported: Bool { !isTemplate || !diagnostics.isEmpty || !resolved.isEmpty || ignored + known > 0 }

  /// Removes the findings that `--ignore` names, and counts them.
  mutating func ignore(_ isIgnored: (Diagnostic) -> Bool) { ignored += remove(isIgnored) }

  /// Removes the findings that a baseline records, and counts them.
  mutating func leaveOutKnown(_ isKnown: (Diagnostic) -> Bool) { known += remove(isKnown) }

  private mutating func remove(_ isRemoved: (Diagnostic) -> Bool) -> Int {
    let count = diagnostics.count
    diagnostics.removeAll(where: isRemoved)
    if !diagnostics.hasErrors { ownStatus = .done }
    // The text lists all faults of the scene. If some were removed, the remaining findings are printed instead.
    if diagnostics.count < count { text = nil }
    return count - diagnostics.count
  }

  mutating func leaveOutWarnings() {
    warningsLeftOut = count(.warning)
    diagnostics.removeAll { $0.severity == .warning }
  }

  func count(_ severity: Diagnostic.Severity) -> Int {
    (severity == .warning ? warningsLeftOut : 0) + diagnostics.count(of: severity)
  }
}

/// The totals of a whole run of `check`.
struct CheckTotals {
  private(set) var (scenes, objects, errors, warnings, ignored, known) = (0, 0, 0, 0, 0, 0)

  /// The findings of the baseline that the scenes no longer have, by scene.
  private(set) var resolved: [(scene: String, findings: Baseline.Findings)] = []

  /// The findings of the baseline in scenes that no longer exist.
  var missing: [(scene: String, findings: Baseline.Findings)] = []

  /// The entries for a new baseline, by scene.
  private(set) var recorded: [(scene: String, findings: Baseline.Findings)] = []

  /// The number of findings that were written to a baseline; nil if none was written.
  var written: Int?

  mutating func add(_ scene: CheckedScene) {
    scenes += scene.isFolder || scene.isTemplate ? 0 : 1
    objects += scene.objects
    errors += scene.count(.error)
    warnings += scene.count(.warning)
    ignored += scene.ignored
    known += scene.known
    if !scene.resolved.isEmpty { resolved.append((scene.scene, scene.resolved)) }
    if let findings = scene.recorded { recorded.append((scene.scene, findings)) }
  }
}
