internal import InspectorKit
internal import JSONText
package import WorkbenchSupport

/// A worker of a plugin, which starts with its first request and answers requests in their order.
///
/// One call at a time uses it; see ``InstalledPlugin/withWorker(under:_:)``.
package final class Worker: @unchecked Sendable {
  /// The plugin, which owns its workers.
  package unowned let plugin: InstalledPlugin

  /// The job of the call that uses the worker.
  package internal(set) var job = InspectorJob.unattended

  private var connection: (any PluginConnection)?
  private var lastID = 0

  /// True if the worker has not answered yet: its first answer is its description.
  private var isUnheard = false

  init(of plugin: InstalledPlugin) { self.plugin = plugin }

  /// Runs a call with the worker.
  func lent<R>(to job: InspectorJob, _ body: (Worker) -> R) -> R {
    let former = self.job
    self.job = job
    defer { self.job = former }
    return body(self)
  }

  /// True if its process is running.
  var isRunning: Bool { connection != nil }

  private var notRunning: PluginFailure { .notRunning(plugin.name) }

  // MARK: starting

  /// Connects and sends the first message, which always requests the description.
  ///
  /// - Parameter isTraced: true if the plugin reports each class before creating it.
  func start(isTraced: Bool = false) throws(PluginFailure) {
    if job.isCancelled { throw .givenUp(plugin.name) }
    try refuseReplaced()
    let connection = try plugin.makeConnection()
    self.connection = connection
    // The worker may write to standard error before it sends its description.
    let process = connection as? PluginProcess
    process?.plugin = plugin.name
    if let debugging = plugin.debugging { try process?.waitForDebugger(debugging, under: job) }
    (lastID, isUnheard) = (1, true)
    let versions = WorkerProtocol.versions
    var message = "{\"id\":1,\"describe\":{\"protocol\":[\(versions.lowerBound),\(versions.upperBound)]"
    if isTraced { message += ",\"trace\":true" }
    let leftOut = plugin.leftOut.map { JSON.string($0.className) }
    if !leftOut.isEmpty { message += ",\"without\":\(JSON.array(leftOut).text())" }
    message += "}}"
    try connection.send(Array(message.utf8), within: plugin.limit, under: job)
  }

  /// Starts the worker ahead of its first request; a failure is reported at that request.
  func prepare() { if connection == nil { try? start() } }

  /// The reason why the worker does not start or describe itself; nil where it does.
  func failureAtStart() -> PluginFailure? {
    do throws(PluginFailure) {
      if connection == nil { try start() }
      if isUnheard { _ = try receiveDescription() }
      return nil
    } catch {
      end()
      return error
    }
  }

  /// Throws if the file was replaced by another build, whose worker would not match the known description. The check
  /// runs before the worker starts and after its first reply: an interpreter reads the script in between.
  private func refuseReplaced() throws(PluginFailure) {
    guard plugin.described != nil, plugin.origin?.program.isUnchanged == false else { return }
    end()
    throw .replaced(plugin.name)
  }

  // MARK: describing

  /// Receives the description, which is the first answer.
  func receiveDescription() throws(PluginFailure) -> DescribedPlugin {
    guard let connection else { throw notRunning }
    isUnheard = false
    let described = try checkedDescription(try receive(connection, until: .now + plugin.limit))
    try refuseReplaced()
    (connection as? PluginProcess)?.plugin = described.name
    return described
  }

  /// Returns a description from a new worker that reports each class it creates. The description is due within the
  /// limit, however many reports arrive before it.
  ///
  /// - Parameter className: becomes the class that the plugin created last.
  func tracedDescription(_ className: inout String?) throws(PluginFailure) -> DescribedPlugin {
    end()
    try start(isTraced: true)
    let deadline = ContinuousClock.now + plugin.limit
    while let connection {
      let bytes = try receive(connection, until: deadline)
      guard let at = try plugin.parse(bytes)["at"]?.arrayValue else {
        isUnheard = false
        return try plugin.described(by: bytes)
      }
      className = at.last?.stringValue
    }
    throw notRunning
  }

  /// Compares a worker's description with the known one, since all workers of a plugin and its cached description must
  /// agree. If the file is only a wrapper, the program that it starts may change unnoticed.
  private func checkedDescription(_ bytes: [UInt8]) throws(PluginFailure) -> DescribedPlugin {
    guard let known = plugin.described else { return try plugin.described(by: bytes) }
    let new: DescribedPlugin
    do throws(PluginFailure) {
      new = try plugin.described(by: bytes)
    } catch {
      plugin.keep(nil)
      end()
      throw error
    }
    // Other wording or another order of members makes no difference.
    guard new !== known, new.description != known.description else { return known }
    let changes = DescriptionChange.changes(from: known.description, to: new.description)
    guard plugin.isUnsteady(beside: new, changes, under: job) else {
      plugin.keep(new)
      end()
      throw .changed(plugin.name)
    }
    guard !changes.isEmpty, changes.allSatisfy(\.isOfDefault) else {
      end()
      throw .unsteady(plugin.name, changes)
    }
    // A worker reports values that differ from its own defaults, so the known defaults apply where nothing is stored.
    plugin.steadiness.note(changes)
    return known
  }

  private func receive(
    _ connection: any PluginConnection, until deadline: ContinuousClock.Instant
  ) throws(PluginFailure) -> [UInt8] {
    let left = ContinuousClock.now.duration(to: deadline)
    guard left > .zero, let message = try connection.receive(within: left, under: job) else {
      throw connection.timeOut(after: plugin.limit)
    }
    return message
  }

  // MARK: requests

  /// Sends a request, starting the worker if it is not running, and returns the id that the reply must have. It does not
  /// wait for a starting worker.
  package func send(_ request: (_ id: Int) -> [UInt8]) throws(PluginFailure) -> Int {
    if connection == nil { try start() }
    lastID += 1
    let id = lastID
    try connection?.send(request(id), within: plugin.limit, under: job)
    return id
  }

  /// Returns the next message of the worker; nil if none arrives in this time.
  package func receive(within time: Duration) throws(PluginFailure) -> [UInt8]? {
    if isUnheard { _ = try receiveDescription() }
    guard let connection else { throw notRunning }
    return try connection.receive(within: time, under: job)
  }

  /// Ends the worker after it exceeded its time limit, and returns that failure.
  package func timeOut() -> PluginFailure { connection?.timeOut(after: plugin.limit) ?? notRunning }

  /// Ends the worker; the next request starts a new one.
  package func end() {
    connection?.close()
    connection = nil
  }
}
