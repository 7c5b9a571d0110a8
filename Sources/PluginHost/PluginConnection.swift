import InspectorKit
package import WorkbenchSupport

/// A connection to one running plugin, which is a worker process or code in this process.
///
/// The plugin answers messages in the order in which they were sent. Several messages may be sent before the first
/// reply. After a failure, close the connection and make a new one.
package protocol PluginConnection: AnyObject {
  /// Sends a message and keeps replies that arrive meanwhile for ``receive(within:under:)``.
  ///
  /// - Parameter job: the job whose cancellation or deadline ends the wait.
  func send(_ message: [UInt8], within limit: Duration, under job: InspectorJob) throws(PluginFailure)

  /// Returns the next message of the plugin; nil if none arrives in this time. Throws if the plugin ends or the job is
  /// cancelled.
  func receive(within time: Duration, under job: InspectorJob) throws(PluginFailure) -> [UInt8]?

  /// Ends a plugin that did not answer within its limit, and returns the failure to report.
  func timeOut(after limit: Duration) -> PluginFailure

  /// Ends the connection and the process, if there is one. Ending a process may take some 50 milliseconds.
  func close()
}

/// A connection to a plugin in this process, for tests and for programs that embed the workbench.
///
/// The connection exchanges the same messages as a worker process. Nothing shields this process from the plugin's
/// crashes.
final class InProcessPlugin: PluginConnection {
  private let worker: PluginWorker
  private var replies: [[UInt8]] = []

  init(_ plugin: any InspectorPlugin.Type) { worker = PluginWorker(plugin) }

  func send(_ message: [UInt8], within limit: Duration, under job: InspectorJob) throws(PluginFailure) {
    var early: [[UInt8]] = []
    let reply = message.withUnsafeBytes { bytes in worker.reply(to: bytes) { message, _ in early.append(message) } }
    replies += early + [reply]
  }

  func receive(within time: Duration, under job: InspectorJob) throws(PluginFailure) -> [UInt8]? {
    guard !replies.isEmpty else { throw .notAsked(worker.name) }
    return replies.removeFirst()
  }

  func timeOut(after limit: Duration) -> PluginFailure { .timedOut(worker.name, limit) }

  func close() { replies.removeAll() }
}
