internal import JSONText

/// A document of named values, such as a palette (`inspector-palette/1`) with colours that several scenes share.
///
/// ```swift
/// let palette = try MemberDocument.load(path: "brand.palette.json", as: .palette)
/// try palette.apply([.set(key: "brand", value: Array("\"#3366FF\"".utf8))])
/// _ = try palette.source.saveJob().run()
/// ```
///
/// An edit changes the bytes of its own values, as in the palette of a scene. Only one task at a time may use a
/// document.
package final class MemberDocument {
  /// The text of the document, with all edits.
  package let source: TextDocument

  /// The span of the object that contains the values, in the text as read.
  private let members: Range<Int>

  /// The current text of the object that contains the values.
  private var text: [UInt8]

  /// The key of the splice that replaces the object of the values.
  private static let spliceKey: UInt32 = 0

  /// Reads and checks a document.
  ///
  /// - Throws: an error of the file (`io.open`, `io.read`, `io.changed`, `json.limit`), or the first error in its text,
  ///   with its position.
  package static func load(
    path: String, as format: MemberFormat, limits: SceneLimits = .current
  ) throws(SceneError) -> MemberDocument {
    try MemberDocument(try TextDocument.load(path: path, limits: limits), as: format, limits: limits)
  }

  /// Reads and checks the text of a document in memory.
  ///
  /// - Parameter name: the name of the text in messages.
  package convenience init(
    bytes: [UInt8], name: String, as format: MemberFormat, limits: SceneLimits = .current
  ) throws(SceneError) {
    try self.init(try TextDocument(bytes: bytes, name: name, limits: limits), as: format, limits: limits)
  }

  private init(_ source: TextDocument, as format: MemberFormat, limits: SceneLimits) throws(SceneError) {
    self.source = source
    source.kind = format.kind
    let bytes = source.original.buffer
    do {
      if let fault = JSONSyntax.faults(in: bytes, maximumDepth: limits.depth).first { throw fault }
      var rules = MemberRules(bytes, format, limits: limits)
      members = try rules.members()
      text = Array(bytes[members])
    } catch let error as JSONSyntaxError {
      throw source.located(SceneFault(error))
    } catch let fault as SceneFault {
      throw source.located(fault)
    } catch {
      throw SceneError(FileRefusal.noMemory(size: bytes.count), file: source.name)
    }
  }

  /// The current values, in the order of the document. An edited or new value has the offset of the object that
  /// contains the values.
  package var entries: [MemberEntry] {
    let isEdited = source.isEdited
    return text.withUnsafeBytes { bytes in
      var list: [MemberEntry] = []
      var reader = JSONReader(bytes)
      do {
        try reader.beginObject()
        while let key = try reader.nextKey() {
          let name = JSONString.decode(key)
          _ = reader.peek()
          let offset = reader.offset
          let value = try reader.rawValue()
          list.append(
            MemberEntry(
              name: name, value: Array(value), offset: members.lowerBound + (isEdited ? 0 : offset)))
        }
      } catch {
        // The text was checked when it was read, and edits keep it valid.
      }
      return list
    }
  }

  /// Returns the stored text of a value; nil if there is no value of that name.
  package func value(of name: String) -> [UInt8]? {
    text.withUnsafeBytes { bytes in
      var reader = JSONReader(bytes)
      do {
        try reader.beginObject()
        while let key = try reader.nextKey() {
          if JSONString.decode(key).isExactly(name) { return Array(try reader.rawValue()) }
          try reader.skipValue()
        }
      } catch {
        // The text was checked when it was read, and edits keep it valid.
      }
      return nil
    }
  }

  /// Applies changes to the values; the keys of the changes are the names of the values.
  ///
  /// - Throws: `edit.value` if a value is not JSON text, if the value of a `setMember` is missing or not an object, or
  ///   if a `rename` names a missing colour or its new name is in use. Nothing is changed then.
  package func apply(_ changes: [AttributeChange]) throws(SceneError) {
    let work = AttributeText()
    text.withUnsafeBytes { work.load($0) }
    let style = emptyStyle
    do throws(ChangeRefusal) {
      for change in changes { try work.make(change) { style } }
    } catch {
      throw SceneError(error, file: source.name)
    }
    text = Array(work.text)
    _ = source.splice(members, with: text, under: Self.spliceKey)
  }
}

extension MemberDocument {
  /// The layout for the first value. The value gets its own line if the object of the values begins after a line break.
  private var emptyStyle: AttributeText.EmptyStyle {
    let head = source.original.buffer[..<members.lowerBound]
    guard let end = head.lastIndex(of: 0x0A) else { return AttributeText.EmptyStyle() }
    let isWindows = end > 0 && head[end - 1] == 0x0D
    let indentation = head[(end + 1)...].prefix { $0 == 0x20 || $0 == 0x09 }
    let unit = Array(indentation.first == 0x09 ? "\t".utf8 : "  ".utf8)
    let lead = (isWindows ? [0x0D, 0x0A] : [0x0A]) + Array(indentation)
    return AttributeText.EmptyStyle(before: lead + unit, after: lead, unit: unit, colon: Array(": ".utf8))
  }
}

/// A named value of a ``MemberDocument``.
package struct MemberEntry: Hashable, Sendable {
  package let name: String

  /// The value as JSON text, as written.
  package let value: [UInt8]

  /// The offset of the value in the document as read, in bytes.
  package let offset: Int
}

/// A validator of documents of named values, for texts that are valid JSON.
private struct MemberRules {
  private var reader: JSONReader
  private let format: MemberFormat

  init(_ bytes: UnsafeRawBufferPointer, _ format: MemberFormat, limits: SceneLimits) {
    self.format = format
    reader = JSONReader(bytes, maximumDepth: limits.depth)
  }

  /// Returns the span of the object that contains the values, or throws the first fault of the document.
  mutating func members() throws -> Range<Int> {
    guard reader.peek() == 0x7B else {
      throw SceneFault(MemberDocumentRefusal.notADocument(format, found: found()), at: reader.offset)
    }
    let start = reader.offset
    var (hasFormat, span) = (false, Range<Int>?.none)
    try reader.beginObject()
    while let key = try reader.nextKey() {
      let byte = reader.peek()
      let offset = reader.offset
      if JSONString.equals(key, "format") {
        guard byte == 0x22 else { throw SceneFault(MemberDocumentRefusal.otherFormat(format, found()), at: offset) }
        let name = try reader.readString()
        guard name.isExactly(format.name) else {
          throw SceneFault(MemberDocumentRefusal.otherFormat(format, "'\(name)'"), at: offset)
        }
        hasFormat = true
      } else if JSONString.decode(key).isExactly(format.member) {
        guard byte == 0x7B else {
          throw SceneFault(
            SceneRefusal.wrongMember(format.member, expected: "an object of \(format.contents)", found: found()),
            at: offset)
        }
        let raw = try reader.rawValue()
        span = offset..<(offset + raw.count)
      } else {
        try reader.skipValue()
      }
    }
    if !hasFormat { throw SceneFault(MemberDocumentRefusal.noFormat(format), at: start) }
    guard let span else { throw SceneFault(MemberDocumentRefusal.noMembers(format), at: start) }
    return span
  }

  /// Returns the next value in words, such as `a number`.
  private mutating func found() -> String {
    switch reader.peek() {
    case 0x7B: "an object"
    case 0x5B: "an array"
    default: reader.mismatch("").found
    }
  }
}
