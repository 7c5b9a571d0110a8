/// The batches under way at one plugin, of one run or of several parallel runs. A worker answers batches in the order
/// in which they were sent, whichever thread sent them.
package final class BuildQueue {
  /// The run that sent each batch under way, the oldest first.
  private var senders: [any QueuedRun] = []

  /// The number of batches under way that keeps a worker busy while the next one is gathered and still fits the buffers
  /// of its socket.
  private static var limit: Int { 6 }

  /// Records a sent batch, and takes the oldest answer once enough batches are under way.
  package func add(_ run: any QueuedRun) {
    senders.append(run)
    if senders.count >= Self.limit { takeOne() }
  }

  /// Waits for the oldest answer, and lets its run deliver it. Does nothing if no batch is under way.
  func takeOne() {
    guard !senders.isEmpty else { return }
    // A run that fails takes its batch with it, so it stays in the queue until it is done.
    let run = senders[0]
    run.takeOldest()
    if !senders.isEmpty { senders.removeFirst() }
  }

  /// Makes each run repeat its requests under way after the plugin ended.
  package func recover(after failure: PluginFailure) {
    var runs: [any QueuedRun] = []
    for run in senders where !runs.contains(where: { $0 === run }) { runs.append(run) }
    senders = []
    for (place, run) in runs.enumerated() { run.recover(after: failure, isOldest: place == 0) }
  }
}

/// A run with batches in a queue.
package protocol QueuedRun: AnyObject {
  /// Waits for the answer to the run's oldest batch, and delivers it.
  func takeOldest()

  /// Repeats the requests of all batches of the run that are under way.
  ///
  /// - Parameter isOldest: true if the queue was waiting for the answer to this run's oldest batch.
  func recover(after failure: PluginFailure, isOldest: Bool)
}
