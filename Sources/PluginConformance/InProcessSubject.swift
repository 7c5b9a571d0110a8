internal import Glibc
package import InspectorKit
internal import JSONText

/// A plugin whose code is part of this process, as in its tests. Nothing shields the process from its crashes.
package final class InProcessSubject: ConformanceSubject {
  private let plugin: any InspectorPlugin.Type
  private var worker: PluginWorker

  package init(_ plugin: any InspectorPlugin.Type) {
    self.plugin = plugin
    worker = PluginWorker(plugin)
  }

  package func restart() throws(SubjectFailure) { worker = PluginWorker(plugin) }

  package func ask(_ message: [UInt8]) throws(SubjectFailure) -> [UInt8] { Self.answer(of: worker, to: message) }

  /// What a worker says of itself.
  ///
  /// - Throws: all that is wrong with its declarations.
  package static func description(of worker: PluginWorker) throws(DescriptionProblems) -> PluginDescription {
    let reply = answer(of: worker, to: Array(#"{"id":1,"describe":{"protocol":[1,1]}}"#.utf8))
    guard let json = try? JSON.parse(reply) else { throw DescriptionProblems(["the description is not JSON"]) }
    if let listed = json["error"]?["problems"]?.arrayValue {
      throw DescriptionProblems(listed.compactMap(\.stringValue))
    }
    return try PluginDescription(reading: json["description"] ?? .null)
  }

  /// Hooks that loop never return, so that the process ends with what they say.
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
  /// Holds a plugin of this process against all laws.
  package static func report(of plugin: any InspectorPlugin.Type) -> ConformanceReport {
    var report = ConformanceReport()
    do throws(DescriptionProblems) {
      let description = try InProcessSubject.description(of: PluginWorker(plugin))
      // Code of this process always answers.
      return (try? ConformanceCheck(description, InProcessSubject(plugin)).run()) ?? report
    } catch {
      for words in error.problems { report.add(ConformanceFinding(.description, message: words)) }
    }
    return report
  }
}
