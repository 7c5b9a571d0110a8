public import InspectorKit

/// Distinct values, each with the number of objects that have it.
///
/// A million distinct values are not unusual, so each one costs little more memory than the value itself.
public struct MixedValues: Hashable, Sendable {
  /// The distinct values, in the order in which they were found.
  private var values: [ColumnValue] = []
  private var tallies: [UInt32] = []

  /// A hash table whose size is a power of two. A slot holds the upper half of a value's hash and the value's index
  /// plus one; 0 marks an empty slot. Comparing the hashes first avoids reading most values, which lie elsewhere in
  /// memory.
  private var table = [UInt64](repeating: 0, count: 16)

  package init() {}

  /// Returns the index at which a value is counted, adding the value if it is new.
  package mutating func place(of value: ColumnValue) -> Int {
    let hash = UInt64(bitPattern: Int64(Self.hash(value)))
    var slot = slot(of: hash)
    while table[slot] != 0 {
      let place = Int(table[slot] & .lower) - 1
      if (table[slot] ^ hash) & .upper == 0, values[place] == value { return place }
      slot = (slot + 1) & (table.count - 1)
    }
    values.append(value)
    tallies.append(0)
    table[slot] = hash & .upper | UInt64(values.count)
    if values.count * 4 > table.count * 3 { grow() }
    return values.count - 1
  }

  private func slot(of hash: UInt64) -> Int { Int(hash >> 32) & (table.count - 1) }

  package mutating func add(at place: Int, times: Int = 1) { tallies[place] += UInt32(times) }

  package mutating func add(_ value: ColumnValue, times: Int = 1) { add(at: place(of: value), times: times) }

  private mutating func grow() {
    let entries = table
    table = [UInt64](repeating: 0, count: table.count * 2)
    for entry in entries where entry != 0 {
      var slot = slot(of: entry)
      while table[slot] != 0 { slot = (slot + 1) & (table.count - 1) }
      table[slot] = entry
    }
  }

  /// Returns a hash of a value. Numbers are hashed in a few instructions; the standard library's hash needs about a
  /// hundred.
  private static func hash(_ value: ColumnValue) -> Int {
    switch value {
    case .absent: 1
    case .unset: 2
    case .raw(let text): text.hashValue
    case .value(.string(let text)): text.hashValue
    case .value(.bool(let value)): value ? 3 : 4
    case .value(.int(let value)): mixed(SIMD4(UInt64(bitPattern: Int64(value)), 0, 0, 0))
    case .value(.double(let value)): mixed(SIMD4(value, 0, 0, 0))
    case .value(.color(let color)): mixed(SIMD4(color.red, color.green, color.blue, color.alpha))
    case .value(.point(let point)): mixed(SIMD4(point.x, point.y, 0, 0))
    case .value(.size(let size)): mixed(SIMD4(size.width, size.height, 0, 0))
    case .value(.rect(let rect)): mixed(SIMD4(rect.x, rect.y, rect.width, rect.height))
    }
  }

  /// Returns a hash of numbers. -0 equals 0, and adding 0 turns it into 0.
  private static func mixed(_ numbers: SIMD4<Double>) -> Int {
    mixed(unsafeBitCast(numbers + SIMD4<Double>(repeating: 0), to: SIMD4<UInt64>.self))
  }

  private static func mixed(_ bits: SIMD4<UInt64>) -> Int {
    var hash: UInt64 = 0
    for place in 0..<4 {
      hash = (hash ^ bits[place]) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 29
    }
    return Int(truncatingIfNeeded: hash ^ hash >> 32)
  }

  // MARK: results

  /// The number of distinct values.
  public var distinct: Int { values.count }

  /// The value that all objects have; nil if they differ, or if there is no value.
  public var common: ColumnValue? { values.count == 1 ? values.first : nil }

  /// True if the objects have different values.
  public var isMixed: Bool { values.count > 1 }

  /// The values with their counts, the most frequent first; ties keep the order in which the values were found.
  public var counts: [(value: ColumnValue, count: Int)] { places(most: values.count).map(entry) }

  /// Returns the first entries of ``counts``. With a small limit this is much faster, since not all values are sorted.
  public func most(_ limit: Int) -> [(value: ColumnValue, count: Int)] { places(most: limit).map(entry) }

  /// Calls `body` with each entry of ``counts`` without building the list.
  package func forEachCount(_ body: (_ value: ColumnValue, _ count: Int) -> Void) {
    for place in places(most: values.count) { body(values[place], Int(tallies[place])) }
  }

  /// Returns true if each distinct value satisfies the predicate.
  package func allSatisfy(_ predicate: (ColumnValue) -> Bool) -> Bool { values.allSatisfy(predicate) }

  private func entry(_ place: Int) -> (value: ColumnValue, count: Int) { (values[place], Int(tallies[place])) }

  private func places(most limit: Int) -> [Int] {
    guard limit < 16, limit < values.count else {
      return values.indices.sorted { (tallies[$1], $0) < (tallies[$0], $1) }.prefix(limit).map(\.self)
    }
    var best: [Int] = []
    for place in values.indices {
      guard best.count < limit || best.last.map({ tallies[$0] < tallies[place] }) == true else { continue }
      let rank = best.firstIndex { tallies[$0] < tallies[place] } ?? best.count
      best.insert(place, at: rank)
      if best.count > limit { best.removeLast() }
    }
    return best
  }

  /// Returns true if both have the same values with the same counts, found in the same order.
  public static func == (first: MixedValues, second: MixedValues) -> Bool {
    first.values == second.values && first.tallies == second.tallies
  }

  /// Hashes the values and their counts.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(values)
    hasher.combine(tallies)
  }
}

extension UInt64 {
  fileprivate static let lower: UInt64 = 0xFFFF_FFFF
  fileprivate static let upper: UInt64 = ~lower
}

/// An inspection of several objects: each property appears once, with all its values.
public struct MixedInspection: Sendable {
  /// The number of objects.
  public var objects = 0

  /// The classes of the objects, the most frequent first.
  public var classes: [(name: String, label: String, count: Int)] = []

  /// The properties, grouped by their declaring class; undeclared properties come last.
  public var sections: [Section] = []

  /// The sections with a row for each alias that an extension defines for a property, as in
  /// ``ObjectInspection/otherNames``.
  public var otherNames: [Section] = []

  /// The failures of single objects' components.
  public var diagnostics: [Diagnostic] = []

  /// The properties that one class declares, or the attributes that no class declares.
  public struct Section: Sendable {
    /// The title: the declaring class's label, such as "Star View", or the kind of attributes if no class declares
    /// them.
    public var title: String

    /// The declaring class's name; empty for the sections of runtime attributes and of undeclared attributes.
    public var className: String

    /// The number of objects with this section: objects of the declaring class and its subclasses, or objects that
    /// store undeclared attributes.
    public var objects: Int

    /// The properties, in display order.
    public var properties: [MixedProperty]

    /// The properties in groups, as in ``ObjectInspection/Section/groups``.
    public var groups: [[MixedProperty]] {
      PropertyGroups.groups(of: properties, name: \.name, definition: \.definition)
    }
  }
}

/// A property of several objects.
public struct MixedProperty: Sendable {
  /// The declared name or key path.
  public var name: String

  /// The display label, such as "Corner Radius".
  public var label: String

  /// The definition in the class of the first object; nil for a property that no plugin declares.
  public var definition: PropertyDefinition?

  /// The property's type; nil for a property that no plugin declares.
  public var type: PropertyType? { definition?.type }

  /// The number of objects that have the property.
  public var objects = 0

  /// The number of objects that store a value or `null`.
  public var stored = 0

  /// The number of objects with a stored value that is not the default.
  public var modified = 0

  /// The number of objects in each state.
  public var states: [PropertyState: Int] = [:]

  /// True if at least one of the objects shows the property.
  public var isVisible = false

  /// The effective values; an object whose component failed adds none. Empty for a property that no plugin declares.
  public var values = MixedValues()

  /// The stored values of a property that no plugin declares; empty for a declared property.
  public var storedValues = MixedValues()

  /// The property's defaults; several if classes declare different defaults.
  public var defaults = MixedValues()

  /// The numbers inside the values of a point, size, rectangle or colour, by name; empty for other types.
  public var parts: [(name: String, values: MixedValues)] = []
}
