internal import InspectorKit
internal import JSONText
internal import SceneDocument

/// Conversions of values between scenes and foreign documents.
struct FormatSpelling: Sendable {
  var colors = FormatColors()

  /// The member names of points, sizes and rectangles that are JSON objects, by the name of the type. Types without an
  /// entry use the member names of scenes.
  var objects: [String: [String]] = [:]

  /// The possible numbers of key paths for a property, for messages.
  static let keyCounts = "one key path, 2 of a Point or a Size, or 4 of a Rect"

  /// The form of a value in the scene. A nil text stands for the text in the document.
  struct Form {
    var text: [UInt8]?
  }

  /// Returns the form of a constant value as an attribute; nil if the value cannot be an attribute, such as an
  /// expression.
  ///
  /// - Parameter type: the name of the value's type; nil to infer it from the JSON text.
  func form(of value: TextValue, as type: String?) -> Form? {
    if let parts = type.flatMap(Self.parts), value.kind == .array {
      let elements = value.elements
      guard elements.count == parts.count, elements.allSatisfy({ $0.kind == .number }) else { return nil }
      return Form(text: Self.object(zip(parts, elements.map { Array($0.text) }).map { ($0, $1) }))
    }
    if let type, let parts = Self.parts(of: type), value.kind == .object {
      // Further members remain in the document, and are not part of the value.
      let members = zip(parts, objects[type] ?? parts).compactMap { part, name in
        value.member(name).map { (part, Array($0.text)) }
      }
      return members.count == parts.count ? Form(text: Self.object(members)) : nil
    }
    guard value.isScalar, type != nil || value.kind != .null else { return nil }
    if type == PropertyType.color.rawValue {
      if let text = value.string { return Form(text: colors.sceneText(text)) }
      if value.kind == .number { return Form(text: colors.sceneText(ofNumber: value.text)) }
    }
    return Form(text: nil)
  }

  /// Returns the text that the scene reads back after the document stores a value. Throws a refusal if the document
  /// cannot represent the value.
  func spelling(
    of text: [UInt8], like old: UnsafeRawBufferPointer?, as type: String?
  ) throws(ForeignRefusal) -> [UInt8] {
    guard !text.elementsEqual("null".utf8) else {
      // Few formats allow null, so it is written only in place of an existing null.
      let isNull = type == PropertyType.color.rawValue ? old.map(colors.isNone) : old.map { $0.elementsEqual(text) }
      guard isNull == true else { throw .noNull }
      return text
    }
    if type == PropertyType.color.rawValue { return try colors.spelling(of: text, like: old) }
    guard let type, let parts = Self.parts(of: type) else {
      // The document would read a list or an object as several values or none.
      guard text.first != UInt8(ascii: "{"), text.first != UInt8(ascii: "[") else {
        throw .wrongForm(String(decoding: text, as: UTF8.self), type: type ?? "value")
      }
      return text
    }
    return Self.object(zip(parts, try Self.numbers(in: text, parts, type)).map { ($0, $1) })
  }

  /// Returns the document's text for a value.
  ///
  /// - Parameter text: the text in the scene, as returned by ``spelling(of:like:as:)``.
  func written(_ text: [UInt8], like old: UnsafeRawBufferPointer?, as type: String?) -> [UInt8] {
    if type == PropertyType.color.rawValue { return colors.written(text, like: old) }
    guard let type, let parts = Self.parts(of: type), let numbers = try? Self.numbers(in: text, parts, type) else {
      return text
    }
    let names = objects[type]
    if let old, old.first == UInt8(ascii: "{") {
      return zip(names ?? parts, numbers).reduce(Array(old)) { SceneDocument.object($0, setting: $1.0, to: $1.1) }
    }
    guard let names, old?.first != UInt8(ascii: "[") else { return Self.array(numbers, like: old) }
    return Array("{ ".utf8) + Self.members(zip(names, numbers).map { ($0, $1) }) + Array(" }".utf8)
  }

  /// Returns the text of a value in the notation of its mirror.
  ///
  /// - Parameter text: the text in the scene.
  static func mirrored(_ text: [UInt8], as spelling: ForeignLeaf.Mirror.Spelling, type: String?) -> [UInt8] {
    switch spelling {
    case .value: return text
    case .number: return FormatColors.number(of: text) ?? text
    case .list:
      let numbers = numbers(in: text, type)
      guard !numbers.isEmpty else { return text }
      return JSONString.quoted(String(decoding: Array(numbers.joined(separator: ",".utf8)), as: UTF8.self))
    }
  }

  /// Returns the component names of a Point, Size or Rect; nil for any other type.
  static func parts(of type: String) -> [String]? {
    // Most values have types with longer names, such as `String` and `Double`.
    if type.utf8.count > 5 { return nil }
    return partNames.first { $0.type.isExactly(type) }?.parts
  }

  private static let partNames: [(type: String, parts: [String])] = [
    (PropertyType.point.rawValue, ["x", "y"]), (PropertyType.size.rawValue, ["width", "height"]),
    (PropertyType.rect.rawValue, ["x", "y", "width", "height"]),
  ]

  /// Returns a scene's JSON object for a Point, Size or Rect with the given numbers.
  static func object(of type: String, _ numbers: [[UInt8]]) -> [UInt8] {
    object(zip(parts(of: type) ?? [], numbers).map { ($0, $1) })
  }

  /// Returns the texts of the numbers in a scene's Point, Size or Rect; empty for a value of a different form.
  static func numbers(in text: [UInt8], _ type: String?) -> [[UInt8]] {
    guard let type, let parts = parts(of: type) else { return [] }
    return (try? numbers(in: text, parts, type)) ?? []
  }

  private static func object(_ members: [(String, [UInt8])]) -> [UInt8] {
    [0x7B] + self.members(members) + [0x7D]
  }

  private static func members(_ members: [(String, [UInt8])]) -> [UInt8] {
    Array(members.map { "\"\($0)\": ".utf8 + $1 }.joined(separator: ", ".utf8))
  }

  /// Returns the texts of the numbers in a value such as `{"x": 1, "y": 2}`. Throws a refusal if the value has a
  /// different form.
  private static func numbers(
    in text: [UInt8], _ parts: [String], _ type: String
  ) throws(ForeignRefusal) -> [[UInt8]] {
    let found: [String: [UInt8]]? = text.withUnsafeBytes { bytes in
      var reader = JSONReader(bytes)
      var found: [String: [UInt8]] = [:]
      do {
        try reader.beginObject()
        while let key = try reader.nextKey() { found[JSONString.decode(key)] = Array(try reader.rawValue()) }
      } catch {
        return nil
      }
      return found
    }
    let numbers = parts.compactMap { found?[$0] }.filter { $0.first.map { $0 == 0x2D || (0x30...0x39) ~= $0 } ?? false }
    guard numbers.count == parts.count, found?.count == parts.count else {
      throw .wrongForm(String(decoding: text, as: UTF8.self), type: type)
    }
    return numbers
  }

  /// Returns a JSON array of numbers with the whitespace of the former array.
  private static func array(_ numbers: [[UInt8]], like old: UnsafeRawBufferPointer?) -> [UInt8] {
    guard let old, old.first == UInt8(ascii: "["), let gaps = gaps(in: old, count: numbers.count) else {
      return [0x5B] + Array(numbers.joined(separator: ", ".utf8)) + [0x5D]
    }
    return zip(gaps, numbers).reduce(into: []) { $0 += $1.0 + $1.1 } + (gaps.last ?? [])
  }

  /// Returns the texts before, between and after the numbers of an array; nil if the array does not contain `count`
  /// numbers.
  private static func gaps(in array: UnsafeRawBufferPointer, count: Int) -> [[UInt8]]? {
    var gaps: [[UInt8]] = [[]]
    var isNumber = false
    for byte in array {
      let isPart = byte > 0x20 && byte != 0x2C && byte != 0x5B && byte != 0x5D
      if isPart {
        isNumber = true
        continue
      }
      if isNumber { gaps.append([]) }
      isNumber = false
      gaps[gaps.count - 1].append(byte)
    }
    return gaps.count == count + 1 ? gaps : nil
  }
}
