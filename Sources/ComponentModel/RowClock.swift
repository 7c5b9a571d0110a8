/// A clock that limits the time of a worker for each object of a request. The time starts again when the worker reports
/// that it begins the next object. A further report about the same object does not restart the time.
struct RowClock {
  private let limit: Duration
  private var row = 0
  private var start = ContinuousClock.now

  init(_ limit: Duration) { self.limit = limit }

  var deadline: ContinuousClock.Instant { start + limit }

  func deadline(after silence: Duration) -> ContinuousClock.Instant { start + silence }

  /// Records that the worker begins the object of a row. Returns false if the worker has already begun a later one.
  mutating func begin(_ row: Int) -> Bool {
    if row > self.row { (self.row, start) = (row, .now) }
    return row == self.row
  }
}
