/// The batches of requests that one plugin's worker has not answered yet. They belong to one run or to several
/// parallel runs. A worker answers batches in the order in which they were sent, whichever thread sent them.
package final class BuildQueue {
  /// The run that sent each unanswered batch, in the order of sending.
  private var senders: [any QueuedRun] = []

  /// The number of unanswered batches at which ``add(_:)`` waits for an answer. This many batches keep a worker busy
  /// while the next batch is gathered, and fit in the buffers of the worker's socket.
  private static var limit: Int { 6 }

  /// Records a batch that a run has sent. If the queue is then full, waits for the answer to the oldest batch.
  package func add(_ run: any QueuedRun) {
    senders.append(run)
    if senders.count >= Self.limit { takeOne() }
  }

  /// Waits for the answer to the oldest batch, which its run then delivers. Does nothing if no batch is unanswered.
  func takeOne() {
    guard !senders.isEmpty else { return }
    // If the plugin fails, `takeOldest` calls `recover`, which must find this run in the queue.
    let run = senders[0]
    run.takeOldest()
    if !senders.isEmpty { senders.removeFirst() }
  }

  /// Empties the queue after the plugin has failed, and makes each run repeat its unanswered requests.
  package func recover(after failure: PluginFailure) {
    var runs: [any QueuedRun] = []
    for run in senders where !runs.contains(where: { $0 === run }) { runs.append(run) }
    senders = []
    for (place, run) in runs.enumerated() { run.recover(after: failure, isOldest: place == 0) }
  }
}

/// A run with batches in a queue.
package protocol QueuedRun: AnyObject {
  /// Waits for the answer to the run's oldest unanswered batch, and delivers it.
  func takeOldest()

  /// Repeats the requests of all unanswered batches of the run.
  ///
  /// - Parameter isOldest: true if the queue was waiting for the answer to this run's oldest batch.
  func recover(after failure: PluginFailure, isOldest: Bool)
}
