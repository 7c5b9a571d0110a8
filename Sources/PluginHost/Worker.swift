internal import InspectorKit
internal import JSONText
package import WorkbenchSupport

/// A worker of a plugin, which starts with its first request and answers requests in their order.
///
/// Only one call at a time uses a worker; see ``InstalledPlugin/withWorker(under:_:)``.
package final class Worker: @unchecked Sendable {
  /// The plugin, which owns its workers.
  package unowned let plugin: InstalledPlugin

  /// The job of the call that uses the worker, which ends waits for answers.
  package internal(set) var job = InspectorJob.unattended

  private var connection: (any PluginConnection)?
  private var lastID = 0

  /// True if a running worker has not sent its description, which is its first answer.
  private var isUnheard = false

  init(of plugin: InstalledPlugin) { self.plugin = plugin }

  /// Runs a function with the worker under the job of a call.
  func lent<R>(to job: InspectorJob, _ body: (Worker) -> R) -> R {
    let former = self.job
    self.job = job
    defer { self.job = former }
    return body(self)
  }

  /// True if the worker has a connection: its process, or the code in this one, was started and not ended.
  var isRunning: Bool { connection != nil }

  private var notRunning: PluginFailure { .notRunning(plugin.name) }

  // MARK: starting

  /// Starts the plugin and sends the first message, which always requests the description.
  ///
  /// - Parameter isTraced: true if the plugin is to report each class before creating it.
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
    try connection.send(plugin.describeRequest(isTraced: isTraced), within: plugin.limit, under: job)
  }

  /// Starts the worker ahead of its first request. A failure is not reported here but at that request.
  func prepare() { if connection == nil { try? start() } }

  /// Starts the worker and reads its description, unless that was done before. Returns the failure, which ends the
  /// worker; nil if there is none.
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

  /// Throws if a different build has replaced the plugin's file, since its worker would not match the known description.
  /// The check runs before the worker starts and after its first reply, because an interpreter reads the script in
  /// between.
  private func refuseReplaced() throws(PluginFailure) {
    guard plugin.described != nil, plugin.origin?.program.isUnchanged == false else { return }
    end()
    throw .replaced(plugin.name)
  }

  // MARK: describing

  /// Receives the description, which is the first answer, and compares it with the known one.
  func receiveDescription() throws(PluginFailure) -> DescribedPlugin {
    guard let connection else { throw notRunning }
    isUnheard = false
    let described = try checkedDescription(try receive(connection, until: .now + plugin.limit))
    try refuseReplaced()
    (connection as? PluginProcess)?.plugin = described.name
    return described
  }

  /// Returns the description from a new worker that reports each class before creating it. The description is due within
  /// the limit, however many reports arrive before it.
  ///
  /// - Parameter className: becomes the last class that the worker reported.
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

  /// Reads a worker's description and returns the known one, with which it must agree. They differ if the plugin's file is
  /// only a wrapper, and the program that it starts was changed.
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
    plugin.note(changes)
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

  /// Returns the worker's next reply, after its description if that is outstanding; nil if none arrives in this time.
  package func receive(within time: Duration) throws(PluginFailure) -> [UInt8]? {
    if isUnheard { _ = try receiveDescription() }
    guard let connection else { throw notRunning }
    return try connection.receive(within: time, under: job)
  }

  /// Ends a worker that exceeded its time limit, and returns the failure to report.
  package func timeOut() -> PluginFailure { connection?.timeOut(after: plugin.limit) ?? notRunning }

  /// Ends the worker; the next request starts a new one.
  package func end() {
    connection?.close()
    connection = nil
  }
}
