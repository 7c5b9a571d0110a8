/// One line of a ``LiveList``.
public struct LiveRow: Hashable, Sendable {
  /// The object as it is, with a value for each column of the list.
  public var object: FoundObject

  /// What its section of the list has in common; nil where the list has no sections.
  public var group: ColumnValue?
}

/// The changes of a list between two looks at it.
///
/// Rows that went are named by their places in the old list, those that came by their places in the new one, in the
/// form that lists on screens expect: take out all of ``removed`` and ``moved`` at their old places, put in all of
/// ``inserted`` and ``moved`` at their new ones, the first first, and replace ``changed``. ``applied(to:)`` does that.
public struct LiveDifference: Hashable, Sendable {
  /// A row and its place in a list.
  public struct Place: Hashable, Sendable {
    /// The place, counted from 0: in the old list for a row that went, in the new list for one that came.
    public var index: Int

    /// The row as it was before it went, or as it is since it came.
    public var row: LiveRow
  }

  /// A row that stands at another place among the others.
  public struct Move: Hashable, Sendable {
    /// The place in the old list, counted from 0.
    public var from: Int

    /// The place in the new list, counted from 0.
    public var to: Int

    /// The row as it is now.
    public var row: LiveRow
  }

  /// A row whose values or section are others now.
  public struct Change: Hashable, Sendable {
    /// The place in the new list, counted from 0.
    public var index: Int

    /// The row as it was.
    public var old: LiveRow

    /// The row as it is now.
    public var new: LiveRow
  }

  /// Rows that went, in the order of the old list.
  public var removed: [Place] = []

  /// Rows that came, in the order of the new list.
  public var inserted: [Place] = []

  /// Rows at other places: as few as there can be, and those that a person moved rather than those that they were moved
  /// past. In the order of the new list.
  public var moved: [Move] = []

  /// Rows with other values, those that moved too. In the order of the new list.
  public var changed: [Change] = []

  /// Whether nothing has changed.
  public var isEmpty: Bool { removed.isEmpty && inserted.isEmpty && moved.isEmpty && changed.isEmpty }

  /// The new list, made of the old one.
  public func applied(to rows: [LiveRow]) -> [LiveRow] {
    let gone = Set(removed.map(\.index) + moved.map(\.from))
    var result = rows.indices.filter { !gone.contains($0) }.map { rows[$0] }
    let arrivals = inserted + moved.map { Place(index: $0.to, row: $0.row) }
    for place in arrivals.sorted(by: { $0.index < $1.index }) { result.insert(place.row, at: place.index) }
    for change in changed { result[change.index] = change.new }
    return result
  }
}
