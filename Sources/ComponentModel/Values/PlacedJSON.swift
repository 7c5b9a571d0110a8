internal import JSONText

/// A JSON value with its byte offset in the text of a script. Script errors point at the faulty value, and the
/// script's numbers and objects are written into scenes unchanged.
package struct PlacedJSON {
  package enum Kind {
    case null
    case bool(Bool)
    case number
    case string(String)
    case array([PlacedJSON])
    case object([Member])
  }

  package struct Member {
    package var key: String
    package var keyOffset: Int
    package var value: PlacedJSON
  }

  package let kind: Kind
  package let offset: Int
  private let end: Int

  /// The whole text, which all values in it share.
  private let text: [UInt8]

  /// The JSON text of the value as written.
  package var raw: String { String(decoding: bytes, as: UTF8.self) }

  /// The bytes of the value. The slice's indices are offsets in the whole text.
  package var bytes: ArraySlice<UInt8> { text[offset..<end] }

  /// Reads a whole text as one value. The text must be valid JSON.
  package init(_ text: [UInt8]) throws {
    self = try text.withUnsafeBytes { bytes in
      var reader = JSONReader(bytes)
      return try PlacedJSON(&reader, bytes, text)
    }
  }

  private init(_ reader: inout JSONReader, _ bytes: UnsafeRawBufferPointer, _ text: [UInt8]) throws {
    let first = reader.peek()
    offset = reader.offset
    self.text = text
    switch first {
    case UInt8(ascii: "{"):
      var members: [Member] = []
      try reader.beginObject()
      while let key = try reader.nextKey() {
        let start = key.baseAddress.flatMap { key in bytes.baseAddress.map { key - $0 } } ?? 1
        members.append(
          Member(key: JSONString.decode(key), keyOffset: start - 1, value: try PlacedJSON(&reader, bytes, text)))
      }
      kind = .object(members)
    case UInt8(ascii: "["):
      var elements: [PlacedJSON] = []
      try reader.beginArray()
      while try reader.nextElement() { elements.append(try PlacedJSON(&reader, bytes, text)) }
      kind = .array(elements)
    case UInt8(ascii: "\""): kind = .string(try reader.readString())
    case UInt8(ascii: "t"), UInt8(ascii: "f"): kind = .bool(try reader.readBool())
    case UInt8(ascii: "n"):
      try reader.readNull()
      kind = .null
    default:
      try reader.skipValue()
      kind = .number
    }
    end = reader.offset
  }

  /// A description of the value for messages, such as `7`, `the string 'x'` or `an array`.
  package var words: String {
    switch kind {
    case .null: "null"
    case .bool, .number: raw
    case .string(let text): "the string '\(text)'"
    case .array: "an array"
    case .object: "an object"
    }
  }

  package var string: String? { if case .string(let text) = kind { text } else { nil } }
  package var members: [Member]? { if case .object(let members) = kind { members } else { nil } }
  package var elements: [PlacedJSON]? { if case .array(let elements) = kind { elements } else { nil } }
  package var isNumber: Bool { if case .number = kind { true } else { false } }
  package var isNull: Bool { if case .null = kind { true } else { false } }

  /// Returns the value of a member; nil if there is no such member, or if this value is not an object.
  package subscript(key: String) -> PlacedJSON? { members?.first { $0.key == key }?.value }

  /// The integer value; nil if the value is not a 64-bit integer.
  package var integer: Int? { isNumber ? Int(raw) : nil }
}
