internal import InspectorKit
internal import WorkbenchSupport

/// A plugin whose code is part of this process: for tests and for programs that embed the workbench.
///
/// It speaks the same messages as a process does. Nothing shields this process from its crashes.
final class InProcessPlugin: PluginConnection {
  private let worker: PluginWorker
  private var replies: [[UInt8]] = []

  init(_ plugin: any InspectorPlugin.Type) {
    worker = PluginWorker(plugin)
  }

  func send(_ message: [UInt8], within limit: Duration, under job: InspectorJob) throws(PluginFailure) {
    var early: [[UInt8]] = []
    let reply = message.withUnsafeBytes { bytes in worker.reply(to: bytes) { message, _ in early.append(message) } }
    replies += early
    replies.append(reply)
  }

  func receive(within time: Duration, under job: InspectorJob) throws(PluginFailure) -> [UInt8]? {
    guard !replies.isEmpty else { throw .notAsked(worker.name) }
    return replies.removeFirst()
  }

  func timeOut(after limit: Duration) -> PluginFailure { .timedOut(worker.name, limit) }

  func close() { replies.removeAll() }
}
