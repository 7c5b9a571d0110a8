import InspectorKit
import JSONText

@testable import PluginConformance

/// A worker in this process whose replies can be altered or suppressed.
final class TwistedSubject: ConformanceSubject {
  let plugin: any InspectorPlugin.Type
  private let subject: InProcessSubject
  private var restarts = 0

  /// Returns an altered reply.
  var twist: (_ restarts: Int, _ request: JSON, _ reply: String) -> String = { $2 }

  /// Returns the failure that replaces the reply to a request; nil to reply.
  var failure: (_ request: JSON) -> SubjectFailure? = { _ in nil }

  init(_ plugin: any InspectorPlugin.Type) {
    self.plugin = plugin
    subject = InProcessSubject(plugin)
  }

  func restart() throws(SubjectFailure) {
    restarts += 1
    try subject.restart()
  }

  func ask(_ message: [UInt8]) throws(SubjectFailure) -> [UInt8] {
    guard let request = try? JSON.parse(message) else { throw SubjectFailure(.malformed, "the request is no JSON") }
    if let failure = failure(request) { throw failure }
    let reply = String(decoding: try subject.ask(message), as: UTF8.self)
    return Array(twist(restarts, request, reply).utf8)
  }
}
