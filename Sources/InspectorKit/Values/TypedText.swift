import JSONText

/// A cursor that reads numbers and separators from typed text and skips whitespace.
struct TypedText {
  private var bytes: ArraySlice<UInt8>

  /// Makes a cursor over text, without the whitespace around it.
  init(_ text: String) {
    bytes = Array(text.utf8)[...]
    bytes = bytes.drop(while: Self.isBlank)
    while let last = bytes.last, Self.isBlank(last) { bytes.removeLast() }
  }

  /// The remaining text.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  var isObject: Bool { bytes.first == UInt8(ascii: "{") }

  var atEnd: Bool { bytes.allSatisfy(Self.isBlank) }

  func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try bytes.withUnsafeBufferPointer { bytes throws(Failure) in try body(UnsafeRawBufferPointer(bytes)) }
  }

  /// Reads two numbers with a separator between them; whitespace is allowed before each. Returns nil and reads nothing
  /// if no such pair follows.
  mutating func pair(_ separator: Unicode.Scalar) -> (Double, Double)? {
    var rest = self
    guard let first = rest.number(), rest.skip(separator), let second = rest.number() else { return nil }
    self = rest
    return (first, second)
  }

  /// Skips whitespace and the separator, and returns true. Returns false if no such separator follows. For the
  /// separator `x`, `X` and `×` are accepted, too.
  mutating func skip(_ separator: Unicode.Scalar) -> Bool {
    bytes = bytes.drop(while: Self.isBlank)
    for form in separator == "x" ? ["x", "X", "×"] : [String(separator)] where bytes.starts(with: form.utf8) {
      bytes = bytes.dropFirst(form.utf8.count)
      return true
    }
    return false
  }

  private mutating func number() -> Double? {
    bytes = bytes.drop(while: Self.isBlank)
    let digits = bytes.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || "+-.eE".utf8.contains($0) }
    guard let value = digits.withUnsafeBytes({ JSONNumber.double($0) }) else { return nil }
    bytes = bytes.dropFirst(digits.count)
    return value
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
