internal import Workbench

/// All that `plugin doctor` found: each place of the search, each file in it, each step of its way.
struct PluginDiagnosis {
  var places: [Place]

  /// What a scene needs, where one was given.
  var requirements: [DoctorFinding] = []

  /// A place in which plugins are looked for.
  struct Place {
    let place: PluginPlace

    /// About the place itself; empty where it is searched, or is not there and need not be.
    var findings: [DoctorFinding]
    var files: [File]
  }

  /// A file that is a plugin, or could be one.
  struct File {
    let path: String

    /// The plugin that it is; nil where it is not used.
    let plugin: InstalledPlugin?
    let findings: [DoctorFinding]

    /// Whether the plugin is in use, wholly or in part.
    var isUsed: Bool { plugin?.description != nil && plugin?.problem == nil }
  }

  private var findings: [DoctorFinding] {
    places.flatMap { $0.findings + $0.files.flatMap(\.findings) } + requirements
  }

  /// Whether all that was found is in use.
  var isFine: Bool {
    places.allSatisfy { $0.findings.isEmpty && $0.files.allSatisfy(\.isUsed) }
      && !findings.contains { $0.verdict == .error }
  }

  /// Leaves the files of one name, or the place that a path names; false where there are none.
  ///
  /// - Parameter isWanted: whether a file is meant.
  mutating func keep(_ isWanted: (File) -> Bool) -> Bool {
    for number in places.indices {
      places[number].files.removeAll { !isWanted($0) }
      places[number].findings = []
    }
    places.removeAll { $0.files.isEmpty }
    return !places.isEmpty
  }
}
