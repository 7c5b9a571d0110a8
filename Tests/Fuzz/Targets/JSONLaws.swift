@testable import JSONText

/// Laws that compare the strict scanner with json-c and Foundation, and trees with those of Foundation and our own
/// reader.
enum JSONLaws {
  private static let depth = 300

  static func check(_ text: [UInt8]) throws {
    if let error = syntaxError(text) {
      try law((0...text.count).contains(error.offset), "an error at \(error.offset) of \(text.count)")
      try law(!error.description.isEmpty, "an error without words")
      if case .limit = error.kind { return }
      if JSONCText.trap(error, in: text) == nil {
        try law(!JSONCText.accepts(text, depth: 1000), "json-c accepts what is refused: \(error)")
      }
      if FoundationText.leniency(error, in: text) == nil {
        try law(FoundationText.tree(text) == nil, "Foundation accepts what is refused: \(error)")
      }
      try law((try? JSON.parse(text, maximumDepth: depth)) == nil, "a tree of a refused text")
    } else {
      try law(JSONCText.accepts(text, depth: 1000), "json-c refuses what is accepted")
      try checkTree(text)
    }
  }

  static func syntaxError(_ text: [UInt8]) -> JSONSyntaxError? {
    text.withUnsafeBytes { bytes in
      do throws(JSONSyntaxError) {
        try JSONSyntax.validate(bytes, maximumDepth: depth)
        return nil
      } catch {
        return error
      }
    }
  }

  private static func checkTree(_ text: [UInt8]) throws {
    let tree: JSON
    do {
      tree = try JSON.parse(text, maximumDepth: depth)
    } catch {
      // Numbers beyond the range of a double.
      return try law(error.expected.contains("number") || error.found.contains("e"), "no tree: \(error)")
    }
    try law(try text.withUnsafeBytes { try read($0) } == tree, "the reader and json-c make different trees")
    guard let theirs = FoundationText.tree(text) else { throw Difference("Foundation refuses what is accepted") }
    try law(FoundationText.equal(tree, theirs), "Foundation makes another tree: \(theirs)")
    for pretty in [false, true] {
      let written = tree.text(pretty: pretty)
      let bytes = Array(written.utf8)
      let again = try JSON.parse(bytes, maximumDepth: depth + 2)
      try law(again.text(pretty: pretty) == written, "read again it is written otherwise: \(written)")
      let traits = try bytes.withUnsafeBytes {
        try JSONSyntax.facts(of: $0, maximumDepth: depth + 2, finiteNumbers: true).traits
      }
      guard traits.isEmpty else { continue }
      try law(JSONCText.rewritten(bytes, pretty: pretty) == written, "json-c writes otherwise: \(written)")
    }
  }

  /// Returns the tree that the pull parser alone reads.
  static func read(_ bytes: UnsafeRawBufferPointer) throws -> JSON {
    var reader = JSONReader(bytes, maximumDepth: depth)
    let tree = try read(&reader)
    try reader.end()
    return tree
  }

  private static func read(_ reader: inout JSONReader) throws -> JSON {
    switch reader.peek() {
    case UInt8(ascii: "{"):
      var members: [JSON.Member] = []
      try reader.beginObject()
      while let key = try reader.nextKey() { members.append(.init(JSONString.decode(key), try read(&reader))) }
      return .object(members)
    case UInt8(ascii: "["):
      var elements: [JSON] = []
      try reader.beginArray()
      while try reader.nextElement() { elements.append(try read(&reader)) }
      return .array(elements)
    case UInt8(ascii: "\""): return .string(try reader.readString())
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool(try reader.readBool())
    case UInt8(ascii: "n"):
      try reader.readNull()
      return .null
    default:
      let start = reader
      if let int = try? reader.readInt() {
        // `-0` keeps its sign as a double.
        var again = start
        if int != 0 { return .int(int) }
        return try again.rawValue().first == UInt8(ascii: "-") ? .double(-0.0) : .int(0)
      }
      reader = start
      return .double(try reader.readDouble())
    }
  }
}
