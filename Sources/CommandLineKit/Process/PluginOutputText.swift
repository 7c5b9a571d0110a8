internal import Synchronization
internal import WorkbenchSupport

/// Shows what plugins write to their standard error: each line with the plugin's name before it.
package final class PluginOutputText: @unchecked Sendable {
  // Plugins of several threads may write at the same time.
  private let lock = Mutex(())
  private unowned let context: CommandContext

  package init(_ context: CommandContext) { self.context = context }

  package func write(plugin: String, line: String) {
    lock.withLock { _ in
      context.errors.write("\(TerminalText.escaped(plugin)): \(TerminalText.escaped(line))\n")
    }
  }
}
