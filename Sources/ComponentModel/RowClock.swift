/// The time that a worker has for each object of a request. Progress begins the time of the next object, and renews
/// nothing for the one that it is at.
struct RowClock {
  private let limit: Duration
  private var row = 0
  private var start = ContinuousClock.now

  init(_ limit: Duration) { self.limit = limit }

  var deadline: ContinuousClock.Instant { start + limit }

  func deadline(after silence: Duration) -> ContinuousClock.Instant { start + silence }

  /// Takes note that the worker is at an object; false for one that it had left already.
  mutating func begin(_ row: Int) -> Bool {
    if row > self.row { (self.row, start) = (row, .now) }
    return row == self.row
  }
}
