/// Which number an object had before a structural edit and has after it.
///
/// Kept as runs of objects that stayed side by side, so that its size is that of the edit and not that of the scene.
public struct NodeMap: Sendable {
  struct Run: Sendable {
    /// The first number before the edit; nil for objects that are new.
    var old: NodeIndex?
    var new: NodeIndex
    var count: Int
  }

  /// In the order of the numbers after the edit, without gaps.
  private var runs: [Run] = []
  /// Those that were there before the edit, in the order of their numbers then.
  private var byOld: [Run] = []

  /// How many objects there are after the edit.
  private(set) var count = 0

  /// The map of an edit that leaves all of `count` objects where they are.
  static func identity(_ count: Int) -> NodeMap {
    var map = NodeMap()
    map.append(old: 0, count: count)
    map.finish()
    return map
  }

  /// The number after the edit, or nil where the object is no more.
  public func new(_ old: NodeIndex) -> NodeIndex? {
    guard let run = Self.last(of: byOld, where: { ($0.old ?? 0) <= old }), let first = run.old else { return nil }
    return old - first < run.count ? run.new + (old - first) : nil
  }

  /// The number before the edit, or nil where the object was not there.
  public func old(_ new: NodeIndex) -> NodeIndex? {
    guard let run = Self.last(of: runs, where: { $0.new <= new }), let first = run.old, new - run.new < run.count else {
      return nil
    }
    return first + (new - run.new)
  }

  /// The map of the way back.
  var inverted: NodeMap {
    var map = NodeMap()
    for run in byOld {
      guard let old = run.old else { continue }
      // What the edit took out is new on the way back.
      if old > map.count { map.append(old: nil, count: old - map.count) }
      map.append(old: run.new, count: run.count)
    }
    if oldCount > map.count { map.append(old: nil, count: oldCount - map.count) }
    map.oldCount = count
    map.finish()
    return map
  }

  /// How many objects there were before the edit.
  private(set) var oldCount = 0

  // MARK: Making

  /// Adds the next objects after the edit.
  mutating func append(old: NodeIndex?, count: Int) {
    guard count > 0 else { return }
    defer { self.count += count }
    if let last = runs.last {
      let goesOn = last.old.map { $0 + last.count == old } ?? (old == nil)
      if goesOn {
        runs[runs.count - 1].count += count
        return
      }
    }
    runs.append(Run(old: old, new: self.count, count: count))
  }

  mutating func finish(oldCount: Int? = nil) {
    byOld = runs.filter { $0.old != nil }.sorted { ($0.old ?? 0) < ($1.old ?? 0) }
    if let oldCount { self.oldCount = oldCount }
  }

  private static func last(of runs: [Run], where isBelow: (Run) -> Bool) -> Run? {
    var low = 0
    var high = runs.count
    while low < high {
      let middle = (low + high) / 2
      if isBelow(runs[middle]) { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? runs[low - 1] : nil
  }
}
