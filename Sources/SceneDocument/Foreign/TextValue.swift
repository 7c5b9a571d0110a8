import Glibc
import JSONText

/// A value in a text that was validated as JSON. It must not outlive the document of the text.
package struct TextValue {
  /// The kind of a JSON value.
  package enum Kind {
    case object, array, string, number, bool, null
  }

  let base: Cursor

  /// The offset of the value in the text, in bytes.
  package let offset: Int

  /// The bytes of the document, with the index of its long arrays and objects.
  private let document: Unmanaged<TextBytes>

  /// True if the value is the outermost one, whose members may be indexed.
  private let isOutermost: Bool

  /// The elements of an XML document, if this is its outermost value; else nil. Values of XML documents have no kinds,
  /// members or elements.
  package var markup: MarkupIndex? { isOutermost ? document._withUnsafeGuaranteedRef(\.markup) : nil }

  private init(_ offset: Int, in value: TextValue) {
    (base, document, self.offset, isOutermost) = (value.base, value.document, offset, false)
  }

  /// Returns the position after the value that begins at a position of the text.
  private func skip(_ start: Cursor) -> Cursor {
    guard start.pointee | 0x20 == 0x7B else { return TrustedText.skipValue(start) }
    let end = document._withUnsafeGuaranteedRef { $0.ends?.end(ofContainerAt: start - base) }
    return end.map { base + $0 } ?? TrustedText.skipContainer(start)
  }

  private var start: Cursor { base + offset }

  package var kind: Kind {
    switch start.pointee {
    case UInt8(ascii: "{"): .object
    case UInt8(ascii: "["): .array
    case UInt8(ascii: "\""): .string
    case UInt8(ascii: "t"), UInt8(ascii: "f"): .bool
    case UInt8(ascii: "n"): .null
    default: .number
    }
  }

  /// True if the value is neither an array nor an object.
  package var isScalar: Bool { kind != .array && kind != .object }

  /// The JSON text of the value.
  package var text: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: start, count: skip(start) - start)
  }

  /// The offsets of the value's first byte and of the byte after its last one.
  package var span: Range<Int> { offset..<offset + text.count }

  /// The decoded text of a string; nil for any other value.
  package var string: String? {
    kind == .string ? JSONString.decode(UnsafeRawBufferPointer(rebasing: text.dropFirst().dropLast())) : nil
  }

  /// Calls `body` with each member of an object, in order, until `body` returns false. The arguments are the raw key
  /// without quotes, the offset of its opening quote, and the value. Does nothing for any other value.
  package func forEachMember(
    _ body: (_ key: UnsafeRawBufferPointer, _ keyOffset: Int, _ value: TextValue) -> Bool
  ) {
    guard kind == .object else { return }
    let origin = UnsafeRawPointer(base)
    TrustedText.forEachMember(start, skip: skip) { key, value in
      guard let keyStart = key.baseAddress, let valueStart = value.baseAddress else { return false }
      return body(key, keyStart - origin - 1, TextValue(valueStart - origin, in: self))
    }
  }

  /// Returns the value of an object's member; nil if there is no such member, or if this value is not an object.
  package func member(_ name: String) -> TextValue? {
    guard kind == .object else { return nil }
    if isOutermost, let members = document._withUnsafeGuaranteedRef(\.members) {
      let found = members.first { JSONString.equals(text($0.key), name) }
      return found.map { TextValue($0.value, in: self) }
    }
    return TrustedText.memberStart(name, of: start, skip: skip).map { TextValue($0 - base, in: self) }
  }

  /// True if a document states the format of scenes, so that it is of no other format.
  var isScene: Bool { member("format")?.string?.begins(with: "inspector-scene/") == true }

  /// Returns the value at a key path, in which a number selects an element of an array; nil if there is none.
  package func value(at path: some Sequence<String>) -> TextValue? {
    var value = self
    for key in path {
      guard let next = value.kind == .array ? value.element(key) : value.member(key) else { return nil }
      value = next
    }
    return value
  }

  private func element(_ key: String) -> TextValue? {
    let (elements, number) = (elements, Int(key) ?? -1)
    return elements.indices.contains(number) ? elements[number] : nil
  }

  /// The first element of an array; nil for an empty array or any other value. Unlike ``elements``, does not read the
  /// other elements.
  package var firstElement: TextValue? {
    guard kind == .array else { return nil }
    let first = TrustedText.blanks(start + 1)
    return first.pointee == UInt8(ascii: "]") ? nil : TextValue(first - base, in: self)
  }

  /// The elements of an array; empty for any other value.
  package var elements: [TextValue] {
    guard kind == .array else { return [] }
    var list: [TextValue] = []
    let origin = UnsafeRawPointer(base)
    TrustedText.forEachElement(start, skip: skip) { element in
      if let start = element.baseAddress { list.append(TextValue(start - origin, in: self)) }
      return true
    }
    return list
  }
}

extension TextBytes {
  /// True if the text can only be XML: it begins with an angle bracket, perhaps after a byte order mark.
  var isMarkup: Bool {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let start = buffer.starts(with: mark) ? mark.count : 0
    return TrustedText.blanks(base + start).pointee == UInt8(ascii: "<")
  }

  /// Indexes the members of the outermost object, and the ends of long arrays and objects. The text must be valid JSON.
  func listMembers() {
    guard members == nil else { return }
    ends = ContainerEnds(of: self)
    var list: [Member] = []
    TextValue(self).forEachMember { key, keyOffset, value in
      list.append((keyOffset + 1..<keyOffset + 1 + key.count, value.offset))
      return true
    }
    members = list
  }
}

extension TextDocument {
  /// Validates the text as JSON, and returns its outermost value. Throws the first error in the text.
  package func validated() throws(SceneError) -> TextValue {
    do throws(JSONSyntaxError) { try JSONSyntax.validate(original.buffer) } catch { throw located(SceneFault(error)) }
    original.listMembers()
    return TextValue(original)
  }

  /// Parses the text as XML, and returns its outermost value. Throws the first fault of the text.
  package func parsedMarkup() throws(ForeignFault) -> TextValue {
    if original.markup == nil { original.markup = try MarkupIndex(original) }
    return TextValue(original)
  }

  /// True if the text can only be XML: it begins with an angle bracket.
  var isMarkup: Bool { original.isMarkup }

  /// Converts a fault to an error with line, column and excerpt.
  package func error(_ fault: ForeignFault) -> SceneError {
    located(SceneFault(fault.reason, at: fault.offset, related: fault.related))
  }
}

extension TextValue {
  /// Returns true if two texts have the same bytes.
  static func isSame(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Bool {
    guard a.count == b.count, let start = a.baseAddress, let other = b.baseAddress else { return a.count == b.count }
    return memcmp(start, other, a.count) == 0
  }

  /// Returns true if two JSON texts of scalars denote the same value, such as `1` and `1.0`.
  static func areSame(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Bool {
    if isSame(a, b) { return true }
    guard let a = try? JSON.parse(a), let b = try? JSON.parse(b) else { return false }
    return switch (a, b) {
    case (.int(let a), .double(let b)): Double(a) == b
    case (.double(let a), .int(let b)): a == Double(b)
    default: a == b
    }
  }

  /// Returns the value that begins at an offset of the same text; the offset is not checked.
  package func value(atOffset offset: Int) -> TextValue { TextValue(offset, in: self) }

  /// Returns a span of the same text.
  package func text(_ span: Range<Int>) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: base + span.lowerBound, count: span.count)
  }

  /// Creates the outermost value of a text that was validated as JSON.
  init(_ text: TextBytes) {
    (base, offset) = (text.base, TrustedText.blanks(text.base) - text.base)
    (document, isOutermost) = (.passUnretained(text), true)
  }
}
