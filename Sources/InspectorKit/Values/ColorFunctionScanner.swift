/// Reads the text of a colour's function from the left: name, values with what separates them, closing parenthesis.
struct ColorFunctionScanner {
  private let text: UnsafeRawBufferPointer
  private var offset = 0

  init(_ text: UnsafeRawBufferPointer) {
    self.text = text
  }

  /// Whether a text is meant as a function: a word with an opening parenthesis after it.
  static func isFunction(_ text: UnsafeRawBufferPointer) -> Bool {
    guard let open = text.firstIndex(of: UInt8(ascii: "(")), open > 0 else { return false }
    return text[..<open].allSatisfy(isNameByte)
  }

  /// Letters, digits and hyphens, which names consist of.
  static func isNameByte(_ byte: UInt8) -> Bool { isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "-") }

  /// A word in lower case, with the blanks around it; empty where there is none.
  mutating func word() -> String {
    skipBlanks()
    let start = offset
    while let byte = next, Self.isNameByte(byte) { offset += 1 }
    defer { skipBlanks() }
    return string(start..<offset).lowercased()
  }

  /// The name in lower case; the scanner then stands after its parenthesis.
  mutating func name() -> String {
    let open = text.firstIndex(of: UInt8(ascii: "(")) ?? text.count
    offset = min(open + 1, text.count)
    return string(0..<open).lowercased()
  }

  /// All values, and what stands between them: a comma, a slash or a blank. The text ends with the parenthesis.
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
      // Values need no blank between them where it is plain where one ends: `10%20%30%`.
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
    let unit = number == nil ? (word == "none" ? .missing : nil) : ColorFunctionValue.Unit(word)
    guard let unit, unit.fits(role) else {
      // Where no word stands, some other mark does.
      let found = offset > start ? string(start..<offset) : String(string(start..<text.count).prefix(1))
      throw .value(found, role, hasCommas: hasCommas)
    }
    return ColorFunctionValue(number: number ?? 0, unit: unit, text: string(start..<offset))
  }

  /// A number as CSS writes it (Syntax Module Level 3, §4.3.12): `+.5e1` is one, of `5.` only the `5`.
  private mutating func number() -> Double? {
    guard let end = numberEnd(at: offset) else { return nil }
    defer { offset = end }
    return Double(string(offset..<end))
  }

  /// The end of the number that begins at an offset; nil where none does. A number needs no blank after another one:
  /// `1-2.5.5` is three.
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

  /// Goes to what ends a value that is no percentage: a blank, a mark, or the next number after a unit or none.
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

  /// The white space of CSS.
  static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0C || byte == 0x0D
  }
}
