/// An input, split into a text and, after the first byte 0xFF (which UTF-8 never contains), choices for the test.
struct FuzzInput {
  let text: [UInt8]
  var choices: Choices

  init(_ bytes: [UInt8]) {
    let end = bytes.firstIndex(of: 0xFF) ?? bytes.count
    text = Array(bytes[..<end])
    choices = Choices(bytes[end...].dropFirst())
  }
}

/// A sequence of bytes for decisions; zeros after its end.
struct Choices {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  var isEmpty: Bool { rest.isEmpty }

  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  /// Returns a number from 0 up to `count`, exclusive.
  mutating func number(below count: Int) -> Int {
    count <= 1 ? 0 : (count <= 256 ? Int(byte()) : Int(byte()) << 8 | Int(byte())) % count
  }

  mutating func one<Element>(of elements: [Element]) -> Element { elements[number(below: elements.count)] }

  /// Returns up to 15 bytes as text; invalid UTF-8 becomes U+FFFD.
  mutating func text() -> String {
    let count = number(below: 16)
    defer { rest = rest.dropFirst(count) }
    return String(decoding: rest.prefix(count), as: UTF8.self)
  }

  mutating func seed() -> UInt64 { (0..<8).reduce(0) { seed, _ in seed << 8 | UInt64(byte()) } }
}

extension [UInt8] {
  /// The parts between the bytes 0xFF.
  var messages: [[UInt8]] {
    split(separator: 0xFF, omittingEmptySubsequences: false).map(Array.init)
  }
}
