public import InspectorKit
internal import JSONText
package import SceneDocument
internal import SceneFormats
internal import Synchronization
public import WorkbenchSupport

/// All plugins of a host program, with their workers.
///
/// The library finds plugins when it is created. It queries their descriptions, or reads them from the cache if the
/// files are unchanged. Workers start when the first component is built, and again after a failure.
///
/// Sessions of one library may be used on several threads. They share the plugins and the class registry, which do not
/// change once they are created (a class is decoded once, under a mutex; replacing a plugin creates a new registry),
/// and each plugin's workers, each of which serves one call at a time. All other state belongs to one session, whose
/// own lock guards it. The ``InspectorJob`` of a call ends that call and no other.
public final class PluginLibrary: Sendable {
  /// True in safe mode, in which plugins are neither searched for nor run.
  public let isSafeMode: Bool

  /// The search that finds the plugins; nil if the caller passed the plugins.
  let search: PluginSearch?

  /// The debugger setting, which makes one plugin's workers wait.
  private let debugging: DebuggerWait?

  /// The result of the last call of ``updates()``; nil before the first call. The result is valid while no file
  /// changes.
  let lastLook = Mutex<Look?>(nil)

  private let limits: PluginLimits

  /// A function that returns the source of a plugin's file, with this library's settings; nil if the caller passed the
  /// plugins.
  let source: (@Sendable (PluginSearch.Candidate) -> PluginSource)?
  private let contents: Mutex<Contents>

  /// The plugins of a library at one moment, and the results of the search for them.
  struct Contents {
    fileprivate(set) var registry: ComponentRegistry
    fileprivate(set) var unused: [UnusedPlugin] = []

    /// The identities of builds that failed and did not replace working ones, keyed by the plugin name in the file
    /// name.
    fileprivate(set) var rejected: [ExactText: FileIdentity] = [:]

    /// The number of changes to the contents so far.
    fileprivate(set) var revision = 0

    /// Creates contents of the given plugins, each of which has described itself or failed.
    fileprivate init(_ plugins: [InstalledPlugin], unused: [UnusedPlugin] = [], isSafeMode: Bool = false) {
      registry = Self.registry(plugins, version: 0, isSafeMode: isSafeMode)
      self.unused = unused
    }

    private static func registry(_ plugins: [InstalledPlugin], version: Int, isSafeMode: Bool) -> ComponentRegistry {
      // Among plugins of one name, the plugin that the search found first is listed first.
      let sorted = plugins.sorted { ($0.name, $0.foundIn.precedence) < ($1.name, $1.foundIn.precedence) }
      return ComponentRegistry(sorted, version: version, isSafeMode: isSafeMode)
    }

    /// Replaces former plugins with new ones, and increments the registry's version and the revision.
    fileprivate mutating func exchange(_ former: [InstalledPlugin], for new: [InstalledPlugin]) {
      let kept = registry.plugins.filter { plugin in !former.contains { $0 === plugin } }
      registry = Self.registry(kept + new, version: registry.version + 1, isSafeMode: registry.isSafeMode)
      revision += 1
    }

    /// Warnings about files that the search refused, and about faults of the plugins that it found.
    var problems: [Diagnostic] {
      let refused = unused.filter(\.isWarning).map {
        Diagnostic(PluginFinding.unused($0), severity: .warning, file: $0.path)
      }
      // A failure is not the plugin's fault if the user cancelled the wait.
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

  /// A callback with a plugin's name and a line that it wrote to standard error. It may run on any thread.
  public typealias PluginOutput = @Sendable (_ plugin: String, _ line: String) -> Void

  /// Finds plugins and queries their descriptions.
  ///
  /// - Parameters:
  ///   - limits: the resource limits of each plugin.
  ///   - job: the job whose cancellation or deadline ends the wait for the descriptions.
  ///   - asksAgain: true to query again the plugins that failed to describe themselves before, even if their files and
  ///     the limits are unchanged.
  ///   - debugging: the setting that makes one plugin's workers wait for a debugger.
  ///   - output: a callback for the lines that plugins write to standard error.
  public convenience init(
    search: PluginSearch, limits: PluginLimits = PluginLimits(), under job: InspectorJob = InspectorJob(),
    asksAgain: Bool = false, debugging: DebuggerWait? = nil, output: PluginOutput? = nil
  ) {
    self.init(
      search: search, formats: FormatFiles(search), limits: limits, under: job, asksAgain: asksAgain,
      debugging: debugging, output: output)
  }

  /// Finds plugins and queries their descriptions. The formats of other programs come from an earlier search.
  package init(
    search: PluginSearch, formats: FormatFiles, limits: PluginLimits, under job: InspectorJob, asksAgain: Bool,
    debugging: DebuggerWait? = nil, output: PluginOutput? = nil
  ) {
    let output = output.map { TrapOutput($0, debugging: debugging).write }
    let cache = DescriptionCache(environment: search.environment)
    let source = { @Sendable candidate in
      PluginSource(candidate: candidate, limits: limits, debugging: debugging, output: output, cache: cache)
    }
    (self.search, self.limits, self.debugging, self.source) = (search, limits, debugging, source)
    isSafeMode = search.isSafeMode
    let outcome = search.candidates()
    formatFiles = formats
    let plugins = outcome.found.map { source($0).plugin(asksAgain: asksAgain) }
    InstalledPlugin.describe(plugins, under: job)
    contents = Mutex(Contents(plugins, unused: outcome.unused, isSafeMode: isSafeMode))
  }

  /// Creates a library of plugins whose code is part of this process.
  public convenience init(inProcess plugins: [any InspectorPlugin.Type], limit: Duration = .seconds(5)) {
    self.init(
      plugins.map { plugin in
        InstalledPlugin(name: plugin.name, path: nil, limit: limit) { InProcessPlugin(plugin) }
      }, limit: limit)
  }

  /// Creates a library of the given plugins, and starts those without a description to query their descriptions.
  package init(_ plugins: [InstalledPlugin], limit: Duration = .seconds(5)) {
    (limits, isSafeMode) = (PluginLimits(answer: limit), false)
    (search, source, debugging, formatFiles) = (nil, nil, nil, FormatFiles(nil))
    InstalledPlugin.describe(plugins, under: .unattended)
    contents = Mutex(Contents(plugins))
  }

  /// The source of the settings to which scenes bind properties; nil for none.
  public var settings: (any SettingSource)? {
    get { settingSource.withLock { $0 } }
    set { settingSource.withLock { $0 = newValue } }
  }

  /// The descriptions of other programs' formats that the search found.
  let formatFiles: FormatFiles

  /// The formats of other programs in which the library's sessions can open documents.
  package var formats: ForeignFormats { formatFiles.formats }

  private let settingSource = Mutex<(any SettingSource)?>(nil)

  /// The plugins that were found, sorted by name.
  public var plugins: [InstalledPlugin] { registry.plugins }

  /// The files and places that the search found and did not use, in search order.
  public var unused: [UnusedPlugin] { contents.withLock { $0.unused } }

  /// Warnings about the plugins: files that the search refused, plugins that failed to describe themselves, classes
  /// that were left out, base classes in different versions, and a debugger setting that names no plugin.
  public var problems: [Diagnostic] {
    let (problems, plugins) = contents.withLock { ($0.problems, $0.registry.plugins) }
    let names = plugins.flatMap { [$0.name, $0.path.flatMap { PluginSearch.name(ofFile: $0) }].compactMap(\.self) }
    guard let debugging, !names.contains(where: debugging.isMeant) else { return problems }
    let finding = PluginFinding.noneToDebug(
      debugging.plugin, suggestion: DidYouMean.suggestion(for: debugging.plugin, among: names))
    return problems + [Diagnostic(finding, severity: .warning)]
  }

  /// Warnings about plugins whose processes describe the plugin differently. Only running workers reveal these
  /// differences.
  package var lateProblems: [Diagnostic] {
    plugins.compactMap { plugin in
      plugin.unsteadiness.map { Diagnostic($0, severity: .warning, file: plugin.path) }
    }
  }

  /// The searched places in search order, with the files that they contain now.
  package var places: [PluginPlace] { search?.candidates().places ?? [] }

  /// All classes of all plugins, sorted by name, each with the inherited members and the members that extensions add.
  public var classes: [ComponentDefinition] { registry.allEntries.map(\.definition) }

  /// The current plugins and their classes; replacing a plugin creates a new registry.
  package var registry: ComponentRegistry { contents.withLock { $0.registry } }

  /// The version of the registry, which rises whenever a plugin is replaced.
  package var version: Int { contents.withLock { $0.registry.version } }

  /// Replaces the plugins of the same name with a plugin whose code is part of this process.
  ///
  /// Work under way on other threads finishes with the former plugin.
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

  /// The current contents, for a comparison with the plugin files on disk.
  var known: Contents { contents.withLock { $0 } }

  /// Replaces plugins with their newly described builds, ends the workers of the former plugins, and returns the result
  /// for each plugin. A build that failed does not replace a plugin that works.
  ///
  /// Work under way on other threads finishes with the former plugins. Plugins that were replaced since the exchange
  /// was prepared are skipped.
  public func perform(_ exchange: PluginExchange) -> [PluginReload] {
    let unused = search?.candidates().unused
    let (items, taken) = contents.withLock { contents in
      let plugins = contents.registry.plugins
      let items = exchange.items.filter { item in
        item.former.map { former in plugins.contains { $0 === former } } ?? true
      }
      let taken = items.filter(\.isTaken)
      for item in items {
        let name = ExactText(item.update.candidate.name)
        contents.rejected[name] = item.isTaken ? nil : item.new?.origin?.program.identity
      }
      contents.revision += 1
      contents.unused = unused ?? contents.unused
      if !taken.isEmpty { contents.exchange(taken.compactMap(\.former), for: taken.compactMap(\.new)) }
      return (items, taken)
    }
    for item in taken { item.former?.stop() }
    return items.map { PluginReload($0) }
  }

  /// Starts the thread that launches workers. Call this function before starting a thread that yields, because every
  /// worker would inherit the low priority of that thread.
  package static func prepareForYieldingThreads() { WorkerLauncher.shared.prepare() }

  /// Ends the workers of all plugins.
  public func shutDown() {
    for plugin in plugins { plugin.stop() }
  }

  /// Returns the plugin of that name, or else a plugin whose name differs only in case; nil if no name matches.
  public func plugin(named name: String) -> InstalledPlugin? {
    let plugins = plugins
    return plugins.first { $0.name == name } ?? plugins.first { $0.name.lowercased() == name.lowercased() }
  }
}
