internal import JSONText

/// A map between the numbers of objects before and after a structural edit.
///
/// It stores runs of objects that stay side by side, so that its size depends on the edit instead of the scene.
public struct NodeMap: Hashable, Sendable {
  struct Run: Hashable, Sendable {
    /// The number of the first object before the edit; nil for a run of new objects.
    var old: NodeIndex?
    var new: NodeIndex
    var count: Int
  }

  /// All runs in the order of the numbers after the edit, without gaps.
  private var runs: [Run] = []
  /// The runs of objects that exist before and after the edit, in the order of their numbers before the edit.
  private var byOld: [Run] = []

  /// The number of objects after the edit.
  private(set) var count = 0

  /// Returns the map of an edit after which all `count` objects have their former numbers.
  static func identity(_ count: Int) -> NodeMap {
    var map = NodeMap()
    map.append(old: NodeIndex(0), count: count)
    map.finish(oldCount: count)
    return map
  }

  /// True if the edit adds and removes no object, and every object keeps its number.
  package var isIdentity: Bool { count == oldCount && runs.count <= 1 && byOld == runs }

  /// Returns the number that an object has after the edit; nil if the edit removed it.
  public func new(_ old: NodeIndex) -> NodeIndex? {
    guard let run = Self.last(of: byOld, where: { $0.old.map { $0 <= old } ?? true }), let first = run.old else {
      return nil
    }
    return old - first < run.count ? run.new + (old - first) : nil
  }

  /// Returns the number that an object had before the edit; nil if the edit added it.
  public func old(_ new: NodeIndex) -> NodeIndex? {
    guard let run = Self.last(of: runs, where: { $0.new <= new }), let first = run.old, new - run.new < run.count else {
      return nil
    }
    return first + (new - run.new)
  }

  /// The objects that the edit added, as ranges of their numbers after the edit.
  package var added: [Range<NodeIndex>] { runs.filter { $0.old == nil }.map { $0.new..<$0.new + $0.count } }

  /// The map of the edit that undoes this one.
  var inverted: NodeMap {
    var map = NodeMap()
    for run in byOld {
      guard let old = run.old else { continue }
      // Undoing the edit adds the objects that it removed.
      if old.number > map.count { map.append(old: nil, count: old.number - map.count) }
      map.append(old: run.new, count: run.count)
    }
    if oldCount > map.count { map.append(old: nil, count: oldCount - map.count) }
    map.finish(oldCount: count)
    return map
  }

  /// The number of objects before the edit.
  private(set) var oldCount = 0

  /// Returns the map from the numbers before this edit to the numbers after a second edit, which follows this one.
  public func followed(by next: NodeMap) -> NodeMap {
    var map = NodeMap()
    for run in next.runs {
      guard var middle = run.old else {
        map.append(old: nil, count: run.count)
        continue
      }
      // A run of the second edit may span several runs of the first edit.
      let end = middle + run.count
      var place = Self.lastPlace(in: runs) { $0.new <= middle } ?? 0
      while middle < end, place < runs.count {
        let first = runs[place]
        let count = min(end, first.new + first.count) - middle
        map.append(old: first.old.map { $0 + (middle - first.new) }, count: count)
        middle += count
        place += 1
      }
    }
    map.finish(oldCount: oldCount)
    return map
  }

  // MARK: Making

  /// Appends a run of `count` objects, in the order of the numbers after the edit. `old` is the former number of the
  /// first object, or nil if the objects are new.
  mutating func append(old: NodeIndex?, count: Int) {
    guard count > 0 else { return }
    defer { self.count += count }
    if let last = runs.last, last.old.map({ $0 + last.count == old }) ?? (old == nil) {
      runs[runs.count - 1].count += count
    } else {
      runs.append(Run(old: old, new: NodeIndex(self.count), count: count))
    }
  }

  mutating func finish(oldCount: Int) {
    byOld = runs.filter { $0.old != nil }.sorted { ($0.old?.number ?? 0) < ($1.old?.number ?? 0) }
    self.oldCount = oldCount
  }

  private static func last(of runs: [Run], where isBelow: (Run) -> Bool) -> Run? {
    lastPlace(in: runs, where: isBelow).map { runs[$0] }
  }

  private static func lastPlace(in runs: [Run], where isBelow: (Run) -> Bool) -> Int? {
    let place = runs.partitioningIndex { !isBelow($0) }
    return place > 0 ? place - 1 : nil
  }
}
