public import InspectorKit
internal import JSONText
internal import SceneDocument
internal import Synchronization
package import WorkbenchSupport

/// One plugin that was found: its description, and its workers while any are running.
///
/// It is described before another thread sees it, and stays so; its lock guards its own worker, and the others have theirs.
public final class InstalledPlugin: @unchecked Sendable {
  /// The plugin's own name, or that of its file while it has not described itself.
  public private(set) var name: String

  /// The executable; nil for code of this process.
  public let path: String?

  /// Whether the plugin is a description alone, without code.
  public let isData: Bool

  /// The plugin's description, read as far as it was needed; nil where the plugin failed to describe itself.
  package private(set) var described: DescribedPlugin?

  /// Why it cannot be used, or nil.
  public private(set) var problem: PluginFailure?

  /// Classes that end the plugin as soon as one is made, and how; the others can be used.
  package private(set) var leftOut: [(className: String, failure: PluginFailure)] = []

  /// The name in quotes, with the file where there is one, for messages.
  public var place: String { "'\(name)'\(path.map { " (\($0))" } ?? "")" }

  /// Shared by all its workers.
  private(set) var steadiness = Steadiness()

  /// Guards the plugin's own worker.
  private let lock = RecursiveLock()

  /// The plugin again for each further worker that no thread uses now.
  private let idle = Mutex<[InstalledPlugin]>([])

  /// Starts a worker.
  let makeConnection: () throws(PluginFailure) -> any PluginConnection
  private var connection: (any PluginConnection)?
  private var lastID = 0
  /// Whether the worker was not heard yet: its first answer is its description.
  private var isUnheard = false
  package let limit: Duration
  package let cancellation: Cancellation
  /// By what its workers wait for a debugger, where it is the plugin that is meant.
  private let debugging: DebuggerWait?

  /// The file that it is, and how it is taken again; nil for code of this process.
  var origin: Origin?

  /// - Parameters:
  ///   - described: its description, where that is known.
  ///   - problem: why it cannot be used, where that is known.
  ///   - debugging: by what its workers wait for a debugger, where that is wanted of this plugin or another.
  package init(
    name: String, path: String?, limit: Duration, cancellation: Cancellation = Cancellation(), isData: Bool = false,
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
    self.cancellation = cancellation
    self.described = described
    self.problem = problem
    self.makeConnection = makeConnection
  }

  /// Gives a thread a worker that no other uses meanwhile: the plugin's own or, where that is busy, a further one.
  ///
  /// Code of this process runs on one thread at a time, so that another is waited for.
  ///
  /// - Parameter body: makes requests of the plugin that it is given, and waits for all answers.
  package func withWorker<R>(_ body: (InstalledPlugin) -> R) -> R {
    // A debugger is attached to one.
    guard path != nil, debugging == nil else { return lock.withLock { body(self) } }
    if let result = lock.withLockIfFree({ body(self) }) { return result }
    let further = idle.withLock { $0.popLast() } ?? clone()
    defer { idle.withLock { $0.append(further) } }
    return body(further)
  }

  /// The same plugin with a worker of its own.
  func clone() -> InstalledPlugin {
    let clone = InstalledPlugin(
      name: name, path: path, limit: limit, cancellation: cancellation, isData: isData, described: described,
      problem: problem, debugging: debugging, makeConnection: makeConnection)
    clone.leftOut = leftOut
    clone.origin = origin
    clone.steadiness = steadiness
    return clone
  }

  /// The plugin's description; nil where the plugin failed to describe itself.
  public var description: PluginDescription? { described?.description }

  /// A class that it registers, or with which it was built.
  package func definition(ofClass name: String) -> ComponentDefinition? {
    guard let described else { return nil }
    return (described.components.first { $0.name == name } ?? described.bases.first { $0.name == name })?.definition
  }

  // MARK: describing

  /// Starts the plugin and asks it to describe itself; the answer is taken by ``finishDescribing()``, so that several
  /// plugins can be asked at once.
  func beginDescribing() {
    do throws(PluginFailure) {
      if isData {
        described = try describeAsData()
        name = described?.name ?? name
      } else {
        try start()
      }
    } catch {
      fail(error)
    }
  }

  func finishDescribing() {
    guard problem == nil, described == nil else { return }
    do throws(PluginFailure) {
      do throws(PluginFailure) {
        described = try receiveDescription()
      } catch {
        guard error.kind == .crashed else { throw error }
        described = try describeInParts(after: error)
      }
      name = described?.name ?? name
      // This worker began without them.
      if let described, origin?.program.take(resources: described.resources) == true { endWorker() }
    } catch {
      fail(error)
    }
  }

  /// Waits for all answers at once, so that several plugins which give none cost the limit of one.
  static func finishDescribing(_ plugins: [InstalledPlugin]) {
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

  /// How many classes are left out at most.
  private static let mostLeftOut = 16

  /// Finds the classes that end the plugin when one is made, and has it describe itself without them.
  private func describeInParts(after failure: PluginFailure) throws(PluginFailure) -> DescribedPlugin {
    var failure = failure
    while leftOut.count <= Self.mostLeftOut {
      var className: String?
      let answer = Result { () throws(PluginFailure) in try tracedDescription(&className) }
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

  /// However much it reports meanwhile, the description is due within the limit.
  ///
  /// - Parameter className: becomes the class that the plugin made last.
  private func tracedDescription(_ className: inout String?) throws(PluginFailure) -> DescribedPlugin {
    endWorker()
    try start(isTraced: true)
    let deadline = ContinuousClock.now + limit
    while let connection {
      let bytes = try receive(connection, until: deadline)
      guard let at = try parse(bytes)["at"]?.arrayValue else {
        isUnheard = false
        return try described(by: bytes)
      }
      className = at.last?.stringValue
    }
    throw notRunning
  }

  private func fail(_ failure: PluginFailure) {
    problem = failure
    leftOut = []
    endWorker()
  }

  /// Makes a connection and sends the first message, which always asks for the description.
  ///
  /// - Parameter isTraced: whether the plugin reports which class it makes next.
  private func start(isTraced: Bool = false) throws(PluginFailure) {
    try refuseReplaced()
    let connection = try makeConnection()
    self.connection = connection
    // What it writes to standard error may come before its description.
    let process = connection as? PluginProcess
    process?.plugin = name
    if let debugging { try process?.waitForDebugger(debugging) }
    (lastID, isUnheard) = (1, true)
    let versions = WorkerProtocol.versions
    var message = "{\"id\":1,\"describe\":{\"protocol\":[\(versions.lowerBound),\(versions.upperBound)]"
    if isTraced { message += ",\"trace\":true" }
    if !leftOut.isEmpty { message += ",\"without\":\(JSON.array(leftOut.map { JSON.string($0.className) }).text())" }
    message += "}}"
    try connection.send(Array(message.utf8), within: limit)
  }

  /// Refuses to ask a worker in the words of another build. Before it starts, and after its first answer: an interpreter reads
  /// the script in between.
  private func refuseReplaced() throws(PluginFailure) {
    guard described != nil, origin?.program.isUnchanged == false else { return }
    endWorker()
    throw .replaced(name)
  }

  private func receiveDescription() throws(PluginFailure) -> DescribedPlugin {
    guard let connection else { throw notRunning }
    isUnheard = false
    let described = try checkedDescription(try receive(connection, until: .now + limit))
    try refuseReplaced()
    (connection as? PluginProcess)?.plugin = described.name
    return described
  }

  /// Holds what a worker says of itself against what is known of the plugin: all its workers are used as one, and so is
  /// what was kept of it. Where the file is only a wrapper, what it starts may change unseen.
  private func checkedDescription(_ bytes: [UInt8]) throws(PluginFailure) -> DescribedPlugin {
    guard let known = described else { return try described(by: bytes) }
    let new: DescribedPlugin
    do throws(PluginFailure) {
      new = try described(by: bytes)
    } catch {
      keep(nil)
      endWorker()
      throw error
    }
    // The same in other words, or in another order of members, is the same.
    guard new !== known, new.description != known.description else { return known }
    let changes = DescriptionChange.changes(from: known.description, to: new.description)
    guard isUnsteady(beside: new, changes) else {
      keep(new)
      endWorker()
      throw .changed(name)
    }
    guard !changes.isEmpty, changes.allSatisfy(\.isOfDefault) else {
      endWorker()
      throw .unsteady(name, changes)
    }
    // A worker reports what differs from its own defaults, so that the known ones hold where nothing is stored.
    steadiness.note(changes)
    return known
  }

  /// The number of further processes that are compared before a changed description counts as that of another build: a default
  /// that is true or false by chance may be the same in some.
  private static let mostCompared = 6

  /// True if a description is not that of a changed program, but differs from one process to the next.
  private func isUnsteady(beside new: DescribedPlugin, _ changes: [DescriptionChange]) -> Bool {
    if !steadiness.changes.isEmpty { return true }
    // Each process would wait for the debugger.
    guard debugging == nil else { return false }
    let conversation = PluginConversation(with: self)
    defer { conversation.end() }
    for _ in 0..<Self.mostCompared {
      guard !cancellation.isCancelled, let other = try? conversation.restart() else { return false }
      if other.description != new.description { return true }
    }
    return false
  }

  /// Keeps a description for the next start; without one the plugin is asked then.
  private func keep(_ description: DescribedPlugin?) {
    guard let cache = origin?.source.cache, let build = origin?.build else { return }
    // What is wrong with a class is found again at the next start.
    if let description, leftOut.isEmpty {
      cache.keep(.description(description), of: build)
    } else {
      cache.forget(build)
    }
  }

  private func receive(
    _ connection: any PluginConnection, until deadline: ContinuousClock.Instant
  ) throws(PluginFailure) -> [UInt8] {
    let left = ContinuousClock.now.duration(to: deadline)
    guard left > .zero, let message = try connection.receive(within: left) else {
      throw connection.timeOut(after: limit)
    }
    return message
  }

  /// What it answered when it was asked to describe itself, where that is kept for the next start.
  func answer(under limits: PluginLimits) -> DescriptionCache.Answer? {
    if let problem {
      // Where memory is limited, that may be the cause.
      let isKept = problem.kind.isKept && !problem.wasKilled && ProcessMemory.limit == nil
      return isKept ? .failure(problem, under: limits) : nil
    }
    // What is wrong with a class is found again at the next start.
    return leftOut.isEmpty ? described.map { .description($0) } : nil
  }

  /// Starts a worker and hears what it says of itself, though that is known: nil where both work.
  package func failureAtStart() -> PluginFailure? {
    guard path != nil, problem == nil, !isData else { return problem }
    return withWorker { plugin in
      do throws(PluginFailure) {
        if plugin.connection == nil { try plugin.start() }
        if plugin.isUnheard { _ = try plugin.receiveDescription() }
        return nil
      } catch {
        plugin.endWorker()
        return error
      }
    }
  }

  // MARK: building

  /// Starts the worker ahead of its first request, so that it is ready, or nearly, by then. Why it does not start is
  /// reported at that request.
  package func prepare() {
    guard path != nil, problem == nil, !isData else { return }
    withWorker { if $0.connection == nil { try? $0.start() } }
  }

  /// Sends a request to the worker, starting one where none is running; gives the id that its answer must bear. Nobody
  /// waits for a worker that is starting before there is an answer to be had.
  package func send(_ request: (_ id: Int) -> [UInt8]) throws(PluginFailure) -> Int {
    if connection == nil { try start() }
    lastID += 1
    let id = lastID
    try connection?.send(request(id), within: limit)
    return id
  }

  /// Requests are answered in their order; the answer to another would be taken for that of other objects.
  package func check(_ id: Int?, isDue due: Int) throws(PluginFailure) {
    guard let id else { throw .noID(name, due: due) }
    guard id == due else { throw .otherID(name, id, due: due) }
  }

  /// The next message of the worker; nil where none comes in this time.
  package func receive(within time: Duration) throws(PluginFailure) -> [UInt8]? {
    if isUnheard { _ = try receiveDescription() }
    guard let connection else { throw notRunning }
    return try connection.receive(within: time)
  }

  /// Ends the worker, which did not answer within its limit.
  package func timeOut() -> PluginFailure { connection?.timeOut(after: limit) ?? notRunning }

  private var notRunning: PluginFailure { .notRunning(name) }

  /// Whether a worker is running.
  var isRunning: Bool { connection != nil }

  /// Ends the worker; the next request starts a new one.
  package func endWorker() {
    connection?.close()
    connection = nil
  }

  /// Ends all workers, the plugin's own after the builds under way on another thread; the next request starts a new one.
  public func stop() {
    lock.withLock { endWorker() }
    let further = idle.withLock { idle in
      defer { idle = [] }
      return idle
    }
    for plugin in further { plugin.endWorker() }
  }
}
