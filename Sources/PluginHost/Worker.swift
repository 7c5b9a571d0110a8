internal import InspectorKit
internal import JSONText
package import WorkbenchSupport

/// A plugin's worker. It starts with its first request, and answers requests in their order.
///
/// Only one call at a time uses a worker; see ``InstalledPlugin/withWorker(under:_:)``.
package final class Worker: @unchecked Sendable {
  /// The plugin, which owns its workers.
  package unowned let plugin: InstalledPlugin

  /// The job of the call that uses the worker. Its cancellation or deadline ends waits for replies.
  package internal(set) var job = InspectorJob.unattended

  private var connection: (any PluginConnection)?
  private var lastID = 0

  /// True if the worker is running and has not sent its first reply, the description, yet.
  private var isUnheard = false

  /// True if the worker serves background work, which yields to other work.
  let yields: Bool

  init(of plugin: InstalledPlugin, yields: Bool = false) { (self.plugin, self.yields) = (plugin, yields) }

  /// Runs a function with the worker under the job of a call, and returns the function's result.
  func lent<R>(to job: InspectorJob, _ body: (Worker) -> R) -> R {
    let former = self.job
    self.job = job
    defer { self.job = former }
    return body(self)
  }

  /// True if the worker has a connection: a process, or code in this process, that was started and has not been ended.
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

  /// Starts the worker before its first request. A failure is reported only when that request is made.
  func prepare() { if connection == nil { try? start() } }

  /// Starts the worker and reads its description, unless both were done before. Returns nil on success; otherwise ends
  /// the worker and returns the failure.
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

  /// Throws if a different build has replaced the plugin's file, since a worker of that build would not match the known
  /// description. The check runs before the worker starts and after its first reply, because an interpreter reads the
  /// script in between.
  private func refuseReplaced() throws(PluginFailure) {
    guard plugin.described != nil, plugin.origin?.program.isUnchanged == false else { return }
    end()
    throw .replaced(plugin.name)
  }

  // MARK: describing

  /// Receives the description, which is the worker's first reply, and compares it with the known one. Throws if the two
  /// descriptions do not agree, or if the plugin's file was replaced.
  func receiveDescription() throws(PluginFailure) -> DescribedPlugin {
    guard let connection else { throw notRunning }
    isUnheard = false
    let described = try checkedDescription(try receive(connection, until: .now + plugin.limit))
    try refuseReplaced()
    (connection as? PluginProcess)?.plugin = described.name
    return described
  }

  /// Restarts the worker so that it reports each class before creating it, and returns the description. The description
  /// must arrive within the time limit, however many reports precede it.
  ///
  /// - Parameter className: is set to the last class that the worker reported.
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

  /// Reads a worker's description and returns the known one, or the new one if none is known. Throws if the two
  /// descriptions differ in more than defaults that vary between processes. Such a difference arises, for example, if
  /// the plugin's file starts another program that was changed.
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
    // Differences in the JSON's spelling or in the order of its members do not matter.
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
    // A reply lists only the values that differ from the worker's own defaults. For all other values, the host shows
    // the known defaults.
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

  /// Sends a request, and returns the expected id of the reply. Starts the worker if necessary, without waiting for it
  /// to become ready. Throws if the worker cannot be started or does not accept the request.
  package func send(_ request: (_ id: Int) -> [UInt8]) throws(PluginFailure) -> Int {
    if connection == nil { try start() }
    lastID += 1
    let id = lastID
    try connection?.send(request(id), within: plugin.limit, under: job)
    return id
  }

  /// Returns the worker's next reply; nil if no reply arrives in this time. Receives the description first if
  /// necessary. Throws if the worker is not running, ends, or sends a description that is refused.
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
