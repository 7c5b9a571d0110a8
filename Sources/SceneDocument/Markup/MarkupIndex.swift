internal import CExpat
internal import JSONText
internal import Synchronization

/// An index of the elements in an XML text, in document order.
///
/// The parser is expat, which reports the offset of each tag. The offsets of attributes are found by scanning a tag
/// again on demand.
package final class MarkupIndex {
  /// An element, given by offsets in the text.
  package struct Element {
    /// The offset of the start tag.
    package var start: Int

    /// The offset after the start tag.
    package var tagEnd: Int

    /// The offset of the end tag; for an empty element such as `<nil/>`, the offset after its only tag.
    package var contentEnd: Int

    /// The offset after the element.
    package var end: Int

    /// The number of the parent element; nil for the outermost element.
    package var parent: Int?

    /// The number of the first element after this element and its descendants.
    package var next: Int

    /// True if the element consists of a single tag, such as `<nil/>`.
    package var isEmptyTag: Bool { contentEnd == end }
  }

  package private(set) var elements: [Element] = []

  /// A number that no other index of the process has.
  package let number = MarkupIndex.numbers.add(1, ordering: .relaxed).newValue

  private static let numbers = Atomic(0)
  private let base: Cursor

  /// The maximum nesting depth of elements, and the number of bytes passed to the parser at once.
  private static let (mostLevels, piece) = (500, 1 << 24)

  /// The state of a parse, which expat's callbacks update.
  private final class Run {
    let base: Cursor
    var elements: [Element] = []
    var open: [Int] = []
    var parser: XML_Parser
    var refusal: MarkupRefusal?

    init(_ base: Cursor, _ parser: XML_Parser) { (self.base, self.parser) = (base, parser) }

    func begin() {
      let (start, count) = (Int(XML_GetCurrentByteIndex(parser)), Int(XML_GetCurrentByteCount(parser)))
      guard open.count < MarkupIndex.mostLevels else { return stop(.tooDeep(limit: MarkupIndex.mostLevels)) }
      elements.append(
        Element(start: start, tagEnd: start + count, contentEnd: 0, end: 0, parent: open.last, next: 0))
      open.append(elements.count - 1)
    }

    func end() {
      guard let number = open.popLast() else { return }
      elements[number].next = elements.count
      let tagEnd = elements[number].tagEnd
      let isEmpty = base[tagEnd - 2] == UInt8(ascii: "/")
      let offset = Int(XML_GetCurrentByteIndex(parser))
      elements[number].contentEnd = isEmpty ? tagEnd : offset
      elements[number].end = isEmpty ? tagEnd : offset + Int(XML_GetCurrentByteCount(parser))
    }

    func stop(_ refusal: MarkupRefusal) {
      if self.refusal == nil { self.refusal = refusal }
      XML_StopParser(parser, XML_FALSE)
    }
  }

  /// Parses a text. Throws the first fault, with its offset in the text.
  init(_ text: TextBytes) throws(ForeignFault) {
    base = text.base
    guard let parser = XML_ParserCreate(nil) else { throw ForeignFault(ForeignRefusal.noMemory, at: 0) }
    defer { XML_ParserFree(parser) }
    let run = Run(base, parser)
    XML_SetUserData(parser, Unmanaged.passUnretained(run).toOpaque())
    XML_SetElementHandler(
      parser, { data, _, _ in MarkupIndex.run(data)?.begin() }, { data, _ in MarkupIndex.run(data)?.end() })
    // Entities could expand a small text to a huge one, and reference other files.
    XML_SetStartDoctypeDeclHandler(parser) { data, _, _, _, _ in MarkupIndex.run(data)?.stop(.hasDoctype) }
    XML_SetXmlDeclHandler(parser) { data, _, encoding, _ in
      guard let encoding else { return }
      let name = FileName.text(of: encoding)
      if !["utf-8", "us-ascii"].contains(name.lowercased()) { MarkupIndex.run(data)?.stop(.encoding(name)) }
    }
    var offset = 0
    repeat {
      let count = min(Self.piece, text.count - offset)
      let isLast = offset + count == text.count
      let start = UnsafeRawPointer(base + offset).assumingMemoryBound(to: CChar.self)
      guard XML_Parse(parser, start, Int32(count), isLast ? 1 : 0) == XML_STATUS_OK else {
        let words = XML_ErrorString(XML_GetErrorCode(parser)).map { FileName.text(of: $0) }
        let fault = run.refusal ?? .notWellFormed(words ?? "unknown error")
        throw ForeignFault(fault, at: min(max(0, Int(XML_GetCurrentByteIndex(parser))), text.count))
      }
      offset += count
    } while offset < text.count
    elements = run.elements
  }

  private static func run(_ data: UnsafeMutableRawPointer?) -> Run? {
    data.map { Unmanaged<Run>.fromOpaque($0).takeUnretainedValue() }
  }

  // MARK: elements

  /// Returns the number of the element that begins at an offset; nil if there is none.
  package func element(at offset: Int) -> Int? {
    var (low, high) = (0, elements.count)
    while low < high {
      let middle = (low + high) / 2
      if elements[middle].start < offset { low = middle + 1 } else { high = middle }
    }
    return low < elements.count && elements[low].start == offset ? low : nil
  }

  /// Returns the numbers of an element's children.
  package func children(of number: Int) -> [Int] {
    var (children, next): ([Int], Int) = ([], number + 1)
    while next < elements[number].next {
      children.append(next)
      next = elements[next].next
    }
    return children
  }

  /// Returns the name of an element's tag.
  package func name(of number: Int) -> String { string(nameSpan(of: number)) }

  /// Returns true if an element's tag has the given name.
  package func isNamed(_ number: Int, _ name: StaticString) -> Bool {
    let span = nameSpan(of: number)
    return span.count == name.utf8CodeUnitCount
      && UnsafeBufferPointer(start: base + span.lowerBound, count: span.count).elementsEqual(
        UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
  }

  private func nameSpan(of number: Int) -> Range<Int> {
    let start = elements[number].start + 1
    var end = start
    while Self.isNamePart(base[end]) { end += 1 }
    return start..<end
  }

  /// Returns true if a byte may occur in the name of a tag or an attribute.
  private static func isNamePart(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte != UInt8(ascii: "=") && byte != UInt8(ascii: ">") && byte != UInt8(ascii: "/")
  }

  /// Returns the numbers of an element's children with the given tag name.
  package func children(of number: Int, named name: StaticString) -> [Int] {
    children(of: number).filter { isNamed($0, name) }
  }

  // MARK: attributes

  /// The spans of an attribute in a tag.
  package struct Attribute {
    package var name: Range<Int>

    /// The span of the value, including its quotes.
    package var value: Range<Int>
  }

  /// Returns the attributes of an element, in order.
  package func attributes(of number: Int) -> [Attribute] {
    Self.attributes(base, nameSpan(of: number).upperBound)
  }

  /// Returns the attributes from an offset to the end of the tag or of the text. The text must end with a zero byte.
  package static func attributes(in text: [UInt8], from start: Int) -> [Attribute] {
    text.withUnsafeBufferPointer { bytes in bytes.baseAddress.map { attributes($0, start) } ?? [] }
  }

  private static func attributes(_ base: Cursor, _ start: Int) -> [Attribute] {
    var attributes: [Attribute] = []
    var offset = start
    func skipBlanks() { while base[offset] &- 1 < 0x20 { offset += 1 } }
    while true {
      skipBlanks()
      let name = offset
      while isNamePart(base[offset]) { offset += 1 }
      guard offset > name else { return attributes }
      let nameEnd = offset
      skipBlanks()
      guard base[offset] == UInt8(ascii: "=") else { return attributes }
      offset += 1
      skipBlanks()
      let (value, quote) = (offset, base[offset])
      guard quote == 0x22 || quote == 0x27 else { return attributes }
      offset += 1
      while base[offset] != quote {
        guard base[offset] != 0 else { return attributes }
        offset += 1
      }
      offset += 1
      attributes.append(Attribute(name: name..<nameEnd, value: value..<offset))
    }
  }

  /// Returns the decoded value of an attribute; nil if the element lacks the attribute.
  package func attribute(_ name: StaticString, of number: Int) -> String? {
    span(of: name, number).map { MarkupText.decoded(text($0.dropFirst().dropLast())) }
  }

  /// Returns the span of an attribute's value, including its quotes; nil if the element lacks the attribute.
  package func span(of name: StaticString, _ number: Int) -> Range<Int>? {
    attributes(of: number).first { attribute in
      attribute.name.count == name.utf8CodeUnitCount
        && attribute.name.enumerated().allSatisfy { base[$1] == name.utf8Start[$0] }
    }?.value
  }

  /// Returns the offset for a new attribute of an element: after the last attribute, or else after the tag's name.
  package func attributesEnd(of number: Int) -> Int {
    attributes(of: number).last?.value.upperBound ?? nameSpan(of: number).upperBound
  }

  // MARK: text

  package func text(_ span: Range<Int>) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: base + span.lowerBound, count: span.count)
  }

  package func string(_ span: Range<Int>) -> String { String(decoding: text(span), as: UTF8.self) }

  /// Returns the start of the run of blanks that ends at an offset.
  package func blanksStart(before offset: Int) -> Int {
    var start = offset
    while start > 0, base[start - 1] &- 1 < 0x20 { start -= 1 }
    return start
  }

  /// Returns the run of blanks that ends at an offset.
  func blanks(before offset: Int) -> [UInt8] { Array(text(blanksStart(before: offset)..<offset)) }

  /// Returns the indentation of an element's line; nil if the element is not the first text on its line.
  func indentation(of number: Int) -> [UInt8]? {
    let blanks = blanks(before: elements[number].start)
    return blanks.lastIndex(of: 0x0A).map { Array(blanks[($0 + 1)...]) }
  }
}
