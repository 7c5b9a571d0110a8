internal import InspectorKit
internal import PluginConformance
internal import Workbench

/// What `plugin check` found of one plugin.
struct PluginCheck {
  let plugin: InstalledPlugin
  private(set) var report = ConformanceReport()

  /// How long it took, in seconds.
  private(set) var seconds = 0.0

  /// - Throws: why it is no plugin, or does not work at all.
  init(of plugin: InstalledPlugin, willCheck: (String) -> Void) throws(PluginFailure) {
    self.plugin = plugin
    let start = ContinuousClock.now
    if let problem = plugin.problem {
      guard problem.kind == .problems else { throw problem }
      for words in problem.problems { report.add(ConformanceFinding(.description, message: words)) }
    } else if let description = plugin.description {
      for (className, failure) in plugin.leftOut {
        report.add(ConformanceFinding(.description, class: className, message: failure.message))
      }
      if plugin.isData {
        for finding in ConformanceCheck.report(of: description).findings { report.add(finding) }
      } else {
        let subject = WorkerSubject(plugin)
        do throws(SubjectFailure) {
          let former = report.findings
          report = try ConformanceCheck(description, subject).run(willCheck: willCheck)
          report.findings = former + report.findings
        } catch {
          throw subject.failure ?? .notDescribed(plugin.name)
        }
      }
    } else {
      throw .notDescribed(plugin.name)
    }
    let time = start.duration(to: .now).components
    seconds = Double(time.seconds) + Double(time.attoseconds) / 1e18
  }
}

/// A worker process that is held against the laws.
private final class WorkerSubject: ConformanceSubject {
  private let conversation: PluginConversation

  /// Why the last request failed.
  private(set) var failure: PluginFailure?

  init(_ plugin: InstalledPlugin) { conversation = PluginConversation(with: plugin) }

  func restart() throws(SubjectFailure) {
    _ = try converting { () throws(PluginFailure) in try conversation.restart() }
  }

  func ask(_ message: [UInt8]) throws(SubjectFailure) -> [UInt8] {
    try converting { () throws(PluginFailure) in try conversation.ask(message) }
  }

  private func converting<Result>(
    _ body: () throws(PluginFailure) -> Result
  ) throws(SubjectFailure) -> Result {
    do throws(PluginFailure) {
      return try body()
    } catch {
      failure = error
      let kind: SubjectFailure.Kind =
        switch error.kind {
        case .timeout: .late
        case .garbage: .garbage
        case .cancelled: .cancelled
        default: .ended
        }
      throw SubjectFailure(kind, error.message)
    }
  }
}
