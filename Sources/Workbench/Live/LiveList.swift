internal import InspectorKit
internal import SceneDocument

/// The objects that a selector means, sorted and in sections, kept up to date while the scene is edited.
///
/// ```swift
/// let list = try LiveList(session, selector, columns: [FindColumn("alpha")], sort: [LiveList.SortKey("alpha", isDescending: true)])
/// _ = try session.set(request)
/// for change in try list.update().changed { print(change.old.object.id, change.new.object.values) }
/// ```
///
/// Changes are noted when they happen and looked at by ``update()``, however many they are. Where each object's own values
/// decide (no combinator, `:has`, `:not` or `:is` with others around or inside it), only the objects concerned are asked
/// again; else all of the selector is, since an edit may then decide about objects anywhere. The list follows the scene
/// and never writes to it, so nothing that a person puts in another order is put back.
public final class LiveList {
  public struct SortKey: Hashable, Sendable {
    public var column: FindColumn
    public var isDescending: Bool

    public init(_ column: String, isDescending: Bool = false) {
      self.column = FindColumn(column)
      self.isDescending = isDescending
    }
  }

  public let selector: Selector
  public let columns: [FindColumn]
  public let sort: [SortKey]
  public let group: FindColumn?

  /// Objects whose component could not be built at the last look; what they store was taken instead.
  public private(set) var diagnostics: [Diagnostic] = []

  private let session: SceneSession
  private var observer = 0
  private let inbox = Inbox()
  private weak var model: SceneModel?
  private var entries: [LiveEntry] = []
  private var places: [NodeIndex: Int] = [:]
  private var nextToken = 0

  /// What came while nobody looked. The observer holds this, and not the list.
  private final class Inbox {
    var news = LiveNews()
    var isEmpty = true
  }

  /// - Throws: as a search for the selector and the columns does.
  public init(
    _ session: SceneSession, _ selector: Selector, columns: [FindColumn] = [], sort: [SortKey] = [],
    group: FindColumn? = nil
  ) throws(EditError) {
    self.session = session
    self.selector = selector
    self.columns = columns
    self.sort = sort
    self.group = group
    try session.withModel { model throws(EditError) in
      let query = try LiveQuery(model, self, isStrict: true)
      entries = sorted(query.all().map { entry($0, token: nil) })
      note(query, model)
      observer = session.observe { [inbox] change in
        inbox.news.add(change)
        inbox.isEmpty = false
      }
    }
  }

  deinit { session.stopObserving(observer) }

  /// The rows as of the last look.
  public var rows: [LiveRow] { entries.map(\.row) }

  /// Takes in what happened since the last look, and tells what is different.
  ///
  /// A class or a property that no object has any more matches nothing; it is no error.
  public func update() throws(EditError) -> LiveDifference {
    try session.withModel { model throws(EditError) in
      // With other plugins, any value may be another.
      let isNew = self.model !== model
      guard isNew || !inbox.isEmpty else { return LiveDifference() }
      let news = inbox.news
      let query = try LiveQuery(model, self, isStrict: false)
      let isEverything = isNew || news.isEverything
      let concerned = isEverything ? nil : news.concerned(in: model)
      (inbox.news, inbox.isEmpty) = (LiveNews(), true)
      let difference: LiveDifference
      if news.map == nil, let concerned, query.isLocal, let small = changeInPlace(concerned, query) {
        difference = small
      } else {
        difference = takeIn(news, concerned, query)
      }
      note(query, model)
      return difference
    }
  }

  private func note(_ query: LiveQuery, _ model: SceneModel) {
    self.model = model
    diagnostics = query.failures
  }

  // MARK: the usual edit

  /// Where no row comes, goes or moves, rows are written anew where they stand; nil otherwise.
  private func changeInPlace(_ concerned: Set<NodeIndex>, _ query: LiveQuery) -> LiveDifference? {
    let found = query.found(among: concerned.sorted())
    guard found.count == concerned.count(where: { places[$0] != nil }) else { return nil }
    var difference = LiveDifference()
    var fresh: [(index: Int, entry: LiveEntry)] = []
    for object in found {
      guard let index = places[object.node] else { return nil }
      let entry = entry(object, token: entries[index].token)
      guard entry.keys == entries[index].keys else { return nil }
      fresh.append((index, entry))
    }
    for (index, entry) in fresh.sorted(by: { $0.index < $1.index }) where entry.row != entries[index].row {
      difference.changed.append(.init(index: index, old: entries[index].row, new: entry.row))
      entries[index] = entry
    }
    return difference
  }

  // MARK: any edit

  private func takeIn(_ news: LiveNews, _ concerned: Set<NodeIndex>?, _ query: LiveQuery) -> LiveDifference {
    let old = entries
    var known: [NodeIndex: LiveEntry] = [:]
    // What is taken out and, by undo, put in again has its id to be known by.
    var lost: [String: Int] = [:]
    for entry in old {
      var entry = entry
      if let map = news.map {
        guard let node = map.new(entry.node) else {
          lost[entry.row.object.id] = entry.token
          continue
        }
        entry.node = node
      }
      known[entry.node] = entry
    }
    let found: [FoundNode]
    if let concerned, query.isLocal {
      let stay = known.keys.filter { !concerned.contains($0) }
      found = stay.map { FoundNode(node: $0) } + query.found(among: concerned.sorted())
    } else {
      found = query.all { concerned?.contains($0) != false || known[$0] == nil }
    }
    entries = sorted(
      found.compactMap { object in
        // Only what is concerned was read anew.
        object.values == nil ? known[object.node] : entry(object, token: known[object.node]?.token ?? lost[object.id])
      })
    return difference(from: old, dragged: news.dragged)
  }

  private func difference(from old: [LiveEntry], dragged: Set<NodeIndex>) -> LiveDifference {
    var difference = LiveDifference()
    let former = Dictionary(uniqueKeysWithValues: old.enumerated().map { ($1.token, $0) })
    let present = Set(entries.map(\.token))
    for (index, entry) in old.enumerated() where !present.contains(entry.token) {
      difference.removed.append(.init(index: index, row: entry.row))
    }
    let survivors = entries.indices.filter { former[entries[$0].token] != nil }
    let kept = LiveOrder.kept(
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

  // MARK: rows

  /// - Parameter token: of the row that the object has already; nil for a new one.
  private func entry(_ found: FoundNode, token: Int?) -> LiveEntry {
    if token == nil { nextToken += 1 }
    let values = found.values ?? []
    let object = FoundObject(
      id: found.id, className: found.className, name: found.name, values: Array(values.prefix(columns.count)))
    let keys = Array(values.dropFirst(columns.count))
    return LiveEntry(
      token: token ?? nextToken, node: found.node, keys: keys,
      row: LiveRow(object: object, group: group == nil ? nil : keys.first))
  }

  /// By section first, then by the keys, and else in the order of the document.
  private func sorted(_ entries: [LiveEntry]) -> [LiveEntry] {
    let directions = (group == nil ? [] : [false]) + sort.map(\.isDescending)
    let sorted = entries.sorted { first, second in
      for (place, isDescending) in directions.enumerated() {
        let (left, right) = (first.keys[place], second.keys[place])
        if let isBefore = ColumnOrder.precedes(left, right, isDescending: isDescending) { return isBefore }
      }
      return first.node < second.node
    }
    places = Dictionary(uniqueKeysWithValues: sorted.enumerated().map { ($1.node, $0) })
    return sorted
  }
}

/// A row with what puts it in its place.
private struct LiveEntry {
  /// Of the object for as long as it is in the list, whatever its number and id.
  var token: Int
  var node: NodeIndex

  /// The section's value first, where there are sections, then the sort keys.
  var keys: [ColumnValue]
  var row: LiveRow
}
