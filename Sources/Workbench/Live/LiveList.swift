internal import InspectorKit
internal import JSONText
internal import SceneDocument

/// The objects that a selector matches, sorted and in sections. After edits of the scene, call ``update()`` to refresh
/// the list.
///
/// ```swift
/// let key = LiveList.SortKey("alpha", isDescending: true)
/// let list = try LiveList(session, selector, columns: [FindColumn("alpha")], sort: [key])
/// _ = try session.perform(request)
/// for change in try list.update().changed { print(change.old.object.id, change.new.object.values) }
/// ```
///
/// ``update()`` processes all changes since the last update together. If the selector tests only each object's own
/// values (it has no combinator and no `:has`, not even inside `:not` or `:is`), only affected objects are matched
/// again and, in a list that reads frames after layout, their descendants. Any other selector is matched again in the
/// whole scene, since an edit may then affect objects anywhere. The list never writes to the scene, so the user's order
/// of objects stays.
///
/// A list without a sort and a group uses the arrangement of the selected classes, such as `Arrangement(sort:
/// [.descending("rating")])`. The list then always equals the result of `find --arranged`.
public final class LiveList {
  /// A column to sort by, and the direction of the order.
  public struct SortKey: Hashable, Sendable {
    /// The column whose values are compared.
    public var column: FindColumn

    /// True if larger values precede smaller ones.
    public var isDescending: Bool

    /// Creates a key from a column in the notation of ``FindColumn``: `alpha`, `frame.x`, `stored(alpha)`.
    public init(_ column: String, isDescending: Bool = false) {
      self.column = FindColumn(column)
      self.isDescending = isDescending
    }

    init(_ key: Arrangement.SortKey) {
      (column, isDescending) = (FindColumn(arranged: key.name), key.isDescending)
    }
  }

  /// The selector of the listed objects.
  public let selector: Selector

  /// The columns of each row, in order.
  public let columns: [FindColumn]

  /// The columns to sort by, the most significant first; empty for document order. If the list was created without a
  /// sort or a group, the arrangement of the selected classes determines the columns.
  public private(set) var sort: [SortKey]

  /// The column whose values divide the list into sections, determined like ``sort``; nil for no sections.
  public private(set) var group: FindColumn?

  /// True if the selected classes determine ``sort`` and ``group``.
  private let isArranged: Bool

  /// The failures of components at the last update. An object whose component failed has empty columns, or is not
  /// listed.
  public private(set) var diagnostics: [Diagnostic] = []

  private var session: SceneSession

  /// The session's version at the last update.
  private var version = 0

  /// The value of the model's `pluginKey` at the last update. If the model has a different key now, any value may have
  /// changed.
  private var pluginKey: [String] = []
  private var table: LiveTable
  private var nextToken = 0

  /// True if ``follow(_:)`` switched to a new session since the last update. The rows' node numbers are then invalid.
  private var isElsewhere = false

  /// Creates a list of the objects that the selector matches now. Later changes appear only after ``update()`` is
  /// called.
  ///
  /// - Parameters:
  ///   - session: the session of the scene.
  ///   - selector: the selector that the objects match.
  ///   - columns: the values of each row.
  ///   - sort: the order, the most important key first; empty for the order of the class or of the document.
  ///   - group: the value by which rows are grouped; nil for the group of the class, or for none.
  ///   - isArranged: true to use the arrangement of the selected classes if `sort` and `group` are empty; false for
  ///     document order in this case.
  /// - Throws: an error for unknown names in the selector or the columns, as for a search; `cancelled` after a
  ///   cancellation.
  public init(
    _ session: SceneSession, _ selector: Selector, columns: [FindColumn] = [], sort: [SortKey] = [],
    group: FindColumn? = nil, isArranged: Bool = true
  ) throws(Diagnostic) {
    (self.session, self.selector) = (session, selector)
    (self.columns, self.sort, self.group) = (columns, sort, group)
    self.isArranged = isArranged && sort.isEmpty && group == nil
    table = LiveTable(directions: (group == nil ? [] : [false]) + sort.map(\.isDescending))
    try session.withModel { model throws(Diagnostic) in
      arrange(model)
      let query = try LiveQuery(model, self, isStrict: true)
      table.set(query.all().map { entry($0, token: nil) })
      try session.job.check()
      note(query, model)
    }
  }

  /// The rows as of the last update, in order.
  public var rows: [LiveRow] { table.entries.map(\.row) }

  /// The number of rows as of the last update.
  public var count: Int { table.entries.count }

  /// Switches to a different session of the scene, such as a scratch. The next update recognises objects by their ids,
  /// and reports the differences.
  public func follow(_ session: SceneSession) {
    guard session !== self.session else { return }
    self.session = session
    isElsewhere = true
    version = session.version
  }

  /// Processes the changes since the last update, and returns the differences.
  ///
  /// A name in the selector that no longer exists in the scene or its plugins matches nothing, and is not an error. The
  /// cost of an update after the edit of a single object does not depend on the length of the list.
  ///
  /// - Throws: `cancelled` after a cancellation; the next update then reports the same changes.
  public func update() throws(Diagnostic) -> LiveDifference {
    try session.withModel { model throws(Diagnostic) in
      // Other plugins may change any value.
      let isNew = isElsewhere || pluginKey != model.pluginKey
      let changes = session.changes(after: version, upTo: model.version)
      guard isNew || !changes.isEmpty else { return LiveDifference() }
      if isNew { arrange(model) }
      var news = LiveNews()
      for change in changes { news.add(change) }
      let query = try LiveQuery(model, self, isStrict: false)
      let concerned = isNew || news.isEverything ? nil : news.concerned(in: model, readsLayout: query.readsLayout)
      let found = concerned.flatMap { query.isLocal ? query.found(among: $0.sorted()) : nil }
      // A cancelled update has no effect: the next one processes the same changes.
      try session.job.check()
      let difference =
        if news.map == nil, let concerned, let found, let small = changeFew(concerned, found) {
          small
        } else {
          try takeIn(news, concerned, found, query)
        }
      note(query, model)
      return difference
    }
  }

  /// Sets the sort and the group to the current arrangement of the selected classes, unless the list has its own.
  private func arrange(_ model: SceneModel) {
    guard isArranged else { return }
    let arrangement = model.registry.arrangement(of: selector)
    sort = (arrangement?.sort ?? []).map { SortKey($0) }
    group = arrangement?.group.map(FindColumn.init(arranged:))
    table.directions = (group == nil ? [] : [false]) + sort.map(\.isDescending)
  }

  private func note(_ query: LiveQuery, _ model: SceneModel) {
    (version, pluginKey) = (model.version, model.pluginKey)
    isElsewhere = false
    diagnostics = query.failures
  }

  // MARK: updating a few rows

  /// Updates the table for a few inserted, removed or changed rows and at most one moved row; returns nil if there
  /// are more.
  private func changeFew(_ concerned: Set<NodeIndex>, _ found: [FoundNode]) -> LiveDifference? {
    let present = Set(found.map(\.node))
    let gone = concerned.filter { !present.contains($0) }.compactMap { table[$0] }
    var (came, stay, moving): ([LiveEntry], [LiveTable.Change], [LiveTable.Change]) = ([], [], [])
    for object in found {
      let old = table[object.node]
      let new = entry(object, token: old?.token)
      guard let old else {
        came.append(new)
        continue
      }
      if old.keys == new.keys { stay.append((old, new)) } else { moving.append((old, new)) }
    }
    guard moving.count <= 1, gone.count + came.count <= Self.few else { return nil }
    return table.change(gone: gone, came: came, stay: stay, moving: moving.first)
  }

  /// The maximum number of rows that are inserted or removed one by one, since each of them shifts all later rows.
  private static let few = 64

  // MARK: updating the whole list

  private func takeIn(
    _ news: LiveNews, _ concerned: Set<NodeIndex>?, _ found: [FoundNode]?, _ query: LiveQuery
  ) throws(Diagnostic) -> LiveDifference {
    let old = table.entries
    var known: [NodeIndex: LiveEntry] = [:]
    // An object that was removed and restored by undo is recognised by its id.
    var lost: [ExactText: Int] = [:]
    for entry in old {
      if !isElsewhere, let node = news.map.map({ $0.new(entry.node) }) ?? entry.node {
        known[node] = entry.moved(to: node)
      } else {
        lost[ExactText(entry.row.object.id)] = entry.token
      }
    }
    let objects: [FoundNode]
    if let concerned, let found {
      objects = known.keys.filter { !concerned.contains($0) }.map { FoundNode(node: $0) } + found
    } else {
      objects = query.all { concerned?.contains($0) != false || known[$0] == nil }
      try session.job.check()
    }
    table.set(
      objects.compactMap { object in
        // An object without values was not read again, and keeps its row.
        object.values == nil
          ? known[object.node] : entry(object, token: known[object.node]?.token ?? lost[ExactText(object.id)])
      })
    return difference(from: old, dragged: news.dragged)
  }

  private func difference(from old: [LiveEntry], dragged: Set<NodeIndex>) -> LiveDifference {
    let entries = table.entries
    var difference = LiveDifference()
    let former = Dictionary(uniqueKeysWithValues: old.enumerated().map { ($1.token, $0) })
    let present = Set(entries.map(\.token))
    for (index, entry) in old.enumerated() where !present.contains(entry.token) {
      difference.removed.append(.init(index: index, row: entry.row))
    }
    let survivors = entries.indices.filter { former[entries[$0].token] != nil }
    let kept = Self.kept(
      survivors.compactMap { former[entries[$0].token] },
      dragged: Set(survivors.indices.filter { dragged.contains(entries[survivors[$0]].node) }))
    for (place, index) in survivors.enumerated() {
      let entry = entries[index]
      guard let from = former[entry.token] else { continue }
      if !kept.contains(place) { difference.moved.append(.init(from: from, to: index, row: entry.row)) }
      if old[from].row != entry.row {
        difference.changed.append(.init(index: index, old: old[from].row, new: entry.row))
      }
    }
    for (index, entry) in entries.enumerated() where former[entry.token] == nil {
      difference.inserted.append(.init(index: index, row: entry.row))
    }
    return difference
  }

  /// Returns the new indices of the rows that keep their relative order; all other rows count as moved.
  ///
  /// The number of kept rows is maximal (the longest increasing subsequence, by patience sorting), but of rows that
  /// swapped places, those that the user dragged count as moved.
  ///
  /// - Parameters:
  ///   - former: the old index of each row, in the new order.
  ///   - dragged: the new indices of the rows that the user moved.
  private static func kept(_ former: [Int], dragged: Set<Int>) -> Set<Int> {
    let others = former.indices.filter { !dragged.contains($0) }
    var kept = Set(others.map { former[$0] }.longestIncrease.map { others[$0] })
    guard !dragged.isEmpty else { return kept }
    // A dragged row may end up between the same rows as before, and then stays.
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

  // MARK: rows

  /// Makes the list entry of a found object, with a new token if `token` is nil.
  ///
  /// - Parameter token: the token of the object's existing row; nil for a new row.
  private func entry(_ found: FoundNode, token: Int?) -> LiveEntry {
    if token == nil { nextToken += 1 }
    let values = found.values ?? []
    let object = FoundObject(
      id: found.id, className: found.className, name: found.name, title: found.title,
      values: Array(values.prefix(columns.count)), undeclared: found.undeclared.filter { $0 < columns.count })
    let keys = Array(values.dropFirst(columns.count))
    return LiveEntry(
      token: token ?? nextToken, node: found.node, keys: keys,
      row: LiveRow(object: object, group: group == nil ? nil : keys.first))
  }
}
