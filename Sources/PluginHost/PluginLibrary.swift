public import InspectorKit
internal import SceneDocument
internal import Synchronization
public import WorkbenchSupport

/// All plugins that a host has, with their workers.
///
/// Plugins are found when the library is made and describe themselves then, from the cache where their files are
/// unchanged. Workers start when the first component is built, and again after a failure.
///
/// Sessions of one library may be used on several threads. They share the plugins and the registry of their classes, which
/// do not change once they are made (a class is decoded once, under a mutex; replacing a plugin makes another registry);
/// each plugin's workers, of which one is given to a session for a run of builds; and ``cancellation`` with its progress,
/// which are atomic. All other state is that of one session, which its own lock guards.
public final class PluginLibrary: Sendable {
  /// Ends what its sessions are doing.
  public let cancellation: Cancellation

  /// Which files and places are not used, in the order in which they were looked at.
  public let unused: [UnusedPlugin]

  /// Whether no plugins were looked for, since the person wants none to run.
  public let isSafeMode: Bool

  private let limits: PluginLimits
  private let contents: Mutex<Contents>

  /// What a library holds at a moment.
  private struct Contents {
    let registry: ComponentRegistry
    let problems: [Diagnostic]

    /// Takes plugins of which some may be about to describe themselves.
    ///
    /// - Parameter refused: what was refused while they were looked for.
    init(_ plugins: [InstalledPlugin], refused: [Diagnostic] = [], version: Int = 0, isSafeMode: Bool = false) {
      Self.finishDescribing(plugins.filter { $0.described == nil && $0.problem == nil })
      let plugins = plugins.sorted { $0.name < $1.name }
      registry = ComponentRegistry(plugins, version: version, isSafeMode: isSafeMode)
      let failures = plugins.compactMap { plugin in
        plugin.problem.map { Diagnostic(code: $0.code, severity: .warning, file: plugin.path, message: $0.message) }
      }
      let leftOut = plugins.flatMap { plugin in
        plugin.leftOut.map {
          Diagnostic(
            code: $0.failure.code, severity: .warning, file: plugin.path,
            message: "\($0.failure.message); the class is left out")
        }
      }
      problems = refused + failures + leftOut + registry.problems
    }

    /// Waits for all answers at once, so that several plugins which give none cost the limit of one.
    private static func finishDescribing(_ plugins: [InstalledPlugin]) {
      var own: [InstalledPlugin] = []
      var threads: [WorkThread] = []
      for plugin in plugins {
        // Code of this process has answered already, and of the others one is waited for here.
        let isOwn = plugin.path == nil || plugin === plugins.last
        let thread = isOwn ? nil : WorkThread { plugin.finishDescribing() }
        if let thread { threads.append(thread) } else { own.append(plugin) }
      }
      for plugin in own { plugin.finishDescribing() }
      for thread in threads { thread.join() }
    }
  }

  /// Is given a plugin's name and a line that it wrote to its standard error, on any thread.
  public typealias PluginOutput = @Sendable (_ plugin: String, _ line: String) -> Void

  /// Finds plugins and asks them what they are.
  ///
  /// - Parameters:
  ///   - limits: what each plugin may take.
  ///   - cancellation: by what the work of its sessions, and waiting for its plugins, can be ended.
  ///   - asksAgain: whether plugins that failed to describe themselves are asked again, though their files and the limits
  ///     are as they were.
  ///   - output: takes what plugins write to their standard error.
  public init(
    search: PluginSearch, limits: PluginLimits = PluginLimits(), cancellation: Cancellation = Cancellation(),
    asksAgain: Bool = false, output: PluginOutput? = nil
  ) {
    self.limits = limits
    isSafeMode = search.isSafeMode
    self.cancellation = cancellation
    let candidates: [PluginSearch.Candidate]
    (candidates, unused) = search.candidates()
    let cache = DescriptionCache(environment: search.environment)
    let known = candidates.map { candidate in
      let build = cache.build(ofFile: candidate.path)
      var (described, problem) = (DescribedPlugin?.none, PluginFailure?.none)
      switch build.flatMap(cache.answer) {
      case .description(let kept): described = kept
      case .failure(let failure, let former): if !asksAgain, former.cover(limits) { problem = failure }
      case nil: break
      }
      let plugin = InstalledPlugin(
        name: candidate.name, path: candidate.path, limit: limits.answer, cancellation: cancellation,
        isData: candidate.isData, described: described, problem: problem
      ) { () throws(PluginFailure) -> any PluginConnection in
        guard !candidate.isData else { throw .notRunning(candidate.name) }
        return try PluginProcess(
          plugin: candidate.name, executable: candidate.path, limits: limits, cancellation: cancellation, output: output
        )
      }
      plugin.cache = cache
      return (plugin, build)
    }
    let refused = unused.filter(\.isWarning).map {
      Diagnostic(code: .pluginRefused, severity: .warning, file: $0.path, message: $0.message)
    }
    let fresh = known.filter { plugin, _ in plugin.described == nil && plugin.problem == nil }
    for (plugin, _) in fresh { plugin.beginDescribing() }
    contents = Mutex(Contents(known.map { plugin, _ in plugin }, refused: refused, isSafeMode: isSafeMode))
    guard !cancellation.isCancelled else { return }
    for (plugin, build) in fresh {
      guard let build, let answer = plugin.answer(under: limits) else { continue }
      cache.keep(answer, of: build)
    }
  }

  /// Finds plugins and asks them what they are.
  ///
  /// - Parameter limit: how long a plugin may take for any answer.
  public convenience init(search: PluginSearch, limit: Duration, cancellation: Cancellation = Cancellation()) {
    self.init(search: search, limits: PluginLimits(answer: limit), cancellation: cancellation)
  }

  /// A library of code that is part of this process.
  public convenience init(inProcess plugins: [any InspectorPlugin.Type], limit: Duration = .seconds(5)) {
    self.init(
      plugins.map { plugin in
        InstalledPlugin(name: plugin.name, path: nil, limit: limit) { InProcessPlugin(plugin) }
      }, limit: limit)
  }

  /// A library of plugins that were found already; those without a description yet are started to describe themselves.
  package init(_ plugins: [InstalledPlugin], limit: Duration = .seconds(5)) {
    (limits, cancellation, unused, isSafeMode) = (PluginLimits(answer: limit), Cancellation(), [], false)
    for plugin in plugins where plugin.described == nil { plugin.beginDescribing() }
    contents = Mutex(Contents(plugins))
  }

  /// The plugins that were found, sorted by name.
  public var plugins: [InstalledPlugin] { registry.plugins }

  /// What was refused while plugins were looked for, and which plugins failed to describe themselves.
  public var problems: [Diagnostic] { contents.withLock { $0.problems } }

  /// All classes of all plugins, in the order of their names, each with all that it inherits and that extensions add.
  public var classes: [ComponentDefinition] { registry.allEntries.map(\.definition) }

  /// The plugins and their classes as they are now.
  package var registry: ComponentRegistry { contents.withLock { $0.registry } }

  /// Rises whenever a plugin is replaced.
  package var version: Int { contents.withLock { $0.registry.version } }

  /// Puts code of this process in the place of the plugin of the same name.
  ///
  /// What a session is doing on another thread ends with the plugin that it began with.
  public func replace(with plugin: any InspectorPlugin.Type) {
    let new = InstalledPlugin(name: plugin.name, path: nil, limit: limits.answer) { InProcessPlugin(plugin) }
    new.beginDescribing()
    let old = contents.withLock { contents in
      let former = contents.registry
      contents = Contents(
        former.plugins.filter { $0.name != plugin.name } + [new], version: former.version + 1,
        isSafeMode: former.isSafeMode)
      return former.plugins.first { $0.name == plugin.name }
    }
    old?.stop()
  }

  /// Ends all workers.
  public func shutDown() {
    for plugin in plugins { plugin.stop() }
  }

  /// The plugin of that name, upper and lower case being the same.
  public func plugin(named name: String) -> InstalledPlugin? {
    let plugins = plugins
    return plugins.first { $0.name == name } ?? plugins.first { $0.name.lowercased() == name.lowercased() }
  }
}
