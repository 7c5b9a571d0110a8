internal import Synchronization

/// The lock that serialises the edits of a scene and its scratches. Its queue contains change reports, which run after
/// the lock is released.
///
/// Reports run one at a time, in the order of the changes, on a thread that owns no lock of the session. Usually this
/// is the thread that queued the report, after it has released the lock. A report that is queued while an earlier one
/// runs is run by the thread of the earlier one. A report may therefore edit the scene, or wait for a thread that does.
package final class EditLock: @unchecked Sendable {
  private let lock = RecursiveLock()

  /// The number of nested acquisitions of the lock by the owning thread.
  private var depth = 0

  /// True if the owning thread has queued a report since it acquired the lock.
  private var hasNews = false

  private struct Reports {
    var waiting: [@Sendable () -> Void] = []
    var isReporting = false
  }

  private let reports = Mutex(Reports())

  package init() {}

  /// Runs the function under the lock. Returns nil without running the function if the job ends while another thread
  /// owns the lock.
  package func withLock<R, E>(under job: InspectorJob, _ body: () throws(E) -> R) throws(E) -> R? {
    // Only a thread that queued a report runs reports. A saving thread that ran a report would wait for itself if the
    // observer saved.
    var mustReport = false
    defer { if mustReport { report() } }
    return try lock.withLock(under: job) { () throws(E) -> R in
      let isOutermost = depth == 0
      depth += 1
      defer {
        depth -= 1
        if isOutermost { (mustReport, hasNews) = (hasNews, false) }
      }
      return try body()
    }
  }

  /// Queues a report, which runs after the caller releases the lock.
  func afterwards(_ report: @escaping @Sendable () -> Void) {
    hasNews = true
    reports.withLock { $0.waiting.append(report) }
  }

  private func report() {
    let begins = reports.withLock { reports in
      guard !reports.isReporting, !reports.waiting.isEmpty else { return false }
      reports.isReporting = true
      return true
    }
    guard begins else { return }
    while let next = nextReport() { next() }
  }

  private func nextReport() -> (@Sendable () -> Void)? {
    reports.withLock { reports in
      guard reports.waiting.isEmpty else { return reports.waiting.removeFirst() }
      reports.isReporting = false
      return nil
    }
  }
}
