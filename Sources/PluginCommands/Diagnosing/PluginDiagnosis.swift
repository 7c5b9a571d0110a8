import CommandReports
import Workbench

/// The findings of `plugin doctor`: for each searched place, for each file there, and for each step of examining the
/// file.
struct PluginDiagnosis {
  var places: [Place]

  /// The findings about a scene's requirements; empty if no scene was given.
  var requirements: [DoctorFinding] = []

  /// A place that is searched for plugins.
  struct Place {
    let place: PluginPlace

    /// The findings about the place itself; empty if the place is searched, or is missing and optional.
    var findings: [DoctorFinding]
    var files: [File]
  }

  /// A file that is a plugin, or could be one.
  struct File {
    let path: String

    /// The plugin in the file; nil if the search does not use the file.
    let plugin: InstalledPlugin?

    /// The steps that the file passed, in order, and then the problems.
    private(set) var findings: [DoctorFinding]

    /// True if the plugin is in use, wholly or in part.
    var isUsed: Bool { plugin?.description != nil && plugin?.problem == nil }
  }

  private var findings: [DoctorFinding] {
    places.flatMap { $0.findings + $0.files.flatMap(\.findings) } + requirements
  }

  /// True if every place is searched, every file found is in use, and no finding is an error.
  var isFine: Bool {
    places.allSatisfy { $0.findings.isEmpty && $0.files.allSatisfy(\.isUsed) }
      && !findings.contains { $0.verdict == .error }
  }
}

extension PluginDiagnosis {
  /// Examines all files that a library found, and starts every plugin with an executable program.
  init(_ library: PluginLibrary, _ run: CommandRun) {
    let clashes = PluginClashes(library)
    places = library.places.map { place in
      let isOwn = { (unused: UnusedPlugin) in place.kind != .file && unused.path.isExactly(place.path) }
      let used = place.found.map { File(usedAt: $0, in: place, of: library, clashes, run) }
      let unused = place.unused.filter { !isOwn($0) }.map { File(unused: $0) }
      return Place(
        place: place, findings: place.unused.filter(isOwn).map { DoctorFinding($0, at: .place) },
        files: (used + unused).sorted { $0.path < $1.path })
    }
  }
}

extension PluginDiagnosis.File {
  /// Examines a file that the search refused.
  fileprivate init(unused: UnusedPlugin) {
    (path, plugin) = (unused.path, nil)
    let step = unused.step
    findings = DoctorFinding.passed(before: step, unused.path) + [DoctorFinding(unused, at: step)]
  }

  /// Examines a file that is used, or would be used if its plugin worked. Starts the plugin if it has a program.
  fileprivate init(
    usedAt path: String, in place: PluginPlace, of library: PluginLibrary, _ clashes: PluginClashes,
    _ run: CommandRun
  ) {
    self.path = path
    plugin = library.plugins.first { $0.path?.isExactly(path) == true }
    findings = DoctorFinding.passed(before: .owner, path, isData: plugin?.isData ?? false)
    findings.append(.owner(of: path, isNamed: place.origin == .option))
    guard let plugin else { return }
    if !plugin.isData {
      let program = DoctorFinding.program(path, run)
      findings.append(program)
      if program.verdict == .error { return }
    }
    if let failure = plugin.failureAtStart(under: run.job) {
      let last = DoctorFinding(failure, of: plugin)
      findings += DoctorFinding.passed(before: last.step, of: plugin, run) + [last]
    } else {
      findings += DoctorFinding.passed(before: .classes, of: plugin, run)
      findings += DescriptionAudit(of: plugin, beside: library.pluginsAndFormats).findings.map { DoctorFinding($0) }
      plugin.compareProcesses(under: run.job)
      if let unsteadiness = plugin.unsteadiness {
        findings.append(DoctorFinding(.declarations, .warning, unsteadiness.message))
      }
      findings += clashes.findings(of: plugin, library)
    }
  }
}

extension UnusedPlugin {
  /// The step at which the search refused the file.
  fileprivate var step: DoctorFinding.Step {
    switch reason {
    case .name: .name
    case .shadowed: .order
    case .missing, .unreadable, .notFile: .file
    case .notExecutable, .workspace: .executable
    case .owner, .writable: .owner
    case .relative, .empty: .place
    }
  }
}
