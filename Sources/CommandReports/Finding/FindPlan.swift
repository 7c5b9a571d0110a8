package import CommandLineKit
package import InspectorKit
internal import JSONText
internal import SceneSessions

/// The columns that `find` prints, and the order of its rows.
package struct FindPlan {
  /// The source of the values in a column.
  enum Column: Hashable {
    case scene, id, className, name
    /// The object's title: its name or a stored text. Only tables have this column.
    case title
    /// The object's parent; the number is an index into ``FindPlan/asked``.
    case parent(Int)
    case property(Int)
  }

  /// The requested columns other than standard ones, without duplicates; their values are read from the scenes.
  private(set) var asked: [FindColumn] = []

  /// The columns that `--columns` requests, without duplicates.
  private(set) var columns: [(title: String, column: Column)] = []
  private(set) var sort: [(column: Column, isDescending: Bool)] = []
  private(set) var group: (title: String, column: Column)?

  /// The columns that exist for every object, in the order of tables and CSV.
  private static let standard: [(title: String, column: Column)] = [
    ("scene", .scene), ("id", .id), ("class", .className), ("name", .name),
  ]

  /// The maximum number of printed objects or, for a count by groups, of printed groups; `nil` for no limit.
  let limit: Int?

  /// True if objects are only counted.
  package let isCount: Bool

  /// Reads the requested columns, sort keys and group.
  ///
  /// - Parameters:
  ///   - usual: the columns to print if none are requested, separated by commas; nil for none. Unknown columns are
  ///     empty.
  ///   - arrangement: the default sort and group; nil for none. A count uses only the group.
  package init(
    columns: [String], usual: String? = nil, sort: [String], group: String?, arrangement: Arrangement? = nil,
    limit: Int?, isCount: Bool
  ) throws(Diagnostic) {
    self.limit = limit
    self.isCount = isCount
    var titles = Set<[UInt8]>()
    for text in Self.names(columns) {
      let titled = titled(text)
      if titles.insert(Array(text.utf8)).inserted { self.columns.append(titled) }
    }
    if columns.isEmpty, !isCount, let usual {
      for text in Self.names([usual]) where titles.insert(Array(text.utf8)).inserted {
        self.columns.append((text, column(text, mayBeUnknown: true)))
      }
    }
    for text in Self.names(sort) { self.sort.append(sortKey(text)) }
    self.group = group.map { titled($0) }
    if let arrangement { use(arrangement) }
    if isCount, !self.sort.isEmpty || !self.columns.isEmpty { throw Diagnostic(ReportUsage.countHasNoColumns) }
    if isCount, limit != nil, self.group == nil { throw Diagnostic(ReportUsage.countHasNoLimit) }
  }

  private mutating func use(_ arrangement: Arrangement) {
    if sort.isEmpty, !isCount {
      sort = arrangement.sort.map { (declared($0.name), $0.isDescending) }
    }
    if group == nil { group = arrangement.group.map { ($0, declared($0)) } }
  }

  /// Returns the column for a name in an arrangement; its values may be missing in some scenes.
  private mutating func declared(_ name: String) -> Column {
    if Arrangement.members.contains(name) { return column(name) }
    if let place = asked.firstIndex(where: { $0.text == name }) { return .property(place) }
    asked.append(FindColumn(arranged: name))
    return .property(asked.count - 1)
  }

  /// Splits the values of several options at their commas into names.
  private static func names(_ options: [String]) -> [String] {
    options.flatMap { $0.parts(between: ",") }.map(\.trimmed).filter { !$0.isEmpty }
  }

  private mutating func sortKey(_ text: String) -> (column: Column, isDescending: Bool) {
    for (suffix, isDescending) in [(":desc", true), (":asc", false)] where text.ends(with: suffix) {
      return (column(String(Substring(text.utf8.dropLast(suffix.utf8.count)))), isDescending)
    }
    return (column(text), false)
  }

  private mutating func titled(_ text: String) -> (title: String, column: Column) { (text, column(text)) }

  private mutating func column(_ text: String, mayBeUnknown: Bool = false) -> Column {
    if let standard = Self.standard.first(where: { $0.title == text }) { return standard.column }
    var wanted = FindColumn(text)
    wanted.mayBeUnknown = mayBeUnknown
    let place = asked.firstIndex(of: wanted) ?? asked.count
    if place == asked.count { asked.append(wanted) }
    return wanted.isParent ? .parent(place) : .property(place)
  }

  /// True if sorting or grouping requires all rows before the first is printed.
  var gathers: Bool { !sort.isEmpty || group != nil }

  /// True if the objects' names are needed; reading a name requires a search through the object's text.
  var showsNames: Bool { !isCount || group?.column == .name }

  /// True if the order or the groups depend on values of properties.
  var comparesProperties: Bool {
    (sort.map(\.column) + (group.map { [$0.column] } ?? [])).contains { column in
      if case .property = column { true } else { false }
    }
  }

  /// True if the requested columns include a standard one, so that no standard columns are added.
  private var hasStandard: Bool {
    columns.contains { titled in Self.standard.contains { $0.column == titled.column } }
  }

  /// True if a table shows the title of each object.
  var showsTitles: Bool { !isCount && !hasStandard }

  /// Returns the columns of tables and CSV: the standard columns and then the requested ones, or only the requested
  /// ones if these include a standard column.
  ///
  /// - Parameter standard: the standard columns to put before the requested ones.
  func listed(standard: Set<Column>) -> [(title: String, column: Column)] {
    let all = Self.standard + [("title", .title)]
    return hasStandard ? columns : all.filter { standard.contains($0.column) } + columns
  }

  /// Returns the rows in order: by group first, then by the sort keys, and otherwise as they were found.
  ///
  /// - Parameter printed: returns the printed text of a group's value; values with the same text form one group.
  func sorted(_ rows: [FindRow], printed: (ColumnValue) -> ExactText) -> [FindRow] {
    guard let group else { return ordered(rows, by: sort) }
    var places: [ExactText: Int] = [:]
    var groups: [[FindRow]] = []
    for row in rows {
      let text = printed(row[group.column])
      let place = places[text, default: groups.count]
      if place == groups.count {
        places[text] = place
        groups.append([])
      }
      groups[place].append(row)
    }
    let first = ordered(groups.map { $0[0] }, by: [(group.column, false)])
    return first.flatMap { ordered(groups[places[printed($0[group.column])] ?? 0], by: sort) }
  }

  private func ordered(_ rows: [FindRow], by keys: [(column: Column, isDescending: Bool)]) -> [FindRow] {
    guard !keys.isEmpty else { return rows }
    let columns = keys.map { key in rows.map { $0[key.column] } }
    return rows.indices.sorted { first, second in
      for place in keys.indices {
        let (left, right) = (columns[place][first], columns[place][second])
        if let isBefore = ColumnOrder.precedes(left, right, isDescending: keys[place].isDescending) { return isBefore }
      }
      return first < second
    }.map { rows[$0] }
  }
}
