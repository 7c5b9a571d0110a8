internal import JSONText

/// The layout of a build request's rows: the assignment of cells to properties.
struct RowLayout {
  private let stored: [Int]
  private let edits: [Int]
  private let writes: [Int]
  private let parentCount: Int
  private let hasSize: Bool
  private let hasPoint: Bool
  private let types: [PropertyType]

  init(_ header: BuildHeader, of type: ComponentType) throws(StatedProblem) {
    func places(_ names: [String]) throws(StatedProblem) -> [Int] {
      try names.map { name throws(StatedProblem) in
        if let place = type.place(of: name) { return place }
        throw StatedProblem("'\(type.definition.name)' has no property '\(name)'")
      }
    }
    stored = try places(header.properties)
    edits = try places(header.edits)
    writes = try places(header.writes)
    guard header.parent == type.definition.readsParent || header.parent.isEmpty else {
      throw StatedProblem("'parent' must list \(type.definition.readsParent), as 'readsParent' does")
    }
    parentCount = header.parent.count
    hasSize = header.draws || header.hitTests
    hasPoint = header.hitTests
    types = type.slots.map(\.definition.type)
  }

  /// Resets a builder's cells, edits and writes before the first row is read.
  func prepare(_ builder: ComponentBuilder) {
    for place in builder.type.slots.indices { builder.cells[place] = .absent }
    builder.edits = edits.map { ($0, .absent) }
    builder.writes = writes.map { ($0, .absent) }
  }

  /// Reads the next row into a builder, replacing the previous row. The parent's values are stored in the builder's
  /// hook context.
  func read(_ reader: inout JSONReader, into builder: ComponentBuilder) throws {
    var text = reader.ahead
    if readCompact(&text, into: builder) { reader.pass(text) } else { try readAny(&reader, into: builder) }
  }

  /// Reads a row in the compact form that the host nearly always sends. Returns false for any other form; the caller
  /// then reads the row again with the general parser.
  private func readCompact(_ text: inout CompactText, into builder: ComponentBuilder) -> Bool {
    guard parentCount == 0, writes.isEmpty, !hasSize, text.pass("[") else { return false }
    for (number, place) in stored.enumerated() {
      guard number == 0 || text.pass(","), Self.readCompact(&text, types[place], into: &builder.cells[place]) else {
        return false
      }
    }
    for (number, place) in edits.enumerated() {
      guard number == 0 && stored.isEmpty || text.pass(","),
        Self.readCompact(&text, types[place], into: &builder.edits[number].cell)
      else { return false }
    }
    return text.pass("]")
  }

  @inline(__always)
  private static func readCompact(_ text: inout CompactText, _ type: PropertyType, into cell: inout StoredCell) -> Bool
  {
    if text.pass("[]") {
      cell = .absent
    } else if let value = PropertyValue(compact: &text, as: type) {
      cell = .value(value)
    } else {
      guard text.pass("null") else { return false }
      cell = .value(nil)
    }
    return true
  }

  private func readAny(_ reader: inout JSONReader, into builder: ComponentBuilder) throws {
    let hooks = builder.hooks
    try reader.beginArray()
    for place in stored { builder.cells[place] = try cell(&reader, as: types[place]) }
    for (number, place) in edits.enumerated() {
      builder.edits[number].cell = try cell(&reader, as: types[place])
    }
    if parentCount > 0 {
      hooks.hasParent = false
      hooks.parentValues.removeAll(keepingCapacity: true)
    }
    for _ in 0..<parentCount {
      if case .value(let value) = try parentCell(&reader) {
        hooks.hasParent = true
        hooks.parentValues.append(value)
      } else {
        hooks.parentValues.append(nil)
      }
    }
    for (number, place) in writes.enumerated() {
      builder.writes[number].cell = try cell(&reader, as: types[place])
    }
    if hasSize {
      builder.size = if case .value(.size(let size)) = try cell(&reader, as: .size) { size } else { nil }
    }
    if hasPoint {
      builder.touch = if case .value(.point(let point)) = try cell(&reader, as: .point) { point } else { nil }
    }
    guard try !reader.nextElement() else { throw StatedProblem("a row has more cells than columns") }
  }

  /// Reads the next cell. Throws an error if its value does not have the type of the property.
  private func cell(_ reader: inout JSONReader, as type: PropertyType) throws -> StoredCell {
    if let cell = try emptyCell(&reader) { return cell }
    return .value(try PropertyValue(json: &reader, as: type))
  }

  /// Reads the next cell with a value of the parent. Such a value names its type: `{"Color":"#FF0000FF"}`.
  private func parentCell(_ reader: inout JSONReader) throws -> StoredCell {
    if let cell = try emptyCell(&reader) { return cell }
    var value: PropertyValue?
    try reader.beginObject()
    while let key = try reader.nextKey() {
      let name = JSONString.decode(key)
      guard let type = PropertyType(rawValue: name) else {
        throw StatedProblem("a parent's value has the type '\(name)'; the types are \(PropertyType.list)")
      }
      value = try PropertyValue(json: &reader, as: type)
    }
    return .value(value)
  }

  /// Advances to the next cell, and reads it if it is `[]` or `null`. Returns nil, without reading the cell, if it has
  /// a value. Throws an error if the row has no further cell.
  private func emptyCell(_ reader: inout JSONReader) throws -> StoredCell? {
    guard try reader.nextElement() else { throw StatedProblem("a row has fewer cells than columns") }
    switch reader.peek() {
    case UInt8(ascii: "["):
      try reader.beginArray()
      guard try !reader.nextElement() else { throw StatedProblem("a cell is a value, null, or []") }
      return .absent
    case UInt8(ascii: "n"):
      try reader.readNull()
      return .value(nil)
    default: return nil
    }
  }
}
