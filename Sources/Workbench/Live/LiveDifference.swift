/// One line of a ``LiveList``.
public struct LiveRow: Hashable, Sendable {
  /// The listed object, with a value for each column of the list.
  public var object: FoundObject

  /// The value that all rows of the row's section share; nil if the list has no sections.
  public var group: ColumnValue?
}

/// The changes between two updates of a list.
///
/// Removed rows are identified by their indices in the old list, and inserted rows by their indices in the new list, as
/// list views expect. To update a view, remove all of ``removed`` and ``moved`` at their old indices, insert all of
/// ``inserted`` and ``moved`` at their new indices in ascending order, and replace ``changed``; ``applied(to:)`` does
/// this.
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

    /// The row before the change.
    public var old: LiveRow

    /// The row after the change.
    public var new: LiveRow
  }

  /// The removed rows, in the order of the old list.
  public var removed: [Place] = []

  /// The inserted rows, in the order of the new list.
  public var inserted: [Place] = []

  /// The moved rows, in the order of the new list. Their number is minimal; of rows that swapped places, those that the
  /// user moved are listed.
  public var moved: [Move] = []

  /// The rows with changed values, including moved ones, in the order of the new list.
  public var changed: [Change] = []

  /// True if nothing changed.
  public var isEmpty: Bool { removed.isEmpty && inserted.isEmpty && moved.isEmpty && changed.isEmpty }

  /// Returns the new list that results from applying the changes to the old one.
  public func applied(to rows: [LiveRow]) -> [LiveRow] {
    let gone = Set(removed.map(\.index) + moved.map(\.from))
    var result = rows.indices.filter { !gone.contains($0) }.map { rows[$0] }
    let arrivals = inserted + moved.map { Place(index: $0.to, row: $0.row) }
    for place in arrivals.sorted(by: { $0.index < $1.index }) { result.insert(place.row, at: place.index) }
    for change in changed { result[change.index] = change.new }
    return result
  }
}
