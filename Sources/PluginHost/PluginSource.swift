internal import JSONText
internal import WorkbenchSupport

/// The file of a plugin, and the settings for loading it at first and after each change.
struct PluginSource: Sendable {
  let candidate: PluginSearch.Candidate
  let limits: PluginLimits

  /// The debugger setting, which may name a different plugin; nil if no plugin is to be debugged.
  let debugging: DebuggerWait?

  /// A callback for the lines that the plugin writes to standard error.
  let output: PluginLibrary.PluginOutput?

  /// The cache of replies to describe requests.
  let cache: DescriptionCache

  /// Creates the plugin from its current file. If the cache has the plugin's description or its failure, the plugin is
  /// not queried.
  ///
  /// - Parameter asksAgain: true to ignore a cached failure and query the plugin again.
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
    // Only the workers of the plugin to debug may be traced.
    let names = [candidate.name] + (described.map { [$0.name] } ?? [])
    let debugging = debugging.flatMap { names.contains(where: $0.isMeant) ? $0 : nil }
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
  /// The source of a plugin, and the plugin's file at the time of loading.
  struct Origin {
    let source: PluginSource
    let program: HeldProgram

    /// The build whose reply the cache keeps; nil if the reply cannot be cached.
    var build: DescriptionCache.Build? { source.cache.build(of: program) }
  }

  /// Caches the plugin's reply to the describe request for the next run, unless the next run may get a different reply.
  func keepAnswer() {
    guard let origin, let build = origin.build else { return }
    if let problem {
      // A memory limit on this process may be the cause.
      guard problem.kind.isKept, !problem.wasKilled, !problem.lacksPart, ProcessMemory.limit == nil else { return }
      origin.source.cache.keep(.failure(problem, under: origin.source.limits), of: build)
    } else if let described, leftOut.isEmpty {
      // Each run has to detect again the classes that were left out.
      origin.source.cache.keep(.description(described), of: build)
    }
  }

  /// Queries the plugins that have neither a description nor a failure, all at the same time, and caches the replies.
  /// Caches nothing if the job is cancelled.
  static func describe(_ plugins: [InstalledPlugin], under job: InspectorJob) {
    let fresh = plugins.filter { $0.described == nil && $0.problem == nil }
    for plugin in fresh { plugin.beginDescribing(under: job) }
    finishDescribing(fresh)
    guard !job.isCancelled else { return }
    for plugin in fresh { plugin.keepAnswer() }
  }
}
