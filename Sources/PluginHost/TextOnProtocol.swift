internal import InspectorKit

/// A search for text, however short, that a plugin printed where a message was due.
///
/// A message is a length of four bytes and an object, so bytes without a following `{` are no message. Printed text
/// reads as a length of any size: that of a word exceeds the limit, but that of `hi` or an empty line before a message
/// does not.
struct TextOnProtocol {
  private let bytes: ArraySlice<UInt8>

  /// - Parameter bytes: the received bytes that were not taken as a message.
  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  /// Returns the length at an offset; nil if there are too few bytes.
  private func length(at place: Int) -> Int? {
    guard place + 4 <= bytes.count else { return nil }
    return (0..<4).reduce(0) { $0 | Int(bytes[bytes.startIndex + place + $1]) << (8 * $1) }
  }

  /// True if a message begins at an offset.
  private func beginsMessage(at place: Int) -> Bool {
    guard place + 5 <= bytes.count, let length = length(at: place) else { return false }
    return length <= WorkerProtocol.messageLimit && bytes[bytes.startIndex + place + 4] == UInt8(ascii: "{")
  }

  /// The printed text if it is certain: a message follows it, or it is longer than a length.
  var found: String? {
    guard bytes.count >= 4, !beginsMessage(at: 0) else { return nil }
    let lead = leadingText
    for place in 1..<4 where lead.count >= place && beginsMessage(at: place) {
      return Self.line(of: lead.prefix(place))
    }
    // The beginning of a multibyte character may be text as well.
    return lead.count >= 4 ? Self.line(of: lead) : nil
  }

  /// The printed text, given that no more bytes follow; nil if the bytes are no text.
  var last: String? {
    guard !bytes.isEmpty, !beginsMessage(at: 0) else { return nil }
    let lead = leadingText
    return lead.isEmpty || bytes.count >= 4 && lead.count < 2 ? nil : Self.line(of: lead)
  }

  /// The bytes before the first that cannot be part of a text.
  private var leadingText: ArraySlice<UInt8> {
    var end = bytes.startIndex
    while end < bytes.endIndex {
      let byte = bytes[end]
      let count = byte < 0x80 ? 1 : byte < 0xC2 ? 0 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : byte < 0xF5 ? 4 : 0
      let isControl = byte < 0x20 && ![0x09, 0x0A, 0x0D, 0x1B].contains(byte) || byte == 0x7F
      guard count > 0, !isControl, end + count <= bytes.endIndex,
        bytes[(end + 1)..<(end + count)].allSatisfy({ $0 & 0xC0 == 0x80 })
      else { break }
      end += count
    }
    return bytes[..<end]
  }

  /// Returns the first line that is not empty, at most 60 characters; `\n` if all lines are empty.
  private static func line(of text: ArraySlice<UInt8>) -> String {
    let line = String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline).first
    return line.map { String($0.prefix(60)) } ?? "\\n"
  }
}
