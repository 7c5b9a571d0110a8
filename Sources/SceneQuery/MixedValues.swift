public import InspectorKit

/// Values with the number of objects that have each.
///
/// A million different ones are nothing unusual: each costs little more than itself.
public struct MixedValues: Hashable, Sendable {
  /// In the order in which they were found.
  private var values: [ColumnValue] = []
  private var tallies: [UInt32] = []

  /// By the values' hashes, the upper half of each and the value's place, less one; 0 where there is none. Its size is a
  /// power of two. The hash is there so that of other values only few are looked at, each of which would be far away.
  private var table = [UInt64](repeating: 0, count: 16)

  package init() {}

  /// Where a value is counted.
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

  /// A hash of a value. For numbers it takes a few instructions, where the standard library's takes a hundred.
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

  /// -0 equals 0, and adding 0 makes it that.
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

  // MARK: what was found

  /// How many different values there are.
  public var distinct: Int { values.count }

  /// The value that all objects have; nil where they differ.
  public var common: ColumnValue? { values.count == 1 ? values.first : nil }

  /// Whether objects differ.
  public var isMixed: Bool { values.count > 1 }

  /// The most frequent first, and the first found of those that are as frequent.
  public var counts: [(value: ColumnValue, count: Int)] { places(most: values.count).map(entry) }

  /// The first of ``counts``, of which there may be a million.
  public func most(_ limit: Int) -> [(value: ColumnValue, count: Int)] { places(most: limit).map(entry) }

  /// Each of ``counts``, of which no list is made.
  package func forEachCount(_ body: (_ value: ColumnValue, _ count: Int) -> Void) {
    for place in places(most: values.count) { body(values[place], Int(tallies[place])) }
  }

  package func allSatisfy(_ isMeant: (ColumnValue) -> Bool) -> Bool { values.allSatisfy(isMeant) }

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

  /// Whether both hold the same values, each as often, first seen in the same order.
  public static func == (first: MixedValues, second: MixedValues) -> Bool {
    first.values == second.values && first.tallies == second.tallies
  }

  /// Hashes the values and how often each occurs.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(values)
    hasher.combine(tallies)
  }
}

extension UInt64 {
  fileprivate static let lower: UInt64 = 0xFFFF_FFFF
  fileprivate static let upper: UInt64 = ~lower
}

/// Several objects seen as one: each property once, with the values that it has among them.
public struct MixedInspection: Sendable {
  /// How many objects there are.
  public var objects = 0

  /// Their classes, the most frequent first.
  public var classes: [(name: String, label: String, count: Int)] = []

  /// The properties by the class that declares them; those that no plugin knows come last.
  public var sections: [Section] = []

  /// A row for each name that an extension gives a property, as in ``ObjectInspection/otherNames``.
  public var otherNames: [Section] = []

  /// Why components of single objects failed.
  public var diagnostics: [Diagnostic] = []

  /// The properties that one class declares.
  public struct Section: Sendable {
    /// What people read, such as "Star View".
    public var title: String

    /// The declaring class's name; empty for the section of unknown properties.
    public var className: String

    /// How many of the objects are of that class or extend it.
    public var objects: Int

    /// The properties, in the order in which they are shown.
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

  /// What people read, such as "Corner Radius".
  public var label: String

  /// The definition in the class of the first object; nil for a property that no plugin knows.
  public var definition: PropertyDefinition?

  /// The property's type; nil for a property that no plugin knows.
  public var type: PropertyType? { definition?.type }

  /// How many objects have the property.
  public var objects = 0

  /// How many store a value, or `null`.
  public var stored = 0

  /// How many have a value of their own that is not the default.
  public var modified = 0

  /// How many are in each state.
  public var states: [PropertyState: Int] = [:]

  /// Whether the property is shown in any of the objects.
  public var isVisible = false

  /// What the components answer; none of those that failed, and of a property that no plugin knows.
  public var values = MixedValues()

  /// What is stored of a property that no plugin knows.
  public var storedValues = MixedValues()

  /// The defaults; several where classes differ.
  public var defaults = MixedValues()

  /// The numbers inside the values of a point, size, rectangle or colour, by name; empty for other types.
  public var parts: [(name: String, values: MixedValues)] = []
}
