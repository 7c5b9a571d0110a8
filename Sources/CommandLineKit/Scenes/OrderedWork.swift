internal import SceneDocument

/// A parallel loop over the indices `0..<count`, whose results arrive in the order of the indices on the calling
/// thread.
///
/// The number of threads affects only the running time. With one thread, everything happens on the calling thread.
package final class OrderedWork<Result> {
  private let count: Int
  private let threadCount: Int
  private let isInterrupted: () -> Bool
  private let work: (OrderedWork, Int) -> Result

  private let monitor = Monitor()
  // The monitor guards the following variables.
  private var next = 0
  private var taken = 0
  private var results: [Int: Result] = [:]
  /// True if no further work must be started.
  private var isClosed = false
  /// True if the results of started work are no longer wanted.
  private var isCancelled = false

  /// The maximum number of indices by which the work may be ahead of the received results. At this limit, the threads
  /// wait, because unreceived results occupy memory.
  private var window: Int { threadCount * 16 }

  /// Creates a loop, which ``perform(willTake:take:)`` runs.
  ///
  /// - Parameters:
  ///   - threadCount: the number of threads that do the work.
  ///   - isInterrupted: called before the work on each index. Once it returns true, no further work is started; the
  ///     results of started work are still passed on.
  ///   - work: does the work on an index; it also receives this object, for ``awaitTurn(_:)``.
  package init(
    count: Int, threadCount: Int, isInterrupted: @escaping () -> Bool, work: @escaping (OrderedWork, Int) -> Result
  ) {
    self.count = count
    self.threadCount = threadCount
    self.isInterrupted = isInterrupted
    self.work = work
  }

  /// Runs the loop until `take` has received all results, the work is interrupted, or `take` returns false.
  ///
  /// - Parameters:
  ///   - willTake: called with each index before the wait for its result.
  ///   - take: called with each index and its result; returns false to end the loop.
  /// - Returns: the number of results that `take` received.
  package func perform(willTake: (Int) -> Void, take: (Int, Result) -> Bool) -> Int {
    guard threadCount > 1 else { return performHere(willTake: willTake, take: take) }
    let threads = (0..<threadCount).compactMap { _ in WorkThread { self.run() } }
    guard !threads.isEmpty else { return performHere(willTake: willTake, take: take) }
    while taken < count {
      willTake(taken)
      guard let result = result(of: taken) else { break }
      let goesOn = take(taken, result)
      monitor.withLock {
        taken += 1
        if !goesOn { (isClosed, isCancelled) = (true, true) }
        monitor.wake()
      }
      if !goesOn { break }
    }
    for thread in threads { thread.join() }
    return taken
  }

  private func performHere(willTake: (Int) -> Void, take: (Int, Result) -> Bool) -> Int {
    while taken < count, !isInterrupted() {
      willTake(taken)
      let goesOn = take(taken, work(self, taken))
      taken += 1
      if !goesOn { break }
    }
    return taken
  }

  /// Waits until the results of all earlier indices are taken; returns false if the loop was ended first. The work on
  /// an index calls this function before it does anything that must follow the earlier results.
  package func awaitTurn(_ place: Int) -> Bool {
    monitor.withLock {
      while taken < place, !isCancelled { monitor.wait() }
      return !isCancelled
    }
  }

  // MARK: Threads

  private func run() {
    while let place = begin() {
      let result = work(self, place)
      monitor.withLock {
        results[place] = result
        monitor.wake()
      }
    }
  }

  /// Waits until the work on the next index may start, and returns the index; nil if no further work is started.
  private func begin() -> Int? {
    monitor.withLock {
      while next >= taken + window, !isClosed { monitor.wait() }
      guard next < count, !isClosed else { return nil }
      if isInterrupted() {
        isClosed = true
        monitor.wake()
        return nil
      }
      next += 1
      return next - 1
    }
  }

  /// Waits for the result of an index; `nil` if the work on the index was not started and never will be.
  private func result(of place: Int) -> Result? {
    monitor.withLock {
      while results[place] == nil, !(isClosed && place >= next) { monitor.wait() }
      return results.removeValue(forKey: place)
    }
  }
}
