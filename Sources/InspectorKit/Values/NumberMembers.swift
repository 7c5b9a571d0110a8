import JSONText

/// The numbers of a JSON object such as `{"x":10,"y":20}`. The members may be in any order, and reading them allocates
/// no memory.
struct NumberMembers {
  private(set) var values = SIMD8<Double>(repeating: 0)
  private var present: UInt8 = 0

  func has(_ index: Int) -> Bool { present & (1 << index) != 0 }

  /// The names of a colour's numbers, in the order of `values`. A `StaticString` is compared without retaining.
  static let color: [StaticString] = ["red", "green", "blue", "alpha", "white"]
  static let point: [StaticString] = ["x", "y"]
  static let size: [StaticString] = ["width", "height"]
  static let rect: [StaticString] = ["x", "y", "width", "height"]

  /// Reads a JSON object whose members are numbers. Throws an error if a member is not one of `names` or appears twice,
  /// if its value is not a finite number, or if a name whose index is in `required` is missing.
  init(reading reader: inout JSONReader, _ names: [StaticString], for type: PropertyType, required: Range<Int>) throws {
    try reader.beginObject()
    var expected = 0
    while let key = try reader.nextKey() {
      let index = try Self.index(of: key, in: names, expected: expected, for: type)
      if has(index) { throw PropertyValueError.duplicateMember(type, member: "\(names[index])") }
      values[index] = try Self.number(&reader, of: type, member: names[index])
      present |= 1 << index
      expected = index + 1
    }
    for index in required where !has(index) {
      throw PropertyValueError.missingMember(type, member: "\(names[index])")
    }
  }

  /// Returns the index of a key in `names`; throws an error for an unknown key. Keys mostly appear in the order of
  /// `names`, so the name at `expected` is compared first.
  private static func index(
    of key: UnsafeRawBufferPointer, in names: [StaticString], expected: Int, for type: PropertyType
  ) throws(PropertyValueError) -> Int {
    if expected < names.count, equals(key, names[expected]) { return expected }
    if let index = names.firstIndex(where: { equals(key, $0) }) { return index }
    let name = JSONString.decode(key)
    let texts = names.map { "\($0)" }
    // A key with escapes may still be one of the names.
    if let index = texts.firstIndex(of: name) { return index }
    throw .unknownMember(type, member: name, suggestion: DidYouMean.suggestion(for: name, among: texts))
  }

  private static func equals(_ key: UnsafeRawBufferPointer, _ name: StaticString) -> Bool {
    guard key.count == name.utf8CodeUnitCount else { return false }
    for index in 0..<key.count where key[index] != name.utf8Start[index] { return false }
    return true
  }

  private static func number(_ reader: inout JSONReader, of type: PropertyType, member: StaticString) throws -> Double {
    if let text = try reader.readNumberText() {
      if let value = JSONNumber.double(text) { return value }
      throw PropertyValueError.notFinite(type, member: "\(member)", found: String(decoding: text, as: UTF8.self))
    }
    let found = FoundValue(try reader.rawValue())
    throw PropertyValueError.memberMismatch(type, member: "\(member)", found: found)
  }

  /// Appends `before`, such as `{"x":`, and then the number.
  static func append(_ before: StaticString, _ value: Double, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: before.utf8Start, count: before.utf8CodeUnitCount))
    JSONNumber.append(value, to: &bytes)
  }
}

extension FoundValue {
  /// Describes a valid JSON value for an error message.
  init(_ raw: UnsafeRawBufferPointer) {
    switch raw.first {
    case UInt8(ascii: "n"): self = .null
    case UInt8(ascii: "t"): self = .bool(true)
    case UInt8(ascii: "f"): self = .bool(false)
    case UInt8(ascii: "["): self = .array
    case UInt8(ascii: "{"): self = .object
    case UInt8(ascii: "\""):
      self = .string(JSONString.decode(UnsafeRawBufferPointer(rebasing: raw.dropFirst().dropLast())))
    default: self = .number(String(decoding: raw, as: UTF8.self))
    }
  }
}
