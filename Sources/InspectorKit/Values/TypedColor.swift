/// A colour parsed from text in any form of CSS, with information about that text.
///
/// The user can type all these forms. A scene may store only some of them, so that other programs can read the scene:
/// hexadecimal digits, CSS names, `rgb()` and `hsl()`, without comments and escapes, as the schema of scenes defines.
///
/// ```swift
/// try TypedColor("#3366FF")            // `isStorable` and `isEightBit`
/// try TypedColor("hsl(225 100% 60%)")  // the same colour; `isStorable`
/// try TypedColor("oklch(0.9 0.4 150)") // `isClipped`, because the colour is outside sRGB
/// try TypedColor("≈#3366FF")           // #3366FF; output marks approximate colours in this way
/// ```
package struct TypedColor {
  package let color: Color

  /// True if a scene may store the text unchanged.
  package private(set) var isStorable = true

  /// True if the text specifies each component with 8 bits: by hexadecimal digits, by a name, or by `rgb()` with whole
  /// numbers and an opacity that 8 bits represent exactly.
  package private(set) var isEightBit = true

  /// True if the colour is outside sRGB and was clipped to it.
  package private(set) var isClipped = false

  package init(_ text: String) throws(PropertyValueError) {
    self = try Array(text.utf8).withUnsafeBufferPointer { bytes throws(PropertyValueError) in
      try TypedColor(utf8: UnsafeRawBufferPointer(bytes))
    }
  }

  init(utf8 text: UnsafeRawBufferPointer) throws(PropertyValueError) {
    if let color = Color(plain: text) { self.color = color } else { self = try Self.rare(text) }
  }

  private init(_ color: Color) { self.color = color }

  private init(_ function: ColorFunction) {
    color = function.color
    isStorable = function.model.isStorable
    isClipped = function.isClipped
    isEightBit =
      function.model == .rgb && color.rgba != nil
      && function.values[..<3].allSatisfy { $0.unit == .number && $0.number == $0.number.rounded() }
  }

  /// Parses less common input: functions, `≈#…`, invalid text, and text with comments, escapes or whitespace around it.
  /// The function is separate so that common input is parsed fast.
  @inline(never)
  private static func rare(_ text: UnsafeRawBufferPointer) throws(PropertyValueError) -> TypedColor {
    guard let plain = unescaped(text) else { return try read(text) }
    var typed = try plain.withUnsafeBufferPointer { bytes throws(PropertyValueError) in
      try read(UnsafeRawBufferPointer(bytes))
    }
    typed.isStorable = false
    return typed
  }

  /// Parses text without comments or escapes.
  private static func read(_ text: UnsafeRawBufferPointer) throws(PropertyValueError) -> TypedColor {
    let end = (text.lastIndex { !ColorFunctionScanner.isBlank($0) } ?? -1) + 1
    let start = text.firstIndex { !ColorFunctionScanner.isBlank($0) } ?? end
    let text = UnsafeRawBufferPointer(rebasing: text[start..<end])
    if let color = Color(plain: text) { return TypedColor(color) }
    if text.starts(with: "≈#".utf8), let color = Color(plain: .init(rebasing: text.dropFirst("≈".utf8.count))) {
      var typed = TypedColor(color)
      typed.isStorable = false
      return typed
    }
    let found = String(decoding: text, as: UTF8.self)
    if text.first == UInt8(ascii: "#") { throw .hexColor(found: found) }
    guard ColorFunctionScanner.isFunction(text) else {
      let name = DidYouMean.suggestion(for: found, among: ColorNames.all)
      throw .unknownColor(name: found, suggestion: name ?? Color("#\(found)").map { _ in "#\(found)" })
    }
    do throws(ColorFunctionProblem) {
      return TypedColor(try ColorFunction(text))
    } catch {
      throw .colorFunction(found: found, problem: error, suggestion: ColorFunction.suggestion(for: found))
    }
  }
}

// Comments and escapes of CSS (Syntax Module Level 3, §4.3.2 and §4.3.7) in a colour's text.
extension TypedColor {
  /// Returns the text with each comment replaced by a space, and with escaped letters, digits and hyphens unescaped;
  /// nil if there is nothing to replace.
  private static func unescaped(_ text: UnsafeRawBufferPointer) -> [UInt8]? {
    var plain: [UInt8] = []
    var i = 0
    while i < text.count {
      if let end = endOfComment(text, i) {
        plain.append(UInt8(ascii: " "))
        i = end
      } else if text[i] == UInt8(ascii: "\\"), i + 1 < text.count {
        let (escaped, end) = escape(text, i + 1)
        if let escaped { plain.append(escaped) } else { plain.append(contentsOf: text[i..<end]) }
        i = end
      } else {
        plain.append(text[i])
        i += 1
      }
    }
    return plain.count == text.count ? nil : plain
  }

  private static func endOfComment(_ text: UnsafeRawBufferPointer, _ start: Int) -> Int? {
    guard start + 3 < text.count, text[start] == UInt8(ascii: "/"), text[start + 1] == UInt8(ascii: "*") else {
      return nil
    }
    let star = (start + 2..<text.count - 1).first { text[$0] == UInt8(ascii: "*") && text[$0 + 1] == UInt8(ascii: "/") }
    return star.map { $0 + 2 }
  }

  /// Returns the byte that an escape represents and the offset after the escape. The byte is nil if it is not a letter,
  /// a digit or a hyphen. `start` is the offset after the backslash.
  private static func escape(_ text: UnsafeRawBufferPointer, _ start: Int) -> (byte: UInt8?, end: Int) {
    var (value, end) = (0, start)
    while end < min(text.count, start + 6), let digit = Character(Unicode.Scalar(text[end])).hexDigitValue {
      value = value * 16 + digit
      end += 1
    }
    if end == start {
      value = Int(text[end])
      end += 1
    } else if end < text.count, ColorFunctionScanner.isBlank(text[end]) {
      end += 1
    }
    return (UInt8(exactly: value).flatMap { ColorFunctionScanner.isNameByte($0) ? $0 : nil }, end)
  }
}
