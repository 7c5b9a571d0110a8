/// A writer of small binary records: integers in as few bytes as they need (LEB128), and runs of bytes preceded by
/// their length.
package struct ByteWriter {
  package var bytes: [UInt8] = []

  package init() {}

  /// Writes a non-negative integer, with seven bits in each byte, the lowest bits first.
  package mutating func add(_ number: Int) {
    var rest = UInt(bitPattern: number)
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  package mutating func add(_ text: UnsafeRawBufferPointer) {
    add(text.count)
    bytes.append(contentsOf: text)
  }

  package mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { add(UnsafeRawBufferPointer($0)) }
  }
}

/// A reader of the output of a `ByteWriter`. The bytes may be damaged in any way; a function that cannot read them
/// throws an error.
package struct ByteReader {
  /// The error for bytes that a `ByteWriter` never writes.
  package struct Damage: Error, Hashable {
    package init() {}
  }

  private let bytes: ArraySlice<UInt8>
  private var place: Int

  package init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    place = bytes.startIndex
  }

  package var isAtEnd: Bool { place == bytes.endIndex }

  /// The unread bytes.
  package var rest: ArraySlice<UInt8> { bytes[place...] }

  package mutating func number() throws(Damage) -> Int {
    var number: UInt = 0
    var shift: UInt = 0
    while place < bytes.endIndex, shift < 63 {
      let byte = bytes[place]
      place += 1
      number |= UInt(byte & 0x7F) << shift
      if byte < 0x80 {
        guard let number = Int(exactly: number) else { throw Damage() }
        return number
      }
      shift += 7
    }
    throw Damage()
  }

  package mutating func take(_ count: Int) throws(Damage) -> ArraySlice<UInt8> {
    guard count >= 0, count <= bytes.endIndex - place else { throw Damage() }
    defer { place += count }
    return bytes[place..<place + count]
  }

  package mutating func run() throws(Damage) -> ArraySlice<UInt8> { try take(try number()) }

  package mutating func text() throws(Damage) -> String { String(decoding: try run(), as: UTF8.self) }
}
