internal import Synchronization
internal import WorkbenchSupport

/// A writer that shows the standard error of plugins, with the plugin's name before each line. It also announces the
/// plugins that wait for a debugger.
package final class PluginOutputText: Sendable {
  // Plugins may write on several threads at the same time.
  private let state = Mutex<(isShown: Bool, taker: (@Sendable (String) -> Void)?)>((true, nil))
  private let outputs: CommandOutputs

  package init(_ outputs: CommandOutputs) { self.outputs = outputs }

  /// Reports that a plugin's process waits until a debugger is attached.
  func announce(plugin: String, process: Int32) {
    outputs.say(
      "inspector: plugin '\(TerminalText.escaped(plugin))' waits for a debugger: process \(process); attach one with 'gdb -p \(process)'"
    )
  }

  /// True if the plugins' output is shown, which is the default.
  package var isShown: Bool {
    get { state.withLock { $0.isShown } }
    set { state.withLock { $0.isShown = newValue } }
  }

  /// Redirects all further lines to a receiver, such as a prompt that shows them above the typed line; `nil` restores
  /// the standard error.
  package func give(to taker: (@Sendable (String) -> Void)?) { state.withLock { $0.taker = taker } }

  /// Shows a line that a plugin wrote to its standard error, or passes it to the receiver set by ``give(to:)``. Does
  /// nothing if ``isShown`` is false.
  package func write(plugin: String, line: String) {
    state.withLock { state in
      guard state.isShown else { return }
      let text = "\(TerminalText.escaped(plugin)): \(TerminalText.escaped(line))"
      if let taker = state.taker { taker(text) } else { outputs.relay(text) }
    }
  }
}
