internal import Synchronization
internal import WorkbenchSupport

/// Shows what plugins write to their standard error, each line with the plugin's name before it, and which of them wait for
/// a debugger.
package final class PluginOutputText: @unchecked Sendable {
  // Plugins of several threads may write at the same time.
  private let state = Mutex(State())
  private weak var context: CommandContext?

  private struct State {
    var isShown = true
    var taker: (@Sendable (String) -> Void)?
  }

  package init(_ context: CommandContext) { self.context = context }

  func announce(plugin: String, process: Int32) {
    state.withLock { _ in
      context?.say(
        "inspector: plugin '\(TerminalText.escaped(plugin))' waits for a debugger: process \(process); attach one with 'gdb -p \(process)'"
      )
    }
  }

  /// Whether what plugins write is shown; it is from the start.
  package var isShown: Bool {
    get { state.withLock { $0.isShown } }
    set { state.withLock { $0.isShown = newValue } }
  }

  /// Gives lines to somebody else from now on, such as a prompt that shows them above the line that is typed; nil to write
  /// them to the standard error again.
  package func give(to taker: (@Sendable (String) -> Void)?) { state.withLock { $0.taker = taker } }

  package func write(plugin: String, line: String) {
    state.withLock { state in
      guard state.isShown else { return }
      let text = "\(TerminalText.escaped(plugin)): \(TerminalText.escaped(line))"
      if let taker = state.taker { taker(text) } else { context?.errors.write(text + "\n") }
    }
  }
}
