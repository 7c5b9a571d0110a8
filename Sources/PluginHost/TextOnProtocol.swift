internal import InspectorKit

/// A search for text that a plugin printed to its standard output, which is reserved for messages.
///
/// A message is a length of four bytes and a JSON object, so four bytes without a following `{` begin no message. The
/// first bytes of printed text, read as a length, can have any value: four letters exceed the limit for messages, but
/// `hi` or an empty line in front of a message may not.
struct TextOnProtocol {
  private let bytes: ArraySlice<UInt8>

  /// Creates a search in the bytes that were received after the last message.
  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  /// Returns true if a message begins at an offset: four bytes that are a valid length, and a `{`.
  private func beginsMessage(at place: Int) -> Bool {
    let head = bytes.dropFirst(place).prefix(5)
    let length = head.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    return head.count == 5 && length <= WorkerProtocol.messageLimit && head.last == UInt8(ascii: "{")
  }

  /// The first line of the printed text, once the received bytes are certainly text: either a message follows the text,
  /// or at least four bytes of text have arrived. Otherwise nil.
  var found: String? {
    guard bytes.count >= 4, !beginsMessage(at: 0) else { return nil }
    let lead = leadingText
    for place in 1..<4 where lead.count >= place && beginsMessage(at: place) {
      return Self.line(of: lead.prefix(place))
    }
    // If fewer bytes are text, the next ones may be an incomplete multibyte character or part of a length.
    return lead.count >= 4 ? Self.line(of: lead) : nil
  }

  /// The first line of the printed text, for use when no more bytes will follow; nil if the bytes begin a message or
  /// are not text.
  var last: String? {
    guard !bytes.isEmpty, !beginsMessage(at: 0) else { return nil }
    let lead = leadingText
    return lead.isEmpty || bytes.count >= 4 && lead.count < 2 ? nil : Self.line(of: lead)
  }

  /// The bytes before the first byte that cannot be part of UTF-8 text, such as a control character.
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
