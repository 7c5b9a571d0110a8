import Glibc
import JSONText
import WorkbenchSupport

/// The setting that makes one plugin's workers wait for a debugger before their first message.
///
/// That plugin then has one worker at a time and a practically unlimited time to answer, since the user may step
/// through a hook.
public struct DebuggerWait: Sendable {
  /// The name of the plugin to debug, or its file name without prefix or suffix; case is ignored.
  public var plugin: String

  /// A callback for each waiting worker, with the plugin's name and the process id. It may run on any thread.
  public var announce: @Sendable (_ plugin: String, _ process: Int32) -> Void

  /// Creates a setting for the named plugin.
  public init(plugin: String, announce: @escaping @Sendable (_ plugin: String, _ process: Int32) -> Void) {
    (self.plugin, self.announce) = (plugin, announce)
  }

  /// The time limit for each reply of a plugin that is debugged, longer than any debugging session.
  static let limit = Duration.seconds(365 * 86_400)

  /// Returns true if a name refers to the plugin to debug; case is ignored. The name may be the plugin's own name or
  /// the one in its file name.
  func isMeant(by name: String) -> Bool { name.lowercased() == plugin.lowercased() }
}

extension PluginProcess {
  /// Announces that a worker waits, and returns when a debugger is attached to it. Throws if the worker ends or the job
  /// is cancelled. The worker is idle meanwhile, since it has not received a message yet.
  func waitForDebugger(_ wait: DebuggerWait, under job: InspectorJob) throws(PluginFailure) {
    wait.announce(plugin, process)
    while !isTraced { try pause(milliseconds: 50, under: job) }
  }

  /// True if the kernel reports that a debugger is attached.
  private var isTraced: Bool {
    guard let status = FileText.read("/proc/\(process)/status") else { return false }
    let line = String(decoding: status, as: UTF8.self).parts(between: "\n").first { $0.begins(with: "TracerPid:") }
    return line?.unicodeScalars.contains { ("1"..."9").contains($0) } == true
  }
}
