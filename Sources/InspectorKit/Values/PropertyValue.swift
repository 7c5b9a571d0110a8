import JSONText

/// A value of one of the eight property types.
///
/// Documents, workers, bundles, the command line and outputs all exchange these values. The value of an unset optional
/// property is `PropertyValue?.none` everywhere.
///
/// ```swift
/// let value = try PropertyValue(parsing: "10,20", as: .point)   // .point(Point(x: 10, y: 20))
/// value.type                                                    // .point
/// value.text                                                    // "10,20"
/// ```
public enum PropertyValue: Sendable {
  case int(Int)
  case string(String)
  case double(Double)
  case bool(Bool)
  case color(Color)
  case point(Point)
  case size(Size)
  case rect(Rect)

  /// The property type of which this is a value.
  public var type: PropertyType {
    switch self {
    case .int: .int
    case .string: .string
    case .double: .double
    case .bool: .bool
    case .color: .color
    case .point: .point
    case .size: .size
    case .rect: .rect
    }
  }

  /// The reason why the value cannot be stored: a number is infinite or not a number, or a colour's component is
  /// outside 0…1. Nil for every value that a document or the user can provide.
  ///
  /// ```swift
  /// PropertyValue.double(1 / 0).problem?.description
  /// // "a Double cannot hold 'inf'; it must be finite"
  /// ```
  public var problem: PropertyValueError? {
    if case .double(let value) = self, !value.isFinite {
      return .notFinite(.double, member: nil, found: value.description)
    }
    for (name, value) in members {
      guard value.isFinite else { return .notFinite(type, member: name, found: value.description) }
      if type == .color, !(0...1).contains(value) { return .colorComponent(name, found: value.description) }
    }
    return nil
  }

  /// The numbers of a colour, point, size or rectangle with their keys in JSON; empty for a value of any other type.
  var members: [(name: String, value: Double)] {
    switch self {
    case .int, .string, .double, .bool: []
    case .color(let color): [("red", color.red), ("green", color.green), ("blue", color.blue), ("alpha", color.alpha)]
    case .point(let point): [("x", point.x), ("y", point.y)]
    case .size(let size): [("width", size.width), ("height", size.height)]
    case .rect(let rect): [("x", rect.x), ("y", rect.y), ("width", rect.width), ("height", rect.height)]
    }
  }
}

/// The eight types that an inspectable property can have.
///
/// The raw value is the name of the type everywhere: in plugin descriptions, bundles, `--json` output and messages.
///
/// ```swift
/// PropertyType(rawValue: "Color")  // .color
/// PropertyType.list                // "Int, String, Double, Bool, Color, Point, Size, Rect"
/// ```
public enum PropertyType: String, CaseIterable, Sendable, Hashable {
  case int = "Int"
  case string = "String"
  case double = "Double"
  case bool = "Bool"
  case color = "Color"
  case point = "Point"
  case size = "Size"
  case rect = "Rect"

  /// The names of the eight types, separated by commas, for messages that refuse any other type.
  public static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

extension PropertyValue: Hashable {
  /// Returns true if both values have the same type and are equal. Strings are compared by their bytes, as in
  /// documents: "é" as one scalar differs from "é" as two.
  public static func == (first: PropertyValue, second: PropertyValue) -> Bool {
    switch (first, second) {
    case (.int(let left), .int(let right)): left == right
    case (.string(let left), .string(let right)): left.isExactly(right)
    case (.double(let left), .double(let right)): left == right
    case (.bool(let left), .bool(let right)): left == right
    case (.color(let left), .color(let right)): left == right
    case (.point(let left), .point(let right)): left == right
    case (.size(let left), .size(let right)): left == right
    case (.rect(let left), .rect(let right)): left == right
    default: false
    }
  }

  /// Hashes the value consistently with `==`. A string is hashed by its bytes.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .int(let value): hasher.combine(value)
    case .string(let value): hasher.combine(ExactText(value))
    case .double(let value): hasher.combine(value)
    case .bool(let value): hasher.combine(value)
    case .color(let value): hasher.combine(value)
    case .point(let value): hasher.combine(value)
    case .size(let value): hasher.combine(value)
    case .rect(let value): hasher.combine(value)
    }
  }
}

extension PropertyValue {
  /// A phrase about the first number that is not finite, such as `its width is inf`; nil if all numbers are finite.
  var notFinite: String? {
    if case .double(let number) = self { return number.isFinite ? nil : "it is \(number)" }
    return members.first { !$0.value.isFinite }.map { "its \($0.name) is \($0.value)" }
  }
}

/// The stored value of one property of an object, which may also be `null` or missing.
public enum StoredCell: Hashable, Sendable {
  /// No value: the object does not store the property.
  case absent

  /// The stored value, or nil if `null` is stored.
  case value(PropertyValue?)

  /// Returns true if the cell has a value equal to `value`; nil equals a stored `null`. Returns false for an absent
  /// cell. Strings are compared by their bytes, as in `PropertyValue`. If the type of `value` is known at compile time,
  /// the inlined code is a single comparison.
  @inlinable @inline(__always)
  func holds(_ value: PropertyValue?) -> Bool {
    switch (value, self) {
    case (.int(let own)?, .value(.int(let other)?)): own == other
    case (.string(let own)?, .value(.string(let other)?)): own.utf8.elementsEqual(other.utf8)
    case (.double(let own)?, .value(.double(let other)?)): own == other
    case (.bool(let own)?, .value(.bool(let other)?)): own == other
    case (.color(let own)?, .value(.color(let other)?)): own == other
    case (.point(let own)?, .value(.point(let other)?)): own == other
    case (.size(let own)?, .value(.size(let other)?)): own == other
    case (.rect(let own)?, .value(.rect(let other)?)): own == other
    case (nil, .value(nil)): true
    default: false
    }
  }

  /// Appends the cell as in the rows of a build request: the value as compact JSON, `null`, or `[]` for an absent cell.
  package func append(to bytes: inout [UInt8]) {
    switch self {
    case .absent: bytes += [UInt8(ascii: "["), UInt8(ascii: "]")]
    case .value(nil): bytes += Array("null".utf8)
    case .value(let value?): value.appendJSON(to: &bytes)
    }
  }
}

extension PropertyValue {
  /// Reads the next value in its most common form: without whitespace, and with its members in the standard order.
  /// Returns nil for any other form. The position of `text` is then undefined, and the caller must discard it.
  @inline(__always)
  init?(compact text: inout CompactText, as type: PropertyType) {
    switch type {
    case .int:
      guard let number = text.integer() else { return nil }
      self = .int(number)
    case .string:
      guard let contents = text.string() else { return nil }
      self = .string(String(decoding: contents, as: UTF8.self))
    case .double:
      guard let number = text.number() else { return nil }
      self = .double(number)
    case .bool:
      let isTrue = text.pass("true")
      guard isTrue || text.pass("false") else { return nil }
      self = .bool(isTrue)
    case .color:
      guard let contents = text.string(), let color = Color(plain: contents) else { return nil }
      self = .color(color)
    case .point:
      guard text.pass(#"{"x":"#), let x = text.number(), text.pass(#","y":"#), let y = text.number(), text.pass("}")
      else { return nil }
      self = .point(Point(x: x, y: y))
    case .size:
      guard text.pass(#"{"width":"#), let width = text.number(), text.pass(#","height":"#), let height = text.number(),
        text.pass("}")
      else { return nil }
      self = .size(Size(width: width, height: height))
    case .rect:
      guard text.pass(#"{"x":"#), let x = text.number(), text.pass(#","y":"#), let y = text.number(),
        text.pass(#","width":"#), let width = text.number(), text.pass(#","height":"#), let height = text.number(),
        text.pass("}")
      else { return nil }
      self = .rect(Rect(x: x, y: y, width: width, height: height))
    }
  }
}
