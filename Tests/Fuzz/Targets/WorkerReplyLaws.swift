import JSONText
import SceneDocument

@testable import ComponentModel
@testable import InspectorKit
@testable import PluginHost
@testable import SceneEditing
@testable import Workbench

/// Laws for a worker that sends arbitrary replies: the host accepts each or refuses it with a message, sends no more
/// requests than allowed, and keeps the document intact.
enum WorkerReplyLaws {
  static func check(_ bytes: [UInt8]) throws {
    let replies = bytes.messages
    try checkBuilding(replies)
    // The worker must also handle any message from a process that replaces the host.
    try checkRequests(replies)
  }

  /// Checks the building of objects of one class by a worker with a valid description and arbitrary other replies.
  private static func checkBuilding(_ replies: [[UInt8]]) throws {
    guard let definition = Stage.description?.components.first(where: { $0.name == "Thing" }) else {
      throw Difference("the stage does not describe itself")
    }
    let script = Script(replies)
    let plugin = InstalledPlugin(name: "Stage", path: nil, limit: .seconds(1)) { ScriptedConnection(script) }
    var answered: [Int] = []
    var broken: String?
    plugin.withWorker(under: InspectorJob()) { worker in
      let run = BuildRun<Int>(worker, .init(definition: definition, mode: .load)) { key, answer in
        answered.append(key)
        for (place, value) in answer.effective + answer.before + answer.assigned {
          let property = definition.properties[place]
          if value == nil ? !property.isOptional : value?.type != property.type {
            broken = "\(property.name) is \(value as Any)"
          }
        }
        if let failure = answer.failure, failure.message.isEmpty { broken = "a failure without words" }
      }
      for key in 0..<3 {
        run.add { row in
          row += Array("[\(definition.properties.map { _ in "[]" }.joined(separator: ","))]".utf8)
          return key
        }
      }
      run.finish()
    }
    if let broken { throw Difference(broken) }
    try law(answered == [0, 1, 2], "answers for \(answered)")
    try law(script.sent <= 40, "the worker was sent \(script.sent) messages for three objects")
  }

  private static func checkRequests(_ requests: [[UInt8]]) throws {
    let worker = PluginWorker(Stage.self)
    for request in requests.prefix(8) {
      let reply = request.withUnsafeBytes { worker.reply(to: $0) { _, _ in } }
      let json = try JSON.parse(reply)
      let said = ["description", "rows", "error"].filter { json[$0] != nil }
      try law(json["id"]?.intValue != nil && said.count == 1, "the worker answers \(json.text())")
    }
  }

  /// The replies of the worker across all its starts.
  final class Script {
    private var replies: ArraySlice<[UInt8]>
    private(set) var sent = 0

    init(_ replies: [[UInt8]]) { self.replies = replies[...] }

    /// The reply to each request for the description, which is always the same.
    private static let description = Stage.description.map { WorkerReply.description($0, id: 1) }

    func reply(to request: JSON) -> [UInt8]? {
      sent += 1
      if request["describe"] != nil { return Self.description }
      guard let reply = replies.popFirst() else { return nil }
      // `@` is replaced by the expected id, since the input cannot know the number of requests.
      let id = Array("\(request["id"]?.intValue ?? 0)".utf8)
      return Array(reply.map { $0 == UInt8(ascii: "@") ? id : [$0] }.joined())
    }
  }

  final class ScriptedConnection: PluginConnection {
    private let script: Script
    private var due: [[UInt8]?] = []

    init(_ script: Script) { self.script = script }

    func send(_ message: [UInt8], within limit: Duration, under job: InspectorJob) throws(PluginFailure) {
      guard let request = try? JSON.parse(message) else {
        throw PluginFailure(.garbage, plugin: "Stage", message: "the host sends what is no JSON")
      }
      due.append(script.reply(to: request))
    }

    func receive(within time: Duration, under job: InspectorJob) throws(PluginFailure) -> [UInt8]? {
      guard !due.isEmpty, let reply = due.removeFirst() else {
        throw PluginFailure(.crashed, plugin: "Stage", message: "plugin 'Stage' ended")
      }
      return reply
    }

    func timeOut(after limit: Duration) -> PluginFailure {
      PluginFailure(.timeout, plugin: "Stage", message: "plugin 'Stage' did not answer")
    }

    func close() { due = [] }
  }
}
