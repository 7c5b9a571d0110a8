import Glibc

/// How long each of many runs of one thing took.
struct Timings {
  private var nanoseconds: [Int] = []

  /// Runs `body` and notes how long it took.
  mutating func measure<R>(_ body: () throws -> R) rethrows -> R {
    let start = Self.now
    let result = try body()
    nanoseconds.append(Self.now - start)
    return result
  }

  /// The number of runs.
  var count: Int { nanoseconds.count }

  /// Adds the runs of another thread.
  mutating func add(_ others: Timings) { nanoseconds += others.nanoseconds }

  /// The time that this share of the runs stayed below, in nanoseconds: 0.5 is the median.
  func quantile(_ share: Double) -> Int {
    guard !nanoseconds.isEmpty else { return 0 }
    let sorted = nanoseconds.sorted()
    return sorted[min(Int(Double(sorted.count) * share), sorted.count - 1)]
  }

  private static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}
