import Glibc
package import InspectorKit
import JSONText

/// A worker of the plugin under check: a process of its own, or code in this process.
package protocol ConformanceSubject: AnyObject {
  /// Ends the worker and starts a fresh one. Returns when the new worker has described itself.
  func restart() throws(SubjectFailure)

  /// Sends a message and returns the next reply. Throws if no reply arrives in time.
  func ask(_ message: [UInt8]) throws(SubjectFailure) -> [UInt8]
}

/// The reason why a worker sent no usable reply.
package struct SubjectFailure: Error {
  /// The kind of failure, which decides the law that a component breaks.
  package enum Kind: Sendable {
    /// The worker process exited.
    case ended
    /// The worker exceeded its deadline, and was terminated.
    case late
    /// The worker wrote bytes that are not a message, and was terminated.
    case garbage
    /// The worker sent a reply that does not fit the request.
    case malformed
    /// The user ended the check.
    case cancelled
  }

  package var kind: Kind

  /// The failure in one sentence.
  package var words: String

  package init(_ kind: Kind, _ words: String) {
    self.kind = kind
    self.words = words
  }

  /// The law that a plugin breaks if this failure occurs while components are built.
  var law: ConformanceLaw {
    switch kind {
    case .late: .time
    case .garbage, .malformed: .messages
    case .ended, .cancelled: .values
    }
  }
}

/// A plugin whose code is part of this process, as in the plugin's own tests. A crash of the plugin ends the process.
package final class InProcessSubject: ConformanceSubject {
  private let plugin: any InspectorPlugin.Type
  private var worker: PluginWorker

  package init(_ plugin: any InspectorPlugin.Type) {
    self.plugin = plugin
    worker = PluginWorker(plugin)
  }

  package func restart() throws(SubjectFailure) { worker = PluginWorker(plugin) }

  package func ask(_ message: [UInt8]) throws(SubjectFailure) -> [UInt8] { Self.answer(of: worker, to: message) }

  /// Returns the worker's description of its plugin.
  ///
  /// - Throws: the mistakes in the plugin's declarations, or one sentence if the reply is not JSON.
  package static func description(of worker: PluginWorker) throws(DescriptionProblems) -> PluginDescription {
    let reply = answer(of: worker, to: Array(#"{"id":1,"describe":{"protocol":[1,1]}}"#.utf8))
    guard let json = try? JSON.parse(reply) else { throw DescriptionProblems(["the description is not JSON"]) }
    if let listed = json["error"]?["problems"]?.arrayValue {
      throw DescriptionProblems(listed.compactMap(\.stringValue))
    }
    return try PluginDescription(reading: json["description"] ?? .null)
  }

  /// Returns the worker's reply. If hooks set each other endlessly, no reply is returned: the process prints an error
  /// message and exits.
  package static func answer(of worker: PluginWorker, to message: [UInt8]) -> [UInt8] {
    message.withUnsafeBytes { bytes in
      worker.reply(to: bytes) { early, isLast in
        guard isLast else { return }
        let words = (try? JSON.parse(early))?["error"]?["message"]?.stringValue ?? "hooks set each other without end"
        _ = "plugin '\(worker.name)': \(words)\n".withCString { write(2, $0, strlen($0)) }
        _exit(70)
      }
    }
  }
}

extension ConformanceCheck {
  /// Checks a plugin whose code is part of this process against all laws.
  package static func report(of plugin: any InspectorPlugin.Type) -> ConformanceReport {
    var report = ConformanceReport()
    do throws(DescriptionProblems) {
      let description = try InProcessSubject.description(of: PluginWorker(plugin))
      // Code of this process always replies.
      return (try? ConformanceCheck(description, InProcessSubject(plugin)).run()) ?? report
    } catch {
      for words in error.problems { report.add(ConformanceFinding(.description, message: words)) }
    }
    return report
  }
}
