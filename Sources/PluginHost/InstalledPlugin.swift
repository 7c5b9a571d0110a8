public import InspectorKit
internal import JSONText
internal import SceneDocument
internal import Synchronization
package import WorkbenchSupport

/// A plugin that was found, with its description and its workers.
///
/// It is described before another thread sees it, and stays so. A lock guards its first worker; a thread that finds it
/// taken gets a further one.
public final class InstalledPlugin: @unchecked Sendable {
  /// The plugin's own name, or the name of its file until it has described itself.
  public private(set) var name: String

  /// The path of the executable; nil for code of this process.
  public let path: String?

  /// True if the plugin is a description without code.
  public let isData: Bool

  /// The plugin's description, decoded on demand; nil if the plugin failed to describe itself.
  package private(set) var described: DescribedPlugin?

  /// The reason why the plugin cannot be used, or nil.
  public private(set) var problem: PluginFailure?

  /// The classes that crash the plugin as soon as one is created, each with its failure; the other classes can be used.
  package private(set) var leftOut: [(className: String, failure: PluginFailure)] = []

  /// The quoted name, followed by the file if there is one, for messages.
  public var place: String { "'\(name)'\(path.map { " (\($0))" } ?? "")" }

  /// The record of differing descriptions, shared by all workers of the plugin.
  private(set) var steadiness = Steadiness()

  /// Guards the first worker.
  private let lock = RecursiveLock()

  /// The further workers that no thread uses now.
  private let idle = Mutex<(workers: [Worker], stops: Int)>(([], 0))

  /// Starts a process, or code of this one, to talk to.
  let makeConnection: () throws(PluginFailure) -> any PluginConnection

  /// The worker that is used before any other.
  private lazy var first = Worker(of: self)

  /// The time that a worker may take for an answer.
  package let limit: Duration

  /// Makes the plugin's workers wait for a debugger; nil where another plugin, or none, is debugged.
  let debugging: DebuggerWait?

  /// The plugin's file and the means to load it again; nil for code of this process.
  var origin: Origin?

  /// - Parameters:
  ///   - described: the description, if it is known.
  ///   - problem: the reason why the plugin cannot be used, if it is known.
  ///   - debugging: the debugger setting, which may name this plugin or another.
  package init(
    name: String, path: String?, limit: Duration, isData: Bool = false,
    described: DescribedPlugin? = nil, problem: PluginFailure? = nil, debugging: DebuggerWait? = nil,
    makeConnection: @escaping () throws(PluginFailure) -> any PluginConnection
  ) {
    self.name = described?.name ?? name
    self.path = path
    self.isData = isData
    let names = [name] + (described.map { [$0.name] } ?? [])
    let isDebugged = debugging.map { names.contains(where: $0.isMeant) } == true
    self.debugging = isDebugged ? debugging : nil
    self.limit = isDebugged ? DebuggerWait.limit : limit
    self.described = described
    self.problem = problem
    self.makeConnection = makeConnection
  }

  /// Lends a worker to a call: the first one or, where another thread has that, a further one.
  ///
  /// Code of this process runs on one thread at a time, so that another thread waits. If its job ends first, it gets a
  /// worker that refuses to start.
  ///
  /// - Parameters:
  ///   - job: ends the waits for the worker's answers.
  ///   - body: makes requests of the worker, and waits for all answers.
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

  /// Returns a class that the plugin registers, or one that it was built with.
  package func definition(ofClass name: String) -> ComponentDefinition? {
    guard let described else { return nil }
    return (described.components.first { $0.name == name } ?? described.bases.first { $0.name == name })?.definition
  }

  // MARK: describing

  /// Starts the plugin and sends it a describe request. ``finishDescribing()`` takes the reply, so that several plugins
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
      let answer = Result { () throws(PluginFailure) in try first.tracedDescription(&className) }
      switch answer {
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

  /// The number of further processes to compare before a changed description counts as a new build: a random default
  /// that is true or false may be the same in some.
  private static let mostCompared = 6

  /// True if the description varies from one process to the next, and the program itself did not change.
  func isUnsteady(beside new: DescribedPlugin, _ changes: [DescriptionChange], under job: InspectorJob) -> Bool {
    if !steadiness.changes.isEmpty { return true }
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

  /// Caches a description for the next start; nil removes the cached one, so that the next start queries the plugin.
  func keep(_ description: DescribedPlugin?) {
    guard let cache = origin?.source.cache, let build = origin?.build else { return }
    // A faulty class is found again at the next start.
    if let description, leftOut.isEmpty {
      cache.keep(.description(description), of: build)
    } else {
      cache.forget(build)
    }
  }

  /// Returns the reply to the describe request if it is to be cached for the next start.
  func answer(under limits: PluginLimits) -> DescriptionCache.Answer? {
    if let problem {
      // A memory limit on this process may be the cause.
      let isKept = problem.kind.isKept && !problem.wasKilled && ProcessMemory.limit == nil
      return isKept ? .failure(problem, under: limits) : nil
    }
    // A faulty class is found again at the next start.
    return leftOut.isEmpty ? described.map { .description($0) } : nil
  }

  /// Throws if a reply has another id than the one that is due. Requests are answered in order, so a wrong id means the
  /// values of other objects.
  package func check(_ id: Int?, isDue due: Int) throws(PluginFailure) {
    guard let id else { throw .noID(name, due: due) }
    guard id == due else { throw .otherID(name, id, due: due) }
  }

  // MARK: workers

  /// The reason why a worker does not start, or does not describe itself as the plugin is known; nil where it does.
  package func failureAtStart(under job: InspectorJob) -> PluginFailure? {
    guard path != nil, problem == nil, !isData else { return problem }
    return withWorker(under: job) { $0.failureAtStart() }
  }

  /// Starts the worker ahead of its first request, so that it is ready, or nearly, by then. Why it does not start is
  /// reported at that request.
  package func prepare(under job: InspectorJob) {
    guard path != nil, problem == nil, !isData else { return }
    withWorker(under: job) { $0.prepare() }
  }

  /// True if the first worker is running.
  var isRunning: Bool { first.isRunning }

  /// Ends all workers, the first one after the builds under way on another thread; the next request starts a new one.
  public func stop() {
    lock.withLock { first.end() }
    let further = idle.withLock { idle in
      defer { idle = ([], idle.stops + 1) }
      return idle.workers
    }
    for worker in further { worker.end() }
  }
}
