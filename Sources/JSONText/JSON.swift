/// A JSON value as a tree that keeps the order of members.
///
/// Trees represent control messages, descriptions, settings, scripts, bundles and `--json` output. Scenes never become
/// trees.
///
/// ```swift
/// let value = try JSON.parse(Array(#"{"name": "Shapes", "size": [1, 2.5]}"#.utf8))
/// value["name"]?.stringValue  // "Shapes"
/// value.text()                // {"name":"Shapes","size":[1,2.5]}
/// ```
package enum JSON: Hashable, Sendable {
  case null
  case bool(Bool)
  /// A number written as an integer that fits 64 bits; `-0` is a double, since an integer cannot hold its sign.
  case int(Int)
  /// Any other number: a number with a fraction or an exponent, or an integer beyond 64 bits.
  case double(Double)
  case string(String)
  case array([JSON])
  case object([Member])

  package struct Member: Hashable, Sendable {
    package var key: String
    package var value: JSON

    package init(_ key: String, _ value: JSON) {
      self.key = key
      self.value = value
    }
  }

  /// The maximum nesting depth of a tree; a deeper text is refused. The depth is limited because recursive functions
  /// process the tree.
  package static let greatestDepth = 1_000

  /// Returns the tree of a JSON text. Throws the first error in the text, such as a number beyond the range of a
  /// double. The nesting depth is limited to `maximumDepth`, and to ``greatestDepth`` in any case.
  package static func parse(
    _ bytes: UnsafeRawBufferPointer, maximumDepth: Int = JSONSyntax.defaultMaximumDepth
  ) throws(JSONSyntaxError) -> JSON {
    let depth = min(maximumDepth, greatestDepth)
    let facts = try JSONSyntax.facts(of: bytes, maximumDepth: depth, finiteNumbers: true)
    // `JSONReader` reads the texts that json-c would cut, clamp or lose. It also reads all texts if memory is limited,
    // because json-c loses values when memory runs out.
    if facts.traits.isEmpty, ProcessMemory.limit == nil,
      let tree = JSONC.parse(bytes, maximumDepth: depth, values: facts.values)
    {
      return tree
    }
    var reader = JSONReader(bytes, maximumDepth: depth)
    return try JSON(&reader)
  }

  package static func parse(
    _ bytes: [UInt8], maximumDepth: Int = JSONSyntax.defaultMaximumDepth
  ) throws(JSONSyntaxError) -> JSON {
    try bytes.withRawBytes { bytes throws(JSONSyntaxError) in try parse(bytes, maximumDepth: maximumDepth) }
  }

  /// Reads the next value from a reader over validated text.
  private init(_ reader: inout JSONReader) throws(JSONSyntaxError) {
    switch reader.peek() {
    case 0x7B:
      var members: [Member] = []
      try reader.beginObject()
      while let key = try reader.nextKey() {
        members.append(Member(JSONString.decode(key), try JSON(&reader)))
      }
      self = .object(members)
    case 0x5B:
      var elements: [JSON] = []
      try reader.beginArray()
      while try reader.nextElement() { elements.append(try JSON(&reader)) }
      self = .array(elements)
    case 0x22: self = .string(try reader.readString())
    case 0x74, 0x66: self = .bool(try reader.readBool())
    case 0x6E:
      try reader.readNull()
      self = .null
    default:
      let text = try reader.rawValue()
      let isNegativeZero = text.elementsEqual("-0".utf8)
      if !isNegativeZero, let int = JSONNumber.int(text) {
        self = .int(int)
      } else {
        self = .double(JSONNumber.double(text) ?? 0)
      }
    }
  }
}
