/// Rules for text that may be written to a terminal.
enum TerminalLaws {
  /// Returns true if a text contains no control or direction characters except line breaks.
  static func isHarmless(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      switch scalar.value {
      case 0x0A: true
      case 0..<0x20, 0x7F..<0xA0, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0x061C: false
      default: true
      }
    }
  }
}
