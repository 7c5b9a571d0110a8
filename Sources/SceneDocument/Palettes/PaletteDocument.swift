internal import JSONText

/// A palette document (`inspector-palette/1`): named colours that several scenes share.
///
/// ```swift
/// let palette = try PaletteDocument.load(path: "brand.palette.json")
/// try palette.apply([.set(key: "brand", value: Array("\"#3366FF\"".utf8))])
/// _ = try palette.source.saveJob().run()
/// ```
///
/// An edit changes the bytes of its own colours, as in the palette of a scene. Only one task at a time may use a
/// document.
package final class PaletteDocument {
  package static let format = "inspector-palette/1"

  /// The text of the document.
  package let source: TextDocument

  /// The span of the object `colors` in the text as read.
  private let colors: Range<Int>

  /// The text of the object `colors` with all edits.
  private var text: [UInt8]

  /// The key of the splice that replaces the object `colors`.
  private static let spliceKey: UInt32 = 0

  /// Reads and checks a palette document.
  ///
  /// - Throws: an error of the file (`io.open`, `io.read`, `io.changed`, `json.limit`), or the first error in its text,
  ///   with its position.
  package static func load(path: String, limits: SceneLimits = .init()) throws(SceneError) -> PaletteDocument {
    try PaletteDocument(try TextDocument.load(path: path, limits: limits), limits: limits)
  }

  /// Reads and checks the text of a palette document in memory.
  ///
  /// - Parameter name: the name of the text in messages.
  package convenience init(bytes: [UInt8], name: String, limits: SceneLimits = .init()) throws(SceneError) {
    try self.init(try TextDocument(bytes: bytes, name: name, limits: limits), limits: limits)
  }

  private init(_ source: TextDocument, limits: SceneLimits) throws(SceneError) {
    self.source = source
    source.kind = .palette
    let bytes = source.original.buffer
    do {
      if let fault = JSONSyntax.faults(in: bytes, maximumDepth: limits.depth).first { throw fault }
      var rules = PaletteRules(bytes, limits: limits)
      colors = try rules.colors()
      text = Array(bytes[colors])
    } catch let error as JSONSyntaxError {
      throw source.located(SceneFault(error))
    } catch let fault as SceneFault {
      throw source.located(fault)
    } catch {
      throw SceneError(FileRefusal.noMemory(size: bytes.count), file: source.name)
    }
  }

  /// The colours, in the order of the document, with all edits. The offset of an edited or new colour is that of the
  /// object `colors`.
  package var entries: [PaletteEntry] {
    let isEdited = source.isEdited
    return text.withUnsafeBytes { bytes in
      var list: [PaletteEntry] = []
      var reader = JSONReader(bytes)
      do {
        try reader.beginObject()
        while let key = try reader.nextKey() {
          let name = JSONString.decode(key)
          _ = reader.peek()
          let offset = reader.offset
          let value = try reader.rawValue()
          list.append(
            PaletteEntry(
              name: name, value: Array(value), offset: colors.lowerBound + (isEdited ? 0 : offset)))
        }
      } catch {
        // The text was checked when it was read, and edits keep it valid.
      }
      return list
    }
  }

  /// Returns the stored text of a colour; nil if there is no colour of that name.
  package func colorText(_ name: String) -> [UInt8]? { Self.value(of: name, in: text) }

  private static func value(of name: String, in colors: [UInt8]) -> [UInt8]? {
    colors.withUnsafeBytes { bytes in
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

  /// Makes changes of the colours, whose keys are names.
  ///
  /// - Throws: `edit.value` if a value is not JSON text, if the colour of a `setMember` is missing or not an object, or
  ///   if a `rename` names a missing colour or its new name is in use. Nothing is changed then.
  package func apply(_ changes: [AttributeChange]) throws(SceneError) {
    let work = AttributeText()
    text.withUnsafeBytes { work.load($0) }
    do throws(ChangeRefusal) {
      for change in changes { try work.make(change) { AttributeText.EmptyStyle() } }
    } catch {
      throw SceneError(error, file: source.name)
    }
    text = Array(work.text)
    _ = source.splice(colors, with: text, under: Self.spliceKey)
  }
}

/// A check of the members of a palette document, whose text is valid JSON.
private struct PaletteRules {
  private var reader: JSONReader

  init(_ bytes: UnsafeRawBufferPointer, limits: SceneLimits) {
    reader = JSONReader(bytes, maximumDepth: limits.depth)
  }

  /// Returns the span of the object `colors`, or throws the first fault of the document.
  mutating func colors() throws -> Range<Int> {
    guard reader.peek() == 0x7B else {
      throw SceneFault(PaletteRefusal.notAPalette(found: found()), at: reader.offset)
    }
    let start = reader.offset
    var (hasFormat, span) = (false, Range<Int>?.none)
    try reader.beginObject()
    while let key = try reader.nextKey() {
      let byte = reader.peek()
      let offset = reader.offset
      if JSONString.equals(key, "format") {
        guard byte == 0x22 else { throw SceneFault(PaletteRefusal.otherFormat(found()), at: offset) }
        let format = try reader.readString()
        guard format.isExactly(PaletteDocument.format) else {
          throw SceneFault(PaletteRefusal.otherFormat("'\(format)'"), at: offset)
        }
        hasFormat = true
      } else if JSONString.equals(key, "colors") {
        guard byte == 0x7B else {
          throw SceneFault(
            SceneRefusal.wrongMember("colors", expected: "an object of names and colours", found: found()), at: offset)
        }
        let raw = try reader.rawValue()
        span = offset..<(offset + raw.count)
      } else {
        try reader.skipValue()
      }
    }
    if !hasFormat { throw SceneFault(PaletteRefusal.noFormat, at: start) }
    guard let span else { throw SceneFault(PaletteRefusal.noColors, at: start) }
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
