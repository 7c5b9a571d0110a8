internal import SceneDocument

/// Works through places `0..<count` on several threads, and hands out the results on the calling thread, strictly in order.
///
/// How many threads there are shows in the time that it takes and in nothing else. With one everything happens on the
/// calling thread.
package final class OrderedWork<Result> {
  private let count: Int
  private let threadCount: Int
  private let isInterrupted: () -> Bool
  private let work: (OrderedWork, Int) -> Result

  private let monitor = Monitor()
  // All of these are the monitor's.
  private var next = 0
  private var taken = 0
  private var results: [Int: Result] = [:]
  /// Nothing is begun any more.
  private var isClosed = false
  /// What was begun is not wanted any more.
  private var isCancelled = false

  /// How far the work may run ahead of a slow piece: results that wait cost memory.
  private var window: Int { threadCount * 16 }

  /// - Parameters:
  ///   - threadCount: how many pieces of work are done at once.
  ///   - isInterrupted: asked before each piece of work; once it is true, nothing more is begun, and what was begun
  ///     is still handed out.
  ///   - work: is given the work as a whole, and its own place in it.
  package init(
    count: Int, threadCount: Int, isInterrupted: @escaping () -> Bool, work: @escaping (OrderedWork, Int) -> Result
  ) {
    self.count = count
    self.threadCount = threadCount
    self.isInterrupted = isInterrupted
    self.work = work
  }

  /// - Parameters:
  ///   - willTake: called before the result of a place is waited for.
  ///   - take: answers whether to go on.
  /// - Returns: how many results were taken.
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

  /// Waits, within the work on a place, until the results of all before it were taken; false where one of them ended
  /// the whole.
  package func awaitTurn(_ place: Int) -> Bool {
    monitor.withLock {
      while taken < place, !isCancelled { monitor.wait() }
      return !isCancelled
    }
  }

  // MARK: the threads

  private func run() {
    while let place = begin() {
      let result = work(self, place)
      monitor.withLock {
        results[place] = result
        monitor.wake()
      }
    }
  }

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

  /// Nil where work on the place was never begun.
  private func result(of place: Int) -> Result? {
    monitor.withLock {
      while results[place] == nil, !(isClosed && place >= next) { monitor.wait() }
      return results.removeValue(forKey: place)
    }
  }
}
