internal import Glibc
public import InspectorKit
public import WorkbenchSupport

/// All plugins that a host has, with their workers.
///
/// Plugins are found when the library is made and describe themselves then, from the cache where their files are
/// unchanged. Workers start when the first component is built, and again after a failure.
public final class PluginLibrary {
  /// The plugins that were found, sorted by name.
  public private(set) var plugins: [InstalledPlugin] = []

  /// What was refused while plugins were looked for, and which plugins failed to describe themselves.
  public private(set) var problems: [Diagnostic] = []

  /// Which files and places are not used, in the order in which they were looked at.
  public private(set) var unused: [UnusedPlugin] = []

  package private(set) var registry: ComponentRegistry

  /// Rises whenever a plugin is replaced.
  package private(set) var version = 0

  /// One session at a time talks to the workers.
  package let lock = RecursiveLock()

  /// Ends what its sessions are doing.
  public let cancellation: Cancellation

  private let search: PluginSearch?
  private let limits: PluginLimits

  /// Takes what plugins write to their standard error.
  private let output: PluginOutput?

  /// Is given a plugin's name and a line that it wrote to its standard error, on any thread.
  public typealias PluginOutput = @Sendable (_ plugin: String, _ line: String) -> Void

  /// Libraries of the same plugins for other threads; see ``lanes(_:)``.
  private var twins: [PluginLibrary] = []

  /// Finds plugins and asks them what they are.
  ///
  /// - Parameters:
  ///   - limits: what each plugin may take.
  ///   - cancellation: by what the work of its sessions, and waiting for its plugins, can be ended.
  ///   - output: takes what plugins write to their standard error.
  public init(
    search: PluginSearch, limits: PluginLimits = PluginLimits(), cancellation: Cancellation = Cancellation(),
    output: PluginOutput? = nil
  ) {
    self.search = search
    self.limits = limits
    self.output = output
    self.cancellation = cancellation
    registry = ComponentRegistry([])
    load()
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
    (search, output) = (nil, nil)
    limits = PluginLimits(answer: limit)
    cancellation = Cancellation()
    registry = ComponentRegistry([])
    self.plugins = plugins
    for plugin in plugins where plugin.described == nil { plugin.beginDescribing() }
    finishLoading()
  }

  private init(twinOf library: PluginLibrary) {
    (search, output) = (nil, library.output)
    limits = library.limits
    cancellation = library.cancellation
    plugins = library.plugins.map { $0.twin() }
    registry = ComponentRegistry(plugins)
  }

  /// This library, and others of the same plugins with workers of their own: one for each of several threads, so that
  /// scenes can be worked on side by side.
  ///
  /// Workers start when a thread first needs them, are kept for the next call, and end with this library's. Code of this
  /// process runs on one thread only, so that a library which has such has one lane.
  public func lanes(_ count: Int) -> [PluginLibrary] {
    lock.withLock {
      guard plugins.allSatisfy({ $0.path != nil }) else { return [self] }
      while twins.count + 1 < count { twins.append(PluginLibrary(twinOf: self)) }
      return [self] + twins.prefix(max(count - 1, 0))
    }
  }

  private func load() {
    guard let search else { return }
    let candidates: [PluginSearch.Candidate]
    (candidates, unused) = search.candidates()
    let cache = DescriptionCache(environment: search.environment)
    let (limits, cancellation, output) = (limits, cancellation, output)
    plugins = candidates.map { candidate in
      InstalledPlugin(
        name: candidate.name, path: candidate.path, limit: limits.answer, cancellation: cancellation,
        described: cache.description(ofFile: candidate.path)
      ) { () throws(PluginFailure) -> any PluginConnection in
        try PluginProcess(
          plugin: candidate.name, executable: candidate.path, limits: limits, cancellation: cancellation, output: output
        )
      }
    }
    problems = unused.filter(\.isWarning).map {
      Diagnostic(code: "plugin.refused", severity: .warning, file: $0.path, message: $0.message)
    }
    let fresh = plugins.filter { $0.described == nil }
    for plugin in fresh { plugin.beginDescribing() }
    finishLoading()
    // What is wrong with a class is found again at the next start.
    for plugin in fresh where plugin.leftOut.isEmpty {
      if let path = plugin.path, let described = plugin.described { cache.keep(described, ofFile: path) }
    }
  }

  private func finishLoading() {
    twins = []
    for plugin in plugins where plugin.described == nil { plugin.finishDescribing() }
    plugins.sort { $0.name < $1.name }
    registry = ComponentRegistry(plugins)
    problems += plugins.compactMap { plugin in
      plugin.problem.map { Diagnostic(code: $0.code, severity: .warning, file: plugin.path, message: $0.message) }
    }
    problems += plugins.flatMap { plugin in
      plugin.leftOut.map {
        Diagnostic(
          code: $0.failure.code, severity: .warning, file: plugin.path,
          message: "\($0.failure.message); the class is left out")
      }
    }
    problems += registry.problems
  }

  /// Puts code of this process in the place of the plugin of the same name.
  public func replace(with plugin: any InspectorPlugin.Type) {
    lock.withLock {
      let new = InstalledPlugin(name: plugin.name, path: nil, limit: limits.answer) { InProcessPlugin(plugin) }
      plugins.first { $0.name == plugin.name }?.stop()
      plugins.removeAll { $0.name == plugin.name }
      new.beginDescribing()
      plugins.append(new)
      problems = []
      finishLoading()
      version += 1
    }
  }

  /// Ends all workers.
  public func shutDown() {
    for twin in twins { twin.shutDown() }
    for plugin in plugins { plugin.stop() }
  }

  /// The plugin of that name, upper and lower case being the same.
  public func plugin(named name: String) -> InstalledPlugin? {
    plugins.first { $0.name == name } ?? plugins.first { $0.name.lowercased() == name.lowercased() }
  }
}

/// A lock that its holder may take again.
package final class RecursiveLock {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>

  package init() {
    mutex = .allocate(capacity: 1)
    var attributes = pthread_mutexattr_t()
    pthread_mutexattr_init(&attributes)
    pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_RECURSIVE))
    pthread_mutex_init(mutex, &attributes)
    pthread_mutexattr_destroy(&attributes)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  package func withLock<R, E>(_ body: () throws(E) -> R) throws(E) -> R {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body()
  }
}
