/// The batches under way at one plugin, of one run or of several that go on side by side: a worker answers in the order
/// in which they were made, whichever thread made them.
package final class BuildQueue {
  /// For each batch under way the run that sent it, the oldest first.
  private var senders: [any QueuedRun] = []

  /// Enough to keep a worker busy while the next batch is gathered, and few enough for the buffers of its socket.
  private static var limit: Int { 6 }

  /// Takes note of a batch that was sent, and takes the oldest answer where enough are due.
  package func add(_ run: any QueuedRun) {
    senders.append(run)
    if senders.count >= Self.limit { takeOne() }
  }

  /// Waits for the oldest answer, and hands it to its run.
  func takeOne() {
    guard !senders.isEmpty else { return }
    // A run that fails takes its batch with it, so it stays in the queue until it is done.
    let run = senders[0]
    run.takeOldest()
    if !senders.isEmpty { senders.removeFirst() }
  }

  /// The plugin ended: each run asks again for all that it had under way.
  package func recover(after failure: PluginFailure) {
    var runs: [any QueuedRun] = []
    for run in senders where !runs.contains(where: { $0 === run }) { runs.append(run) }
    senders = []
    for (place, run) in runs.enumerated() { run.recover(after: failure, isOldest: place == 0) }
  }
}

/// A run whose batches stand in a queue.
package protocol QueuedRun: AnyObject {
  /// Takes the answer to its oldest batch.
  func takeOldest()

  /// Asks again for all batches under way.
  ///
  /// - Parameter isOldest: whether the oldest of them is the one whose answer was waited for.
  func recover(after failure: PluginFailure, isOldest: Bool)
}
