import Glibc
import JSONText
import WorkbenchSupport

/// A plugin whose workers wait for a debugger before their first message.
///
/// It has one worker at a time, and no limit for its answers: a person who steps through a hook takes as long as it takes.
public struct DebuggerWait: Sendable {
  /// The plugin's name, or that of its file; upper and lower case are the same.
  public var plugin: String

  /// Called on any thread with the plugin's name and the process number of each worker that waits.
  public var announce: @Sendable (_ plugin: String, _ process: Int32) -> Void

  /// Makes the workers of a plugin wait.
  public init(plugin: String, announce: @escaping @Sendable (_ plugin: String, _ process: Int32) -> Void) {
    (self.plugin, self.announce) = (plugin, announce)
  }

  /// How long such a plugin may take: longer than anyone sits before it.
  static let limit = Duration.seconds(365 * 86_400)

  func isMeant(by name: String) -> Bool { name.lowercased() == plugin.lowercased() }
}

extension PluginProcess {
  /// Waits until a debugger is attached; nothing was sent to the worker yet, so that it does nothing meanwhile.
  func waitForDebugger(_ wait: DebuggerWait, under job: InspectorJob) throws(PluginFailure) {
    wait.announce(plugin, process)
    while !isTraced { try pause(milliseconds: 50, under: job) }
  }

  /// Whether a debugger is attached, as the kernel says it.
  private var isTraced: Bool {
    guard let status = FileText.read("/proc/\(process)/status") else { return false }
    let line = String(decoding: status, as: UTF8.self).parts(between: "\n").first { $0.begins(with: "TracerPid:") }
    return line?.unicodeScalars.contains { ("1"..."9").contains($0) } == true
  }
}
