public import InspectorKit
internal import JSONText
internal import SceneDocument
internal import Synchronization
package import WorkbenchSupport

/// A plugin that was found, with its description and its workers.
///
/// It is described before another thread sees it, and its description does not change afterwards. A lock guards its first
/// worker; a thread that finds the first worker in use gets a further one.
public final class InstalledPlugin: @unchecked Sendable {
  /// The plugin's own name; until the plugin has described itself, the name in its file name.
  public private(set) var name: String

  /// The path of the executable; nil for code of this process.
  public let path: String?

  /// True if the plugin is a description without code.
  public let isData: Bool

  /// The plugin's description, decoded on demand; nil if the plugin failed to describe itself.
  package private(set) var described: DescribedPlugin?

  /// The reason why the plugin cannot be used; nil if it can.
  public private(set) var problem: PluginFailure?

  /// The classes that crash the plugin as soon as one is created, each with its failure; the other classes can be used.
  package private(set) var leftOut: [(className: String, failure: PluginFailure)] = []

  /// The plugin's name in quotes, followed by the path of its file if it has one, for messages.
  public var place: String { "'\(name)'\(path.map { " (\($0))" } ?? "")" }

  /// The differences of other processes' descriptions from the first one, which stays in use; empty if none was found.
  let differences = Mutex<[DescriptionChange]>([])

  /// The lock that guards the first worker.
  private let lock = RecursiveLock()

  /// The further workers that no thread uses now, and the number of calls of ``stop()``.
  private let idle = Mutex<(workers: [Worker], stops: Int)>(([], 0))

  /// Starts a process of the plugin, or its code in this process, and returns the connection to it.
  let makeConnection: () throws(PluginFailure) -> any PluginConnection

  /// The worker that is lent unless another thread uses it.
  private lazy var first = Worker(of: self)

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

  /// Runs a function with a worker: the first one or, if another thread uses that, a further one.
  ///
  /// A plugin that is code of this process, or is debugged, has one worker, so that other threads wait for it. If their
  /// job ends before they get it, they get a worker that refuses to start.
  ///
  /// - Parameters:
  ///   - job: ends the waits for the worker, and for its answers.
  ///   - body: sends requests to the worker, and waits for all answers.
  package func withWorker<R>(under job: InspectorJob, _ body: (Worker) -> R) -> R {
    // A debugger is attached to one worker only.
    guard path != nil, debugging == nil else {
      return lock.withLock(under: job) { first.lent(to: job, body) } ?? Worker(of: self).lent(to: job, body)
    }
    if let result = lock.withLockIfFree({ first.lent(to: job, body) }) { return result }
    let (known, stops) = idle.withLock { ($0.workers.popLast(), $0.stops) }
    let further = known ?? Worker(of: self)
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

  /// Starts the plugin and sends it a describe request. ``finishDescribing()`` receives the reply, so that several plugins
  /// can work at once.
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

  /// Receives the description after ``beginDescribing(under:)``, or records the failure.
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
      // This worker was started without access to its resources.
      if let described, origin?.program.take(resources: described.resources) == true { first.end() }
    } catch {
      fail(error)
    }
  }

  /// Waits for all replies at once, so that several unresponsive plugins cost only one time limit.
  static func finishDescribing(_ plugins: [InstalledPlugin]) {
    var own: [InstalledPlugin] = []
    var threads: [WorkThread] = []
    for plugin in plugins {
      // Code of this process has answered already, and this thread waits for one of the others.
      let isOwn = plugin.path == nil || plugin === plugins.last
      let thread = isOwn ? nil : WorkThread { plugin.finishDescribing() }
      if let thread { threads.append(thread) } else { own.append(plugin) }
    }
    for plugin in own { plugin.finishDescribing() }
    for thread in threads { thread.join() }
  }

  /// The maximum number of classes to leave out.
  private static let mostLeftOut = 16

  /// Finds the classes that crash the plugin when one is created, and describes the plugin without them.
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

  /// The number of further processes to compare before a changed description counts as a new build. It is more than one,
  /// since several processes may choose the same random default.
  private static let mostCompared = 6

  /// True if the description varies from process to process; false if the program itself seems to have changed.
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

  /// Caches a description for the next start. Nil removes the cached one, so that the next start queries the plugin.
  func keep(_ description: DescribedPlugin?) {
    guard let cache = origin?.source.cache, let build = origin?.build else { return }
    // A faulty class is found again at the next start.
    if let description, leftOut.isEmpty {
      cache.keep(.description(description), of: build)
    } else {
      cache.forget(build)
    }
  }

  /// Throws if a reply does not have the id that is due. Requests are answered in order, so the values of a reply with a
  /// wrong id belong to other objects.
  package func check(_ id: Int?, isDue due: Int) throws(PluginFailure) {
    guard let id else { throw .noID(name, due: due) }
    guard id == due else { throw .otherID(name, id, due: due) }
  }

  // MARK: workers

  /// Starts a worker if none is running, and returns the reason if it does not start, or if its description is not the
  /// known one; nil if the plugin works.
  package func failureAtStart(under job: InspectorJob) -> PluginFailure? {
    guard path != nil, problem == nil, !isData else { return problem }
    return withWorker(under: job) { $0.failureAtStart() }
  }

  /// Starts the worker ahead of its first request, so that it is ready, or nearly, by then. A failure to start is reported
  /// at that request.
  package func prepare(under job: InspectorJob) {
    guard path != nil, problem == nil, !isData else { return }
    withWorker(under: job) { $0.prepare() }
  }

  /// True if the first worker is running.
  var isRunning: Bool { first.isRunning }

  /// Ends all workers, the first one after builds under way on another thread. The next request starts a new worker.
  public func stop() {
    lock.withLock { first.end() }
    let further = idle.withLock { idle in
      defer { idle = ([], idle.stops + 1) }
      return idle.workers
    }
    for worker in further { worker.end() }
  }
}
