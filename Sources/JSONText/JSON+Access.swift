extension JSON {
  /// The value of the first member with this key; nil if there is no such member, or if the value is not an object.
  /// Keys are compared byte by byte.
  package subscript(key: String) -> JSON? {
    // Most different keys differ in their length.
    objectValue?.first { $0.key.utf8.count == key.utf8.count && $0.key.utf8.elementsEqual(key.utf8) }?.value
  }

  package var stringValue: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// The value of an integer literal; nil for any other value. `-0` is 0, and `5.0` is not an integer.
  package var intValue: Int? {
    switch self {
    case .int(let value): value
    case .double(let value) where value == 0 && value.sign == .minus: 0
    default: nil
    }
  }

  /// The value of a number, with or without a fraction; nil for any other value.
  package var doubleValue: Double? {
    switch self {
    case .int(let value): Double(value)
    case .double(let value): value
    default: nil
    }
  }

  package var boolValue: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  package var arrayValue: [JSON]? {
    if case .array(let value) = self { value } else { nil }
  }

  package var objectValue: [Member]? {
    if case .object(let value) = self { value } else { nil }
  }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  package init(stringLiteral value: String) { self = .string(value) }
  package init(integerLiteral value: Int) { self = .int(value) }
  package init(floatLiteral value: Double) { self = .double(value) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(nilLiteral: ()) { self = .null }
  package init(arrayLiteral elements: JSON...) { self = .array(elements) }
  package init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(elements.map { Member($0.0, $0.1) })
  }
}
