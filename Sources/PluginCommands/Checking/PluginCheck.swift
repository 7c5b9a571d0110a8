internal import InspectorKit
internal import PluginConformance
internal import Workbench

/// The findings of `plugin check` about one plugin.
struct PluginCheck {
  let plugin: InstalledPlugin
  private(set) var report = ConformanceReport()

  /// The duration of the check, in seconds.
  private(set) var seconds = 0.0

  /// The number of additional processes that are started only to describe the plugin.
  private static let moreProcesses = 4

  /// Checks a plugin: its description, and the laws for all plugins if it has code.
  ///
  /// - Throws: the reason why the file is not a plugin, or does not work at all.
  init(of plugin: InstalledPlugin, under job: InspectorJob) throws(PluginFailure) {
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
        let subject = WorkerSubject(plugin, description, under: job)
        do throws(SubjectFailure) {
          let former = report.findings
          report = try ConformanceCheck(description, subject).run()
          report.findings = former + report.findings
          // A default that is a random Bool may be equal in some of the processes, so several are compared.
          for _ in 0..<Self.moreProcesses { try subject.restart() }
          for change in subject.changes { report.add(change.finding) }
        } catch {
          throw subject.failure ?? .notDescribed(plugin.name)
        }
      }
    } else {
      throw .notDescribed(plugin.name)
    }
    seconds = start.duration(to: .now) / .seconds(1)
  }
}

extension DescriptionChange {
  /// The finding about a difference between the descriptions of two processes.
  fileprivate var finding: ConformanceFinding {
    if case .defaultChanged(_, _, let old, let new) = self {
      let (one, other) = (old?.text ?? "unset", new?.text ?? "unset")
      return ConformanceFinding(
        .determinism, class: place?.className, property: place?.property,
        message:
          "its default is \(one) in one process and \(other) in another; give it a fixed value, independent of chance and time"
      )
    }
    return ConformanceFinding(
      .determinism, class: place?.className, property: place?.property,
      message:
        "one process describes it differently from another (\(self)); make its description the same in every process")
  }
}

extension PluginCheck {
  /// Adds warnings about names that other plugins use, too.
  mutating func add(_ conflicts: [NameConflict]) {
    for conflict in conflicts {
      report.add(ConformanceFinding(.description, .warning, class: conflict.className, message: conflict.message))
    }
  }

  /// Adds findings about declarations that are probably mistakes.
  mutating func add(_ findings: [DescriptionFinding]) {
    for finding in findings {
      report.add(
        ConformanceFinding(
          .description, finding.isError ? .error : .warning, class: finding.className, property: finding.property,
          message: finding.message))
    }
  }
}

/// A worker process on which the conformance laws are checked.
private final class WorkerSubject: ConformanceSubject {
  private let conversation: PluginConversation

  /// The differences of the processes' descriptions from the known one, at most one for each class and property.
  private(set) var changes: [DescriptionChange] = []

  /// The failure of the last request that failed; nil if none did.
  private(set) var failure: PluginFailure?

  private let description: PluginDescription

  init(_ plugin: InstalledPlugin, _ description: PluginDescription, under job: InspectorJob) {
    (conversation, self.description) = (PluginConversation(with: plugin, under: job), description)
  }

  func restart() throws(SubjectFailure) {
    let described = try converting { () throws(PluginFailure) in try conversation.restart() }
    for change in DescriptionChange.changes(from: description, to: described.description)
    where !changes.contains(where: { $0.place ?? ("", "") == change.place ?? ("", "") }) { changes.append(change) }
  }

  func ask(_ message: [UInt8]) throws(SubjectFailure) -> [UInt8] {
    try converting { () throws(PluginFailure) in try conversation.ask(message) }
  }

  private func converting<R>(_ body: () throws(PluginFailure) -> R) throws(SubjectFailure) -> R {
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
