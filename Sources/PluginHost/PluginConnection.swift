package import WorkbenchSupport

/// A way to talk to one running plugin: a process, or code in this one.
///
/// Messages are answered in the order in which they were sent; several may be under way. After a failure the connection
/// is of no further use: close it and make another.
package protocol PluginConnection: AnyObject {
  /// Sends a message; answers that arrive meanwhile are kept for ``receive(within:under:)``.
  ///
  /// - Parameter job: ends the wait where it is cancelled or overdue.
  func send(_ message: [UInt8], within limit: Duration, under job: InspectorJob) throws(PluginFailure)

  /// The next message from the plugin; nil where none comes in this time.
  func receive(within time: Duration, under job: InspectorJob) throws(PluginFailure) -> [UInt8]?

  /// Ends a plugin that did not answer within its limit.
  func timeOut(after limit: Duration) -> PluginFailure

  /// Ends the conversation, and the process if there is one. It returns at once.
  func close()
}
