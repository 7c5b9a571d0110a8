public import InspectorKit
internal import JSONText
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
/// and each plugin's workers, of which one is lent to a call. All other state is that of one session, which its own lock
/// guards. A call ends by its own ``InspectorJob``, and no other call with it.
public final class PluginLibrary: Sendable {
  /// Whether no plugins were looked for, since the person wants none to run.
  public let isSafeMode: Bool

  /// Where plugins are looked for; nil where they were given.
  let search: PluginSearch?

  /// By what the workers of one plugin wait for a debugger.
  private let debugging: DebuggerWait?

  /// What ``updates()`` saw last.
  let lastLook = Mutex<Look?>(nil)

  private let limits: PluginLimits
  private let output: PluginOutput?
  private let contents: Mutex<Contents>

  /// What a library holds at a moment.
  private struct Contents {
    var registry: ComponentRegistry
    var unused: [UnusedPlugin] = []

    /// Builds that do not work and did not take the places of others, by the names of their files.
    var rejected: [ExactText: FileIdentity] = [:]

    /// Rises whenever anything of it changes.
    var revision = 0

    /// - Parameter plugins: described, or failed.
    init(_ plugins: [InstalledPlugin], unused: [UnusedPlugin] = [], isSafeMode: Bool = false) {
      registry = Self.registry(plugins, version: 0, isSafeMode: isSafeMode)
      self.unused = unused
    }

    private static func registry(
      _ plugins: [InstalledPlugin], version: Int, isSafeMode: Bool
    ) -> ComponentRegistry {
      // Of plugins of one name the one that is found first comes first.
      let sorted = plugins.sorted { ($0.name, $0.foundIn.precedence) < ($1.name, $1.foundIn.precedence) }
      return ComponentRegistry(sorted, version: version, isSafeMode: isSafeMode)
    }

    /// Puts other plugins in the places of some.
    mutating func exchange(_ former: [InstalledPlugin], for new: [InstalledPlugin]) {
      let kept = registry.plugins.filter { plugin in !former.contains { $0 === plugin } }
      registry = Self.registry(kept + new, version: registry.version + 1, isSafeMode: registry.isSafeMode)
      revision += 1
    }

    /// What was refused while plugins were looked for, and what is wrong with those that were found.
    var problems: [Diagnostic] {
      let refused = unused.filter(\.isWarning).map {
        Diagnostic(PluginFinding.unused($0), severity: .warning, file: $0.path)
      }
      // What a person ends is no fault of the plugins that he waited for.
      let failures = registry.plugins.filter { $0.problem?.kind != .cancelled }.compactMap { plugin in
        plugin.problem.map { Diagnostic($0, severity: .warning, file: plugin.path) }
      }
      let leftOut = registry.plugins.flatMap { plugin in
        plugin.leftOut.map {
          Diagnostic(PluginFinding.classLeftOut($0.failure.reason), severity: .warning, file: plugin.path)
        }
      }
      return refused + failures + leftOut + registry.problems
    }
  }

  /// A function that is called on any thread with a plugin's name and a line that it wrote to its standard error.
  public typealias PluginOutput = @Sendable (_ plugin: String, _ line: String) -> Void

  /// Finds plugins and asks them what they are.
  ///
  /// - Parameters:
  ///   - limits: what each plugin may take.
  ///   - job: ends the wait for the descriptions.
  ///   - asksAgain: whether plugins that failed to describe themselves are asked again, though their files and the limits
  ///     are as they were.
  ///   - debugging: by what the workers of one plugin wait for a debugger.
  ///   - output: takes what plugins write to their standard error.
  public init(
    search: PluginSearch, limits: PluginLimits = PluginLimits(), under job: InspectorJob = InspectorJob(),
    asksAgain: Bool = false, debugging: DebuggerWait? = nil, output: PluginOutput? = nil
  ) {
    let output = output.map { TrapOutput($0, debugging: debugging).taking }
    (self.search, self.limits, self.output) = (search, limits, output)
    isSafeMode = search.isSafeMode
    self.debugging = debugging
    let outcome = search.candidates()
    let cache = DescriptionCache(environment: search.environment)
    let plugins = outcome.found.map { candidate in
      PluginSource(
        candidate: candidate, limits: limits, debugging: debugging, output: output,
        cache: cache
      ).plugin(asksAgain: asksAgain)
    }
    InstalledPlugin.describe(plugins, under: job)
    contents = Mutex(Contents(plugins, unused: outcome.unused, isSafeMode: isSafeMode))
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
    (limits, isSafeMode) = (PluginLimits(answer: limit), false)
    (search, output, debugging) = (nil, nil, nil)
    InstalledPlugin.describe(plugins, under: .unattended)
    contents = Mutex(Contents(plugins))
  }

  /// The plugins that were found, sorted by name.
  public var plugins: [InstalledPlugin] { registry.plugins }

  /// Which files and places are not used, in the order in which they were looked at.
  public var unused: [UnusedPlugin] { contents.withLock { $0.unused } }

  /// What was refused while plugins were looked for, and which plugins failed to describe themselves.
  public var problems: [Diagnostic] {
    let (problems, plugins) = contents.withLock { ($0.problems, $0.registry.plugins) }
    let names = plugins.flatMap { [$0.name, $0.path.flatMap { PluginSearch.name(ofFile: $0) }].compactMap(\.self) }
    guard let debugging, !names.contains(where: debugging.isMeant) else { return problems }
    let finding = PluginFinding.noneToDebug(
      debugging.plugin, suggestion: DidYouMean.suggestion(for: debugging.plugin, among: names))
    return problems + [Diagnostic(finding, severity: .warning)]
  }

  /// The faults of plugins that their workers showed, whenever these ran.
  package var lateProblems: [Diagnostic] {
    plugins.compactMap { plugin in
      plugin.unsteadiness.map {
        Diagnostic(PluginFinding.unsteady(plugin.name, $0.changes), severity: .warning, file: plugin.path)
      }
    }
  }

  /// Where plugins are looked for, in this order, and what is there now.
  package var places: [PluginPlace] { search?.candidates().places ?? [] }

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
    InstalledPlugin.describe([new], under: .unattended)
    let former = contents.withLock { contents in
      let former = contents.registry.plugins.filter { $0.name == plugin.name }
      contents.exchange(former, for: [new])
      return former
    }
    for plugin in former { plugin.stop() }
  }

  // MARK: plugins whose files change

  /// How a file is taken as a plugin of this library; nil where plugins were given.
  func source(of candidate: PluginSearch.Candidate) -> PluginSource? {
    guard let search else { return nil }
    return PluginSource(
      candidate: candidate, limits: limits, debugging: debugging, output: output,
      cache: DescriptionCache(environment: search.environment))
  }

  /// What files are compared with.
  var known: Known {
    contents.withLock { Known(plugins: $0.registry.plugins, rejected: $0.rejected, revision: $0.revision) }
  }

  /// Puts plugins in place that described themselves, and ends the workers of those that had the places.
  ///
  /// What a session is doing on another thread ends with the plugins that it began with. Where others took a place in the
  /// meantime, they keep it.
  public func perform(_ exchange: PluginExchange) -> [PluginReload] {
    let unused = search?.candidates().unused
    let (items, taken) = contents.withLock { contents in
      let plugins = contents.registry.plugins
      let items = exchange.items.filter { item in
        item.former.map { former in plugins.contains { $0 === former } } ?? true
      }
      let taken = items.filter(\.isTaken)
      for item in items {
        contents.rejected[ExactText(item.update.fileName)] = item.isTaken ? nil : item.new?.origin?.program.identity
      }
      contents.revision += 1
      contents.unused = unused ?? contents.unused
      if !taken.isEmpty { contents.exchange(taken.compactMap(\.former), for: taken.compactMap(\.new)) }
      return (items, taken)
    }
    for item in taken { item.former?.stop() }
    return items.map { PluginReload($0) }
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
