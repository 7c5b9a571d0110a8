internal import Glibc
internal import JSONText
internal import WorkbenchSupport

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
