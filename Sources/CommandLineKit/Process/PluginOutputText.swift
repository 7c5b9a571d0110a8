internal import Synchronization
internal import WorkbenchSupport

/// Shows what plugins write to their standard error, each line with the plugin's name before it, and which of them wait for
/// a debugger.
package final class PluginOutputText: @unchecked Sendable {
  // Plugins of several threads may write at the same time.
  private let lock = Mutex(())
  private weak var context: CommandContext?

  package init(_ context: CommandContext) { self.context = context }

  func announce(plugin: String, process: Int32) {
    lock.withLock { _ in
      context?.say(
        "inspector: plugin '\(TerminalText.escaped(plugin))' waits for a debugger: process \(process); attach one with 'gdb -p \(process)'"
      )
    }
  }

  package func write(plugin: String, line: String) {
    lock.withLock { _ in
      context?.errors.write("\(TerminalText.escaped(plugin)): \(TerminalText.escaped(line))\n")
    }
  }
}
