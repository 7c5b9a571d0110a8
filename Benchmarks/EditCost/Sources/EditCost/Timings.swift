import Glibc

/// The durations of many runs of the same operation.
struct Timings {
  private var nanoseconds: [Int] = []

  /// Runs `body` and records its duration.
  mutating func measure<R>(_ body: () throws -> R) rethrows -> R {
    let start = Self.now
    let result = try body()
    nanoseconds.append(Self.now - start)
    return result
  }

  /// The number of recorded runs.
  var count: Int { nanoseconds.count }

  /// Adds the durations that a different thread recorded.
  mutating func add(_ others: Timings) { nanoseconds += others.nanoseconds }

  /// Returns a quantile of the durations in nanoseconds, such as the median for a share of 0.5; 0 without runs.
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
