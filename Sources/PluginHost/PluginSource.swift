internal import WorkbenchSupport

/// Where a plugin comes from and how it is run: what is needed to take it again from a newer file.
struct PluginSource: Sendable {
  let candidate: PluginSearch.Candidate
  let limits: PluginLimits

  /// By what its workers wait for a debugger, where it is the plugin that is meant.
  let debugging: DebuggerWait?

  /// Takes what the plugin writes to its standard error.
  let output: PluginLibrary.PluginOutput?

  /// Where descriptions are kept.
  let cache: DescriptionCache

  /// The plugin as its file is now, with its description where that is kept.
  ///
  /// - Parameter asksAgain: whether a failure that is kept is forgotten.
  func plugin(asksAgain: Bool) -> InstalledPlugin {
    let program = HeldProgram(candidate.path)
    var (described, problem) = (DescribedPlugin?.none, PluginFailure?.none)
    switch cache.build(of: program).flatMap(cache.answer) {
    case .description(let kept):
      described = kept
      _ = program.take(resources: kept.resources)
    case .failure(let failure, let former): if !asksAgain, former.cover(limits) { problem = failure }
    case nil: break
    }
    let plugin = InstalledPlugin(
      name: candidate.name, path: candidate.path, limit: limits.answer,
      isData: candidate.isData, described: described, problem: problem, debugging: debugging
    ) { () throws(PluginFailure) -> any PluginConnection in
      guard !candidate.isData else { throw .notRunning(candidate.name) }
      return try PluginProcess(
        plugin: candidate.name, executable: program, limits: limits,
        isTraceable: debugging != nil, output: output)
    }
    plugin.origin = InstalledPlugin.Origin(source: self, program: program)
    return plugin
  }
}

extension InstalledPlugin {
  /// The file that a plugin is, and how it is taken again.
  struct Origin {
    let source: PluginSource
    let program: HeldProgram

    /// The key of what is kept of it; nil where nothing is.
    var build: DescriptionCache.Build? { source.cache.build(of: program) }
  }

  /// Keeps what the plugin answered when it was asked to describe itself, for the next start.
  func keepAnswer() {
    guard let origin, let build = origin.build, let answer = answer(under: origin.source.limits) else { return }
    origin.source.cache.keep(answer, of: build)
  }

  /// Asks plugins that are not described yet what they are, all at once, and keeps their answers.
  static func describe(_ plugins: [InstalledPlugin], under job: InspectorJob) {
    let fresh = plugins.filter { $0.described == nil && $0.problem == nil }
    for plugin in fresh { plugin.beginDescribing(under: job) }
    finishDescribing(fresh)
    guard !job.isCancelled else { return }
    for plugin in fresh { plugin.keepAnswer() }
  }
}
