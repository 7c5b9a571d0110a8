internal import CommandLineKit
internal import CommandReports
internal import SceneDocument
internal import Workbench

/// The result of checking one scene.
struct CheckedScene: SceneOutcome {
  var scene: String
  var objects = 0

  /// The names of the plugins that the scene needs, whose problems its findings already report.
  var plugins: [String] = []
  private(set) var diagnostics: [Diagnostic]
  private(set) var status: ExitStatus

  /// The number of findings that `--ignore` left out.
  private(set) var ignored = 0

  /// The number of findings that the baseline records.
  private(set) var known = 0

  /// The scene's entries for a new baseline; nil unless one is written.
  var recorded: Baseline.Findings?

  /// The findings of the baseline that are gone.
  var resolved: Baseline.Findings = [:]

  /// The whole text of the failure; nil for a scene that was read, or if some of its faults are left out.
  private(set) var text: String?

  private var warningsLeftOut = 0

  init(scene: String, objects: Int, plugins: [String], diagnostics: [Diagnostic]) {
    self.scene = scene
    self.objects = objects
    self.plugins = plugins
    self.diagnostics = diagnostics
    status = diagnostics.contains { $0.severity == .error } ? .findings : .done
  }

  /// Creates the result of a scene that could not be read. Mistakes in its text are findings like any other.
  init(failure: Diagnostic, scene: String) {
    self.scene = scene
    diagnostics = failure.faults.map { Diagnostic($0, severity: .error) }
    if diagnostics.isEmpty {
      diagnostics = [Diagnostic(failure.reason, severity: .error, file: scene)]
    }
    text = failure.faults.isEmpty ? failure.report : failure.faults.map(\.description).joined(separator: "\n")
    status = ExitStatus(failure)
    if status == .badDocument { status = .findings }
  }

  /// True if the findings are about the scene. A file that cannot be opened has none.
  var hasFindings: Bool { status == .findings || status == .done }

  /// Removes the findings that `--ignore` names.
  mutating func ignore(_ isIgnored: (Diagnostic) -> Bool) { ignored += remove(isIgnored) }

  /// Removes the findings that a baseline records.
  mutating func leaveOutKnown(_ isKnown: (Diagnostic) -> Bool) { known += remove(isKnown) }

  private mutating func remove(_ isRemoved: (Diagnostic) -> Bool) -> Int {
    let count = diagnostics.count
    diagnostics.removeAll(where: isRemoved)
    if !diagnostics.contains(where: { $0.severity == .error }) { status = .done }
    // The text has all of the scene's faults; from now on the remaining ones are listed.
    if diagnostics.count < count { text = nil }
    return count - diagnostics.count
  }

  mutating func leaveOutWarnings() {
    warningsLeftOut = count(.warning)
    diagnostics.removeAll { $0.severity == .warning }
  }

  func count(_ severity: Diagnostic.Severity) -> Int {
    (severity == .warning ? warningsLeftOut : 0) + diagnostics.count { $0.severity == severity }
  }
}

/// The numbers of a whole run of `check`.
struct CheckTotals {
  private(set) var (scenes, objects, errors, warnings, ignored, known) = (0, 0, 0, 0, 0, 0)

  /// The findings of the baseline that are gone, by scene.
  private(set) var resolved: [(scene: String, findings: Baseline.Findings)] = []

  /// The findings of the baseline in scenes that no longer exist.
  var missing: [(scene: String, findings: Baseline.Findings)] = []

  /// The entries for a new baseline, by scene.
  private(set) var recorded: [(scene: String, findings: Baseline.Findings)] = []

  /// The number of findings that were written to a baseline; nil if none was written.
  var written: Int?

  mutating func add(_ scene: CheckedScene) {
    scenes += 1
    objects += scene.objects
    errors += scene.count(.error)
    warnings += scene.count(.warning)
    ignored += scene.ignored
    known += scene.known
    if !scene.resolved.isEmpty { resolved.append((scene.scene, scene.resolved)) }
    if let findings = scene.recorded { recorded.append((scene.scene, findings)) }
  }
}
