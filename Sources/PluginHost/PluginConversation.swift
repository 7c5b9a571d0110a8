package import WorkbenchSupport

/// A conversation in raw messages with a separate worker of a plugin, for checks of the worker itself.
///
/// The worker runs in addition to the workers that build components.
package final class PluginConversation {
  private let plugin: InstalledPlugin
  private let job: InspectorJob
  private var connection: (any PluginConnection)?

  /// Creates a conversation without a worker; ``restart()`` starts one.
  ///
  /// - Parameter job: the job whose cancellation or deadline ends the waits for the worker's replies.
  package init(with plugin: InstalledPlugin, under job: InspectorJob) {
    (self.plugin, self.job) = (plugin, job)
  }

  deinit { connection?.close() }

  /// Ends the worker, starts a new one, and returns its description, without the classes that are known to crash the
  /// plugin.
  @discardableResult
  package func restart() throws(PluginFailure) -> DescribedPlugin {
    end()
    let connection = try plugin.makeConnection()
    (connection as? PluginProcess)?.plugin = plugin.name
    self.connection = connection
    return try plugin.described(by: try ask(plugin.describeRequest()))
  }

  /// Sends a message and returns the worker's next message. If no message arrives, throws and ends the worker;
  /// ``restart()`` then starts a new one.
  package func ask(_ message: [UInt8]) throws(PluginFailure) -> [UInt8] {
    guard let connection else { throw .notRunning(plugin.name) }
    do throws(PluginFailure) {
      try connection.send(message, within: plugin.limit, under: job)
      guard let reply = try connection.receive(within: plugin.limit, under: job) else {
        throw connection.timeOut(after: plugin.limit)
      }
      return reply
    } catch {
      end()
      throw error
    }
  }

  /// Ends the worker, if one is running.
  package func end() {
    connection?.close()
    connection = nil
  }
}
