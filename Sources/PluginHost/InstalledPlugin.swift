public import InspectorKit
internal import JSONText
internal import SceneDocument
internal import Synchronization
package import WorkbenchSupport

/// A plugin that was found, with its description and its workers.
///
/// The plugin is described before another thread sees it, and its description does not change afterwards. A lock guards
/// its first worker. A thread that needs a worker while the first is in use gets another worker.
public final class InstalledPlugin: @unchecked Sendable {
  /// The plugin's own name; until the plugin has described itself, its file name without prefix or suffix.
  public private(set) var name: String

  /// The path of the plugin's file; nil for a plugin whose code is part of this process.
  public let path: String?

  /// True if the plugin is a description without code.
  public let isData: Bool

  /// The plugin's description, decoded on demand; nil if the plugin failed to describe itself.
  package private(set) var described: DescribedPlugin?

  /// The reason why the plugin cannot be used; nil if it can be used.
  public private(set) var problem: PluginFailure?

  /// The classes that crash the plugin when an instance is created, each with the failure. The plugin's other classes
  /// work.
  package private(set) var leftOut: [(className: String, failure: PluginFailure)] = []

  /// The plugin as named in messages: its name in quotes, followed by the path of its file if the plugin has a file.
  public var place: String { "'\(name)'\(path.map { " (\($0))" } ?? "")" }

  /// The differences between the first description, which stays in use, and the descriptions of later processes; empty
  /// if all descriptions are equal.
  let differences = Mutex<[DescriptionChange]>([])

  /// The lock that guards the first worker.
  private let lock = RecursiveLock()

  /// The workers, except the first one, that are not in use at the moment, and the number of calls of ``stop()``.
  private let idle = Mutex<(workers: [Worker], stops: Int)>(([], 0))

  /// A function that starts the plugin, as a process or as code in this process, and returns the connection to it.
  let makeConnection: () throws(PluginFailure) -> any PluginConnection

  /// The worker that serves requests unless another thread uses it.
  private lazy var first = Worker(of: self)

  /// The worker that transforms values, and the lock that guards it.
  lazy var transformer = Worker(of: self)
  let transforming = RecursiveLock()
  var transformFailures = TransformFailures()

  /// The time limit for each answer of a worker.
  package let limit: Duration

  /// The setting that makes this plugin's workers wait for a debugger; nil if they do not wait.
  let debugging: DebuggerWait?

  /// The plugin's file and the means to load it again; nil for code of this process, and for a plugin that no library
  /// has loaded.
  var origin: Origin?

  /// Creates a plugin without starting a worker.
  ///
  /// - Parameters:
  ///   - described: the description, if it is known.
  ///   - problem: the reason why the plugin cannot be used, if it is known.
  ///   - debugging: the debugger setting if it names this plugin; otherwise nil.
  package init(
    name: String, path: String?, limit: Duration, isData: Bool = false,
    described: DescribedPlugin? = nil, problem: PluginFailure? = nil, debugging: DebuggerWait? = nil,
    makeConnection: @escaping () throws(PluginFailure) -> any PluginConnection
  ) {
    self.name = described?.name ?? name
    self.path = path
    self.isData = isData
    self.debugging = debugging
    self.limit = debugging == nil ? limit : DebuggerWait.limit
    self.described = described
    self.problem = problem
    self.makeConnection = makeConnection
  }

  /// Runs a function with a worker and returns the result. Uses the first worker or, while another thread uses that
  /// worker, an additional one. Work that yields has workers of its own, which also yield. A plugin whose code is part
  /// of this process, or that is being debugged, has only one worker, for which other threads wait. A thread whose job
  /// ends during this wait gets a worker that refuses to start.
  ///
  /// - Parameters:
  ///   - job: the job whose cancellation or deadline ends the waits for the worker and for its replies.
  ///   - body: a function that sends requests to the worker and waits for all replies.
  package func withWorker<R>(under job: InspectorJob, _ body: (Worker) -> R) -> R {
    // A debugger is attached to one worker only.
    guard path != nil, debugging == nil else {
      return lock.withLock(under: job) { job.keepingOn { first.lent(to: job, body) } }
        ?? Worker(of: self).lent(to: job, body)
    }
    let yields = WorkThread.isYielding
    if !yields, let result = lock.withLockIfFree({ first.lent(to: job, body) }) { return result }
    let (known, stops) = idle.withLock { idle in
      let place = idle.workers.lastIndex { $0.yields == yields }
      return (place.map { idle.workers.remove(at: $0) }, idle.stops)
    }
    let further = known ?? Worker(of: self, yields: yields)
    defer {
      let isStopped = idle.withLock { idle in
        if idle.stops == stops { idle.workers.append(further) }
        return idle.stops != stops
      }
      if isStopped { further.end() }
    }
    return further.lent(to: job, body)
  }

  /// The plugin's description; nil if the plugin failed to describe itself.
  public var description: PluginDescription? { described?.description }

  /// Returns the definition of a class that the plugin registers, or of a base class that it was built with; nil if its
  /// description has neither.
  package func definition(ofClass name: String) -> ComponentDefinition? {
    guard let described else { return nil }
    return (described.components.first { $0.name == name } ?? described.bases.first { $0.name == name })?.definition
  }

  // MARK: describing

  /// Starts the plugin and sends it a describe request, or reads the file of a plugin without code. Records a failure
  /// in ``problem``. ``finishDescribing()`` receives the reply, so that several plugins can work at the same time.
  func beginDescribing(under job: InspectorJob) {
    first.job = job
    do throws(PluginFailure) {
      if isData {
        described = try describeAsData()
        name = described?.name ?? name
      } else {
        try first.start()
      }
    } catch {
      fail(error)
    }
  }

  /// Sets the description of a plugin without code from its JSON text, or records the failure in ``problem``.
  func describe(as text: [UInt8]) {
    do throws(PluginFailure) { described = try described(byText: text) } catch { fail(error) }
  }

  /// Receives the description after ``beginDescribing(under:)``, or records the failure in ``problem``.
  func finishDescribing() {
    guard problem == nil, described == nil else { return }
    do throws(PluginFailure) {
      do throws(PluginFailure) {
        described = try first.receiveDescription()
      } catch {
        guard error.kind == .crashed else { throw error }
        described = try describeInParts(after: error)
      }
      name = described?.name ?? name
      // This worker was started without access to the plugin's resources.
      if let described, origin?.program.take(resources: described.resources) == true { first.end() }
    } catch {
      fail(error)
    }
  }

  /// Receives the descriptions of several plugins at the same time, so that several unresponsive plugins cost only one
  /// time limit.
  static func finishDescribing(_ plugins: [InstalledPlugin]) {
    var own: [InstalledPlugin] = []
    var threads: [WorkThread] = []
    for plugin in plugins {
      // A plugin in this process has replied already, and this thread itself waits for the last plugin.
      let isOwn = plugin.path == nil || plugin === plugins.last
      let thread = isOwn ? nil : WorkThread { plugin.finishDescribing() }
      if let thread { threads.append(thread) } else { own.append(plugin) }
    }
    for plugin in own { plugin.finishDescribing() }
    for thread in threads { thread.join() }
  }

  /// The number of crashing classes above which the plugin as a whole fails.
  private static let mostLeftOut = 16

  /// Returns a description without the classes that crash the plugin when an instance is created, and records these
  /// classes in ``leftOut``. Throws if no class remains, or if the plugin fails in another way.
  private func describeInParts(after failure: PluginFailure) throws(PluginFailure) -> DescribedPlugin {
    var failure = failure
    while leftOut.count <= Self.mostLeftOut {
      var className: String?
      switch Result(catching: { () throws(PluginFailure) in try first.tracedDescription(&className) }) {
      case .success(let described):
        if !described.components.isEmpty { return described }
        leftOut = []
        throw failure
      case .failure(let error):
        guard error.kind != .cancelled else { throw error }
        guard error.kind == .crashed, let className, !leftOut.contains(where: { $0.className == className }) else {
          throw failure
        }
        failure = error
        failure.reason = AnyRefusal(PluginFinding.whileMaking(className, failure.reason))
        leftOut.append((className, failure))
      }
    }
    throw failure
  }

  private func fail(_ failure: PluginFailure) {
    problem = failure
    leftOut = []
    first.end()
  }

  /// The number of further processes to compare before a changed description counts as a new build. Several are
  /// compared, since two processes may choose the same random default.
  private static let mostCompared = 6

  /// Returns true if the description varies from process to process; false if the program itself seems to have changed.
  /// Compares the descriptions of several new processes to find out.
  func isUnsteady(beside new: DescribedPlugin, _ changes: [DescriptionChange], under job: InspectorJob) -> Bool {
    if !differences.withLock(\.isEmpty) { return true }
    // Each process would wait for the debugger.
    guard debugging == nil else { return false }
    let conversation = PluginConversation(with: self, under: job)
    defer { conversation.end() }
    for _ in 0..<Self.mostCompared {
      guard !job.isCancelled, let other = try? conversation.restart() else { return false }
      if other.description != new.description { return true }
    }
    return false
  }

  /// Caches a description for the next run. If the description is nil, or if classes were left out, removes the cached
  /// description instead, so that the next run queries the plugin.
  func keep(_ description: DescribedPlugin?) {
    guard let cache = origin?.source.cache, let build = origin?.build else { return }
    // Each run has to detect again the classes that were left out.
    if let description, leftOut.isEmpty {
      cache.keep(.description(description), of: build)
    } else {
      cache.forget(build)
    }
  }

  /// Throws if a reply does not have the expected id. Requests are answered in order, so the values in a reply with a
  /// wrong id belong to other objects.
  package func check(_ id: Int?, isDue due: Int) throws(PluginFailure) {
    guard let id else { throw .noID(name, due: due) }
    guard id == due else { throw .otherID(name, id, due: due) }
  }

  // MARK: workers

  /// Returns the reason why the plugin does not work; nil if it works. Starts a worker if none is running, and checks
  /// that the worker's description is the known one. Starts nothing for a plugin without a process.
  package func failureAtStart(under job: InspectorJob) -> PluginFailure? {
    guard path != nil, problem == nil, !isData else { return problem }
    return withWorker(under: job) { $0.failureAtStart() }
  }

  /// Starts a worker before the first request, which then waits less. A failure to start is reported when that request
  /// is made.
  package func prepare(under job: InspectorJob) {
    guard path != nil, problem == nil, !isData else { return }
    withWorker(under: job) { $0.prepare() }
  }

  /// True if the first worker is running.
  var isRunning: Bool { first.isRunning }

  /// Ends all workers. Waits while another thread uses the first worker; a further worker in use is ended when its
  /// thread is done. The next request starts a new worker.
  public func stop() {
    lock.withLock { first.end() }
    transforming.withLock {
      transformer.end()
      transformFailures = TransformFailures()
    }
    let further = idle.withLock { idle in
      defer { idle = ([], idle.stops + 1) }
      return idle.workers
    }
    for worker in further { worker.end() }
  }
}
