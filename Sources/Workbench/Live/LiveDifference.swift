import JSONText

/// One line of a ``LiveList``.
public struct LiveRow: Hashable, Sendable {
  /// The current object, with a value for each column of the list.
  public var object: FoundObject

  /// The value common to its section of the list; nil if the list has no sections.
  public var group: ColumnValue?
}

/// The changes between two updates of a list.
///
/// Removed rows are identified by their indexes in the old list, inserted rows by those in the new list, as list
/// views expect: remove all of ``removed`` and ``moved`` at their old indexes, insert all of ``inserted`` and
/// ``moved`` at their new ones in ascending order, and replace ``changed``. ``applied(to:)`` does that.
public struct LiveDifference: Hashable, Sendable {
  /// A row and its index in a list.
  public struct Place: Hashable, Sendable {
    /// The index, counted from 0: in the old list for a removed row, in the new list for an inserted one.
    public var index: Int

    /// The row before its removal, or after its insertion.
    public var row: LiveRow
  }

  /// A row whose position among the other rows changed.
  public struct Move: Hashable, Sendable {
    /// The index in the old list, counted from 0.
    public var from: Int

    /// The index in the new list, counted from 0.
    public var to: Int

    /// The current row.
    public var row: LiveRow
  }

  /// A row whose values or section changed.
  public struct Change: Hashable, Sendable {
    /// The index in the new list, counted from 0.
    public var index: Int

    /// The former row.
    public var old: LiveRow

    /// The current row.
    public var new: LiveRow
  }

  /// The removed rows, in the order of the old list.
  public var removed: [Place] = []

  /// The inserted rows, in the order of the new list.
  public var inserted: [Place] = []

  /// The moved rows, in the order of the new list: as few as possible, and rows that a person moved in preference to
  /// the rows they passed.
  public var moved: [Move] = []

  /// The rows with changed values, including moved ones, in the order of the new list.
  public var changed: [Change] = []

  /// True if nothing changed.
  public var isEmpty: Bool { removed.isEmpty && inserted.isEmpty && moved.isEmpty && changed.isEmpty }

  /// Returns the new list, given the old one.
  public func applied(to rows: [LiveRow]) -> [LiveRow] {
    let gone = Set(removed.map(\.index) + moved.map(\.from))
    var result = rows.indices.filter { !gone.contains($0) }.map { rows[$0] }
    let arrivals = inserted + moved.map { Place(index: $0.to, row: $0.row) }
    for place in arrivals.sorted(by: { $0.index < $1.index }) { result.insert(place.row, at: place.index) }
    for change in changed { result[change.index] = change.new }
    return result
  }
}

/// The algorithm that decides which rows of a list moved, given their former places.
enum LiveOrder {
  /// Returns the indexes, in the new order, of the rows that stay; all others moved past them.
  ///
  /// As many rows stay as possible (the longest increasing subsequence, by patience sorting), but a row that a person
  /// dragged counts as moved in preference to others.
  ///
  /// - Parameters:
  ///   - former: the old index of each row, in the new order.
  ///   - dragged: the new indexes of rows that a person moved.
  static func kept(_ former: [Int], dragged: Set<Int>) -> Set<Int> {
    let others = former.indices.filter { !dragged.contains($0) }
    let stay = others.map { former[$0] }.longestIncrease.map { others[$0] }
    guard !dragged.isEmpty else { return Set(stay) }
    var kept = Set(stay)
    // A dragged row may end up between the same rows as before.
    var nextFormer = [Int](repeating: .max, count: former.count)
    var next = Int.max
    for place in former.indices.reversed() {
      nextFormer[place] = next
      if kept.contains(place) { next = former[place] }
    }
    var last = -1
    for place in former.indices {
      if !kept.contains(place), dragged.contains(place), last < former[place], former[place] < nextFormer[place] {
        kept.insert(place)
      }
      if kept.contains(place) { last = former[place] }
    }
    return kept
  }
}
