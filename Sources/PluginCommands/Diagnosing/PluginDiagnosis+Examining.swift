internal import InspectorKit
internal import JSONText
internal import Workbench

extension PluginDiagnosis {
  /// Looks at all that a library found, and starts each plugin.
  init(_ library: PluginLibrary, _ surroundings: DoctorSurroundings) {
    let clashes = PluginClashes(library)
    places = library.places.map { place in
      let isOwn = { (unused: UnusedPlugin) in place.kind != .file && unused.path.isExactly(place.path) }
      let used = place.found.map { path in
        File(usedAt: path, in: place, of: library, clashes, surroundings)
      }
      let unused = place.unused.filter { !isOwn($0) }.map { File(unused: $0) }
      return Place(
        place: place, findings: place.unused.filter(isOwn).map { DoctorFinding($0, at: .place) },
        files: (used + unused).sorted { $0.path < $1.path })
    }
  }
}

/// What a plugin runs in, as far as the doctor has to know it.
struct DoctorSurroundings {
  let environment: [String: String]
  let sandbox: PluginSandbox

  /// Ends the waits for plugins.
  let job: InspectorJob
}

extension PluginDiagnosis.File {
  /// A file that is not used.
  fileprivate init(unused: UnusedPlugin) {
    (path, plugin) = (unused.path, nil)
    let step = unused.step
    findings = DoctorFinding.passed(before: step, unused.path) + [DoctorFinding(unused, at: step)]
  }

  /// A file that is used, or would be if the plugin worked.
  fileprivate init(
    usedAt path: String, in place: PluginPlace, of library: PluginLibrary, _ clashes: PluginClashes,
    _ surroundings: DoctorSurroundings
  ) {
    self.path = path
    let plugin = library.plugins.first { $0.path?.isExactly(path) == true }
    self.plugin = plugin
    let isData = plugin?.isData ?? false
    var findings = DoctorFinding.passed(before: .owner, path, isData: isData)
    findings.append(.owner(of: path, isNamed: place.origin == .option))
    guard let plugin else {
      self.findings = findings
      return
    }
    let program = isData ? nil : DoctorFinding.program(path, surroundings)
    if let program { findings.append(program) }
    guard program?.verdict != .error else {
      self.findings = findings
      return
    }
    if let failure = plugin.failureAtStart(under: surroundings.job) {
      let last = DoctorFinding(failure, of: plugin)
      findings += DoctorFinding.passed(before: last.step, of: plugin, surroundings) + [last]
    } else {
      findings += DoctorFinding.passed(before: .classes, of: plugin, surroundings)
      findings += DescriptionAudit(of: plugin, beside: library.plugins).findings.map { DoctorFinding($0) }
      plugin.compareProcesses(under: surroundings.job)
      if let unsteadiness = plugin.unsteadiness { findings.append(.unsteady(unsteadiness.message)) }
      findings += clashes.findings(of: plugin, library)
    }
    self.findings = findings
  }
}

extension UnusedPlugin {
  /// The step at which its way ends.
  fileprivate var step: DoctorFinding.Step {
    switch reason {
    case .name: .name
    case .shadowed: .order
    case .missing, .unreadable, .notFile: .file
    case .notExecutable: .executable
    case .owner, .writable: .owner
    case .relative, .empty: .place
    }
  }
}
