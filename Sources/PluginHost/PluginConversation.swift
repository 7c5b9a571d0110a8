internal import InspectorKit
internal import JSONText
package import WorkbenchSupport

/// A separate worker of a plugin that receives raw messages, for checks of the worker itself.
///
/// It runs next to the workers that build components.
package final class PluginConversation {
  private let plugin: InstalledPlugin
  private let job: InspectorJob
  private var connection: (any PluginConnection)?

  /// Creates a conversation without a worker; ``restart()`` starts one.
  ///
  /// - Parameter job: ends the waits for its answers.
  package init(with plugin: InstalledPlugin, under job: InspectorJob) {
    self.plugin = plugin
    self.job = job
  }

  deinit { connection?.close() }

  /// Ends the worker, starts a new one, and requests its description without the classes that crash it.
  @discardableResult
  package func restart() throws(PluginFailure) -> DescribedPlugin {
    end()
    let connection = try plugin.makeConnection()
    (connection as? PluginProcess)?.plugin = plugin.name
    self.connection = connection
    let versions = WorkerProtocol.versions
    let without = JSON.array(plugin.leftOut.map { JSON.string($0.className) }).text()
    let answer = try ask(
      Array(
        #"{"id":1,"describe":{"protocol":[\#(versions.lowerBound),\#(versions.upperBound)],"without":\#(without)}}"#
          .utf8))
    return try plugin.described(by: answer)
  }

  /// Sends a message and waits for the worker's next message. After a failure, call ``restart()``.
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

  /// Ends the worker.
  package func end() {
    connection?.close()
    connection = nil
  }
}
