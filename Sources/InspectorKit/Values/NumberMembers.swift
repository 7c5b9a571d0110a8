import JSONText

/// The numbers of a JSON object such as `{"x":10,"y":20}`, read by their names in any order and without allocation.
struct NumberMembers {
  private(set) var values = SIMD8<Double>(repeating: 0)
  private var present: UInt8 = 0

  func has(_ index: Int) -> Bool { present & (1 << index) != 0 }

  /// The names of each type's numbers; their order is that of `values`.
  static let color = ["red", "green", "blue", "alpha", "white"]
  static let point = ["x", "y"]
  static let size = ["width", "height"]
  static let rect = ["x", "y", "width", "height"]

  /// Reads the whole object; every name of `required` must be there, others of `names` may be.
  init(reading reader: inout JSONReader, _ names: [String], for type: PropertyType, required: Range<Int>) throws {
    try reader.beginObject()
    while let key = try reader.nextKey() {
      guard let index = names.firstIndex(where: { JSONString.equals(key, $0) }) else {
        let name = JSONString.decode(key)
        throw PropertyValueError.unknownMember(
          type, member: name, suggestion: DidYouMean.suggestion(for: name, among: names))
      }
      if has(index) { throw PropertyValueError.duplicateMember(type, member: names[index]) }
      values[index] = try Self.number(&reader, of: type, member: names[index])
      present |= 1 << index
    }
    for index in required where !has(index) {
      throw PropertyValueError.missingMember(type, member: names[index])
    }
  }

  private static func number(_ reader: inout JSONReader, of type: PropertyType, member: String) throws -> Double {
    let raw = try reader.rawValue()
    if let value = JSONNumber.double(raw) { return value }
    let found = FoundValue(raw)
    guard case .number(let text) = found else {
      throw PropertyValueError.memberMismatch(type, member: member, found: found)
    }
    throw PropertyValueError.notFinite(type, member: member, found: text)
  }

  /// Writes the numbers as a compact JSON object, in the order given.
  static func append(_ members: [(name: String, value: Double)], to bytes: inout [UInt8]) {
    var separator = UInt8(ascii: "{")
    for (name, value) in members {
      bytes.append(separator)
      bytes.append(UInt8(ascii: "\""))
      bytes.append(contentsOf: name.utf8)
      bytes.append(contentsOf: "\":".utf8)
      append(value, to: &bytes)
      separator = UInt8(ascii: ",")
    }
    bytes.append(UInt8(ascii: "}"))
  }

  /// Writes one number; JSON has no text for one that is not finite, so that becomes `null`.
  static func append(_ value: Double, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: (value.isFinite ? JSONNumber.text(value) : "null").utf8)
  }
}

extension FoundValue {
  /// The kind of a valid JSON value.
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
