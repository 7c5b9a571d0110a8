/// Conversions between file names, which may be any bytes, and texts.
///
/// The text of a UTF-8 name is the name itself. Each byte that is not part of valid UTF-8 becomes a private-use scalar,
/// from U+10FE80 for 0x80 to U+10FEFF for 0xFF. If the name itself contains a scalar of that range, the bytes of this
/// scalar are represented in the same way. So every name has exactly one text, from which its bytes can be restored.
///
/// ```swift
/// let text = FileName.text(of: [0x61, 0xFF])  // "a\u{10FEFF}"
/// FileName.bytes(of: text)                    // [0x61, 0xFF]
/// FileName.shown(text)                        // "a\xff", for people and for JSON
/// ```
///
/// All paths in the program are such texts. The functions of `FileCalls.swift` convert them to bytes.
package enum FileName {
  /// Converts the bytes of a file name or path to a text, from which they can be restored.
  package static func text(of bytes: some Collection<UInt8>) -> String {
    if let text = String(validating: bytes, as: UTF8.self), !hasMarks(text) { return text }
    var text = String.UnicodeScalarView()
    var (rest, parser) = (bytes.makeIterator(), Unicode.UTF8.ForwardParser())
    var place = bytes.startIndex
    while true {
      let count: Int
      switch parser.parseScalar(from: &rest) {
      case .valid(let encoded):
        let scalar = Unicode.UTF8.decode(encoded)
        if byte(scalar) == nil {
          text.append(scalar)
          place = bytes.index(place, offsetBy: encoded.count)
          continue
        }
        count = encoded.count
      case .error(let length): count = length
      case .emptyInput: return String(text)
      }
      for _ in 0..<count {
        if let mark = Unicode.Scalar(base + UInt32(bytes[place])) { text.append(mark) }
        place = bytes.index(after: place)
      }
    }
  }

  /// Converts a zero-terminated name from the system to a text.
  package static func text(of name: UnsafePointer<CChar>) -> String {
    var count = 0
    while name[count] != 0 { count += 1 }
    return text(of: UnsafeBufferPointer(start: name, count: count).map(UInt8.init(bitPattern:)))
  }

  /// Converts the text of a name back to the bytes of the name.
  package static func bytes(of text: String) -> [UInt8] {
    guard hasMarks(text) else { return Array(text.utf8) }
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars {
      if let byte = byte(scalar) { bytes.append(byte) } else { bytes += Array(UTF8.encode(scalar) ?? .init()) }
    }
    return bytes
  }

  /// Returns the name as ordinary text; nil if its bytes are not UTF-8.
  package static func plain(_ text: String) -> String? {
    hasMarks(text) ? String(validating: bytes(of: text), as: UTF8.self) : text
  }

  /// Returns the name for display, with each byte that is not valid UTF-8 in the form `\xff`.
  package static func shown(_ text: String) -> String {
    if let plain = plain(text) { return plain }
    return text.unicodeScalars.reduce(into: "") { shown, scalar in
      if let byte = byte(scalar) { shown += escape(byte) } else { shown.unicodeScalars.append(scalar) }
    }
  }

  /// Returns the byte that a scalar of a name's text represents; nil if the scalar represents itself.
  package static func byte(_ scalar: Unicode.Scalar) -> UInt8? {
    (base + 0x80...base + 0xFF).contains(scalar.value) ? UInt8(scalar.value - base) : nil
  }

  /// Returns a byte in the form `\xff`.
  package static func escape(_ byte: UInt8) -> String { (byte < 0x10 ? "\\x0" : "\\x") + String(byte, radix: 16) }

  private static let base: UInt32 = 0x10FE00

  /// Returns true if the text has a scalar that represents a byte.
  private static func hasMarks(_ text: String) -> Bool {
    // The UTF-8 of all these scalars begins with 0xF4.
    text.utf8.contains(0xF4) && text.unicodeScalars.contains { byte($0) != nil }
  }
}
