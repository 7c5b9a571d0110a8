import InspectorKit
import JSONText

@testable import PluginConformance

/// A worker of this process whose answers are twisted, or do not come.
final class TwistedSubject: ConformanceSubject {
  let plugin: any InspectorPlugin.Type
  private let subject: InProcessSubject
  private var restarts = 0

  /// Makes another answer of the one that is right.
  var twist: (_ restarts: Int, _ request: JSON, _ reply: String) -> String = { $2 }

  /// Why a request is not answered, or nil.
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
