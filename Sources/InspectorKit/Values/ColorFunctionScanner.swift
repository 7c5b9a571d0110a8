/// A scanner of a colour function's text from left to right: the name, the values with their separators, the closing
/// parenthesis.
struct ColorFunctionScanner {
  private let text: UnsafeRawBufferPointer
  private var offset = 0

  init(_ text: UnsafeRawBufferPointer) {
    self.text = text
  }

  /// Returns true if a string begins like a function: with a word and an opening parenthesis.
  static func isFunction(_ text: UnsafeRawBufferPointer) -> Bool {
    guard let open = text.firstIndex(of: UInt8(ascii: "(")), open > 0 else { return false }
    return text[..<open].allSatisfy(isNameByte)
  }

  /// Returns true for the bytes of names: ASCII letters, digits and hyphens.
  static func isNameByte(_ byte: UInt8) -> Bool { isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "-") }

  /// Reads a word and the whitespace around it. Returns the word in lower case; an empty string if there is none.
  mutating func word() -> String {
    skipBlanks()
    let start = offset
    while let byte = next, Self.isNameByte(byte) { offset += 1 }
    defer { skipBlanks() }
    return string(start..<offset).lowercased()
  }

  /// Reads the function's name and the opening parenthesis. Returns the name in lower case.
  mutating func name() -> String {
    let open = text.firstIndex(of: UInt8(ascii: "(")) ?? text.count
    offset = min(open + 1, text.count)
    return string(0..<open).lowercased()
  }

  /// Reads all values up to the closing parenthesis. Returns the values and, between each two, the separator: a comma,
  /// a slash or a space. Throws an error if a value is not allowed, or if the text does not end with the closing
  /// parenthesis.
  mutating func values(
    of model: ColorFunction.Model
  ) throws(ColorFunctionProblem) -> (values: [ColorFunctionValue], separators: [UInt8]) {
    var values: [ColorFunctionValue] = []
    var separators: [UInt8] = []
    skipBlanks()
    while next != UInt8(ascii: ")") || !separators.isEmpty {
      let role = ColorFunctionProblem.Role(values.count, of: model)
      values.append(try value(role, hasCommas: separators.contains(UInt8(ascii: ","))))
      skipBlanks()
      guard let byte = next else { throw .unclosed }
      if byte == UInt8(ascii: ")") { break }
      let isMark = byte == UInt8(ascii: ",") || byte == UInt8(ascii: "/")
      // Values need no space between them if the end of the first is unambiguous: `10%20%30%`.
      separators.append(isMark ? byte : UInt8(ascii: " "))
      if isMark { offset += 1 }
      skipBlanks()
    }
    offset += 1
    guard offset == text.count else { throw .trailing(string(offset..<text.count)) }
    return (values, separators)
  }

  private mutating func value(
    _ role: ColorFunctionProblem.Role, hasCommas: Bool
  ) throws(ColorFunctionProblem) -> ColorFunctionValue {
    guard next != nil else { throw .unclosed }
    let start = offset
    let number = number()
    let wordStart = offset
    if number != nil, next == UInt8(ascii: "%") { offset += 1 } else { skipWord() }
    let word = string(wordStart..<offset).lowercased()
    guard let unit = ColorFunctionValue.Unit(rawValue: word), (unit == .missing) == (number == nil), unit.fits(role)
    else {
      // If there is no word, the offending text is the next character.
      let found = offset > start ? string(start..<offset) : String(string(start..<text.count).prefix(1))
      throw .value(found, role, hasCommas: hasCommas)
    }
    return ColorFunctionValue(number: number ?? 0, unit: unit, text: string(start..<offset))
  }

  /// Reads a number in CSS notation (Syntax Module Level 3, §4.3.12): all of `+.5e1`, but only the `5` of `5.`.
  /// Returns nil if no number follows.
  private mutating func number() -> Double? {
    guard let end = numberEnd(at: offset) else { return nil }
    defer { offset = end }
    return Double(string(offset..<end))
  }

  /// Returns the end offset of the number that begins at an offset; nil if no number begins there. A number needs no
  /// space before it: `1-2.5.5` is three numbers.
  private func numberEnd(at start: Int) -> Int? {
    var end = start
    func byte(_ i: Int) -> UInt8 { i < text.count ? text[i] : 0 }
    func isSign(_ i: Int) -> Bool { byte(i) == UInt8(ascii: "+") || byte(i) == UInt8(ascii: "-") }
    func skipDigits() { while Self.isDigit(byte(end)) { end += 1 } }
    if isSign(end) { end += 1 }
    guard Self.isDigit(byte(end)) || byte(end) == UInt8(ascii: ".") && Self.isDigit(byte(end + 1)) else { return nil }
    skipDigits()
    if byte(end) == UInt8(ascii: "."), Self.isDigit(byte(end + 1)) {
      end += 1
      skipDigits()
    }
    if byte(end) | 0x20 == UInt8(ascii: "e") {
      let digits = end + (isSign(end + 1) ? 2 : 1)
      if Self.isDigit(byte(digits)) {
        end = digits
        skipDigits()
      }
    }
    return end
  }

  /// Skips the unit or the word of a value that is not a percentage: up to whitespace, a punctuation mark, or a number
  /// that follows it directly.
  private mutating func skipWord() {
    guard numberEnd(at: offset) == nil else { return }
    while let byte = next, Self.isNameByte(byte) { offset += 1 }
    guard numberEnd(at: offset) == nil else { return }
    while let byte = next, !Self.isBlank(byte), !",/()%".utf8.contains(byte) { offset += 1 }
  }

  private mutating func skipBlanks() {
    while let byte = next, Self.isBlank(byte) { offset += 1 }
  }

  private var next: UInt8? { offset < text.count ? text[offset] : nil }

  private func string(_ range: Range<Int>) -> String { String(decoding: text[range], as: UTF8.self) }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
  private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- UInt8(ascii: "a") < 26 }

  /// Returns true for the whitespace characters of CSS.
  static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0C || byte == 0x0D
  }
}
