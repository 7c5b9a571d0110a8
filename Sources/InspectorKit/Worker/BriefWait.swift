package import Glibc

/// Waits for the next message of the other process: where the last one came soon, the next is looked for a moment before
/// the process sleeps, since to wake up takes longer than a small answer does.
///
/// Other threads and processes with work to do run first.
package struct BriefWait {
  /// Whether the last message came soon.
  private var isSoon = false

  package init() {}

  /// How long is looked for a message, and how soon the last one must have come: to wake up takes some 50 µs.
  private static var looking: Duration { .microseconds(100) }
  private static var soon: Duration { .microseconds(200) }

  /// Waits for one of several descriptors.
  ///
  /// - Parameter milliseconds: how long at most; negative for as long as it takes.
  /// - Returns: what `poll` answers.
  package mutating func poll(_ watched: inout [pollfd], milliseconds: Int32) -> Int32 {
    let start = ContinuousClock.now
    var count: Int32 = 0
    while isSoon {
      count = Glibc.poll(&watched, nfds_t(watched.count), 0)
      if count != 0 || milliseconds == 0 || ContinuousClock.now - start > Self.looking { break }
      sched_yield()
    }
    if count == 0 { count = Glibc.poll(&watched, nfds_t(watched.count), milliseconds) }
    isSoon = ContinuousClock.now - start < Self.soon
    return count
  }
}
