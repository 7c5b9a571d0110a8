/// A method of showing pictures at a terminal.
package enum TerminalPictures: String, CaseIterable {
  /// The graphics protocol of kitty, which WezTerm, Ghostty and Konsole also support.
  case kitty

  /// Coloured block characters.
  case blocks

  /// Detects the method from the environment variables that terminals set; `INSPECTOR_PREVIEW` overrides the result.
  package init(_ environment: [String: String]) {
    let terminal = environment["TERM"] ?? ""
    // A multiplexer does not pass pictures on to the terminal.
    let isMultiplexed = environment["TMUX"] != nil || terminal.hasPrefix("screen") || terminal.hasPrefix("tmux")
    let isKnown =
      environment["KITTY_WINDOW_ID"] != nil || environment["KONSOLE_VERSION"] != nil || terminal == "xterm-kitty"
      || terminal == "xterm-ghostty" || ["WezTerm", "ghostty"].contains(environment["TERM_PROGRAM"] ?? "")
    self =
      environment["INSPECTOR_PREVIEW"].flatMap(Self.init(rawValue:)) ?? (isKnown && !isMultiplexed ? .kitty : .blocks)
  }

  /// Returns the size at which a picture fits the terminal: the number of columns, and the number of pixels per point.
  ///
  /// - Parameters:
  ///   - width: the picture's width in points.
  ///   - height: the picture's height in points.
  ///   - columns: the columns of the terminal.
  ///   - rows: the maximum number of rows for the picture.
  package func size(width: Double, height: Double, columns: Int, rows: Int) -> (columns: Int, scale: Double) {
    let (width, height) = (max(width, 1), max(height, 1))
    // A character is about twice as high as it is wide.
    let fitting = min(Double(columns) / width, 2 * Double(rows) / height)
    switch self {
    case .blocks:
      // The drawn picture includes every pixel that it touches even partly, so the scale must be slightly smaller.
      let scale = min(fitting, Self.mostColumnsPerPoint) * (1 - 1e-6)
      return (Int((width * scale).rounded(.up)), scale)
    case .kitty:
      // The characters of most terminals are about eight points wide; screens have up to two pixels per point.
      let perPoint = min(fitting, 1 / 8)
      return (max(Int((width * perPoint).rounded()), 1), min(2, 16 * perPoint))
    }
  }

  /// The maximum number of columns per point, which limits the enlargement of small objects.
  private static let mostColumnsPerPoint = 2.0
}

// The graphics protocol of kitty (https://sw.kovidgoyal.net/kitty/graphics-protocol/).
extension TerminalPictures {
  /// The maximum number of base64 characters in one escape sequence of the protocol; longer data is split into several
  /// sequences.
  private static let mostInPiece = 4096

  /// Returns the escape sequences that make a terminal show a picture at the cursor.
  ///
  /// - Parameters:
  ///   - png: the bytes of the PNG file.
  ///   - columns: the width of the picture in columns; the height follows from the picture's proportions.
  package static func kitty(png: [UInt8], columns: Int) -> String {
    let data = Array(png.base64.utf8)
    var text = ""
    for start in stride(from: 0, to: data.count, by: mostInPiece) {
      let end = min(start + mostInPiece, data.count)
      // Display at once (a=T), a PNG (f=100), without a reply (q=2); m=1 if more follows.
      let head = start == 0 ? "a=T,f=100,q=2,c=\(columns)," : ""
      text += "\u{1B}_G\(head)m=\(end < data.count ? 1 : 0);"
      text += String(decoding: data[start..<end], as: UTF8.self) + "\u{1B}\\"
    }
    return text
  }
}

extension [UInt8] {
  /// The bytes as base64 text, with padding.
  var base64: String {
    var text: [UInt8] = []
    text.reserveCapacity((count + 2) / 3 * 4)
    for start in stride(from: 0, to: count, by: 3) {
      let part = self[start..<Swift.min(start + 3, count)]
      let bits = part.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - part.count))
      for place in 0..<4 {
        text.append(place <= part.count ? Self.base64Digits[bits >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static let base64Digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
}
