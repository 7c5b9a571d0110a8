import Glibc

@testable import InspectorKit
@testable import JSONText
@testable import Workbench

/// Laws of typed and stored values: a value is written and read back unchanged, numbers equal those of the C library,
/// and no value's text affects a terminal.
enum ValueLaws {
  static func check(_ bytes: [UInt8]) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    for type in PropertyType.allCases {
      try checkTyped(text, as: type)
      try checkJSON(bytes, as: type)
    }
    try checkNumber(bytes, text)
    try checkString(text)
    try checkTerminal(text)
    _ = (PropertyName.label(for: text), DidYouMean.suffix(for: text, among: ["cornerRadius", text]))
    _ = VersionRequirement(text)
  }

  private static func checkTyped(_ text: String, as type: PropertyType) throws {
    do {
      let value = try PropertyValue(parsing: text, as: type)
      try law(value.type == type, "\(text) as \(type) is \(value)")
      let again = try PropertyValue(parsing: value.text, as: type)
      try law(same(again, value), "\(value) is written \(value.text) and read \(again)")
      try checkWritten(value)
      // A String may contain any printable text; control characters are escaped in quotes.
      try law(TerminalLaws.isHarmless(value.text), "\(value) is written with control characters")
    } catch let error as PropertyValueError {
      try law(!error.description.isEmpty && error.description.first?.isUppercase != true, error.description)
    }
  }

  private static func checkJSON(_ bytes: [UInt8], as type: PropertyType) throws {
    let isJSON = (try? bytes.withUnsafeBytes { try JSONSyntax.validate($0) }) != nil
    do {
      let value = try bytes.withUnsafeBytes { bytes in
        var reader = JSONReader(bytes)
        let value = try PropertyValue(json: &reader, as: type)
        try reader.end()
        return value
      }
      try law(isJSON, "\(value) is read of what is no JSON")
      try checkWritten(value)
    } catch let error as PropertyValueError {
      try law(!error.description.isEmpty, "an error without words")
    } catch {
      try law(error is JSONSyntaxError && !isJSON, "what is JSON is refused: \(error)")
    }
  }

  private static func checkWritten(_ value: PropertyValue) throws {
    var bytes: [UInt8] = []
    value.appendJSON(to: &bytes)
    for form in [bytes, Array(value.json.text().utf8), Array(value.bundleJSON.text().utf8)] {
      let again = try form.withUnsafeBytes { bytes in
        var reader = JSONReader(bytes)
        return try PropertyValue(json: &reader, as: value.type)
      }
      try law(same(again, value), "\(value) is written \(String(decoding: form, as: UTF8.self)) and read \(again)")
    }
  }

  /// Returns true if two values have equal bytes, since Swift compares strings by canonical equivalence.
  private static func same(_ a: PropertyValue, _ b: PropertyValue) -> Bool {
    if case .string(let a) = a, case .string(let b) = b { return a.utf8.elementsEqual(b.utf8) }
    return a == b
  }

  private static func checkNumber(_ bytes: [UInt8], _ text: String) throws {
    let double = bytes.withUnsafeBytes { JSONNumber.double($0) }
    let int = bytes.withUnsafeBytes { JSONNumber.int($0) }
    let isNumber = bytes.first.map { $0 == UInt8(ascii: "-") || (0x30...0x39).contains($0) } ?? false
    let isJSON =
      (try? bytes.withUnsafeBytes { try JSONSyntax.validate($0) }) != nil && isNumber
      && bytes.last.map { $0 > 0x20 } ?? false
    let expected = isJSON ? strtod(text, nil) : .nan
    try law(
      double?.bitPattern == (expected.isFinite ? expected.bitPattern : nil), "\(double as Any), strtod \(expected)")
    let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
    let isInteger = isJSON && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
    try law(int == (isInteger ? Int(text) : nil), "\(int as Any) of \(text)")
    guard let double else { return }
    let written = JSONNumber.text(double)
    try law(
      Array(written.utf8).withUnsafeBytes { JSONNumber.double($0) }?.bitPattern == double.bitPattern,
      "\(double) is written \(written)")
  }

  private static func checkString(_ text: String) throws {
    var quoted: [UInt8] = []
    JSONString.append(text, quotedTo: &quoted)
    try quoted.withUnsafeBytes { bytes in
      try JSONSyntax.validate(bytes)
      let raw = UnsafeRawBufferPointer(rebasing: bytes[1..<bytes.count - 1])
      try law(JSONString.decode(raw).utf8.elementsEqual(text.utf8), "quoted and decoded it is another text")
      try law(JSONString.equals(raw, text), "quoted it is not equal")
      try law(!JSONString.equals(raw, text + "x"), "it is equal to more than itself")
    }
  }

  private static func checkTerminal(_ text: String) throws {
    try law(TerminalLaws.isHarmless(TerminalText.escaped(text)), "escaped it holds control characters")
    try law(!TerminalText.escaped(text).contains("\n"), "escaped it has lines")
    let shown = TerminalText.truncated(TerminalText.escaped(text), to: 10)
    try law(TerminalText.width(shown) <= 10, "\(shown) is wider than 10")
  }
}
