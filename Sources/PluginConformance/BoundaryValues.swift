internal import InspectorKit

/// Test values for properties: the ends of a declared range, and values that programs often handle incorrectly.
enum BoundaryValues {
  /// The length of the longest text, in bytes.
  static let longText = 10 << 20

  /// Returns the values to try for a property; all are allowed by its type, range and options.
  static func cells(of property: PropertyDefinition) -> [StoredCell] {
    var values = property.options.isEmpty ? candidates(property) : property.options.map(\.value)
    if let range = property.range { values = values.filter(range.contains) }
    var seen = Set<PropertyValue>()
    let cells = values.filter { seen.insert($0).inserted }.map { StoredCell.value($0) }
    return property.isOptional ? [.value(nil)] + cells : cells
  }

  /// Returns an everyday value, if possible one that is not the default; nil if the declaration allows no such value.
  static func everyday(of property: PropertyDefinition) -> StoredCell? {
    let allowed = property.options.map(\.value)
    let likely: [PropertyValue] =
      switch property.type {
      case .int: [.int(3), .int(1)] + bounds(property).map { .int(Int(exactly: $0.rounded(.up)) ?? 0) }
      case .double: [.double(2.5), .double(0.5)] + bounds(property).map(PropertyValue.double)
      case .string: [.string("some text")]
      case .bool: [.bool(true), .bool(false)]
      case .color: [.color(Color(red: 0.2, green: 0.4, blue: 0.6, alpha: 1))]
      case .point: [.point(Point(x: 3, y: 4))]
      case .size: [.size(Size(width: 30, height: 40))]
      case .rect: [.rect(Rect(x: 1, y: 2, width: 30, height: 40))]
      }
    let values = (allowed.isEmpty ? likely : allowed).filter { property.range?.contains($0) ?? true }
    return (values.first { $0 != property.defaultValue } ?? values.first).map { StoredCell.value($0) }
  }

  private static func bounds(_ property: PropertyDefinition) -> [Double] {
    [property.range, property.softRange].flatMap { [$0?.minimum, $0?.maximum] }.compactMap(\.self)
  }

  private static func candidates(_ property: PropertyDefinition) -> [PropertyValue] {
    switch property.type {
    case .int:
      let ends = bounds(property).flatMap { bound in
        Int(exactly: bound.rounded(.up)).map { [$0, $0 &+ 1, $0 &- 1] } ?? []
      }
      return (ends + [0, 1, -1, 2, 100, 1 << 31, -1 << 31, (1 << 53) + 1, .max, .min]).map(PropertyValue.int)
    case .double:
      let ends = bounds(property).flatMap { [$0, $0.nextUp, $0.nextDown] }.filter(\.isFinite)
      let all =
        ends + [
          0, -0.0, 1, -1, 0.1, 1.0 / 3, 1e-300, .leastNonzeroMagnitude, 9_007_199_254_740_992, 1e308,
          .greatestFiniteMagnitude, -Double.greatestFiniteMagnitude,
        ]
      return all.map(PropertyValue.double)
    case .string: return texts.map(PropertyValue.string)
    case .bool: return [.bool(true), .bool(false)]
    case .color: return colors.map(PropertyValue.color)
    case .point:
      return [Point(x: 0, y: 0), Point(x: -1.5, y: 1e9), Point(x: 1e308, y: -1e308)].map(PropertyValue.point)
    case .size:
      return [Size(width: 0, height: 0), Size(width: -1, height: 0.5), Size(width: 1e308, height: 1e-308)]
        .map(PropertyValue.size)
    case .rect:
      return [
        Rect(x: 0, y: 0, width: 0, height: 0), Rect(x: 0.1, y: -0.2, width: -1, height: 1e9),
        Rect(x: -1e308, y: 1e308, width: 1e308, height: 1e308),
      ].map(PropertyValue.rect)
    }
  }

  /// Test strings: empty or blank, with quotes and escapes, with characters beyond the basic plane, with joined and
  /// combined characters, written from right to left, with a NUL, and a long one.
  private static let texts = [
    "", " ", "a", "\"\\/\u{8}\n\t", "😀", "👩‍👩‍👧‍👦🇪🇺", "e\u{301}", "é", "Z\u{335}\u{321}\u{33F}\u{346}a\u{30A}lgo",
    "\u{202E}right to left\u{202C}", "שלום", "a\u{0}b", "\u{FEFF}", "\u{10FFFF}",
    String(repeating: "x", count: 1000),
  ]

  private static let colors = [
    Color(red: 0, green: 0, blue: 0, alpha: 0), Color(red: 0, green: 0, blue: 0, alpha: 1),
    Color(red: 1, green: 1, blue: 1, alpha: 1), Color(red: 0.1, green: 1.0 / 3, blue: 0.7, alpha: 0.123456789),
  ]
}
