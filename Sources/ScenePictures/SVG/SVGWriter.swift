package import InspectorKit
internal import JSONText

/// Writes SVG text: the same bytes for the same drawing, on every machine.
///
/// ```swift
/// var writer = SVGWriter(idPrefix: "star")
/// writer.append(canvas.displayList)
/// writer.bytes  // <path d="M…" fill="#FFCC00"/>
/// ```
package struct SVGWriter {
  package var bytes: [UInt8] = []

  /// What the ids of gradients, clips and filters begin with: different for each object of a picture.
  private let idPrefix: String
  private var idCount = 0

  /// Whether a character was drawn whose width is a guess, since the font lacks it.
  package internal(set) var hasGuessedText = false

  /// - Parameter idPrefix: what the ids inside begin with; any text.
  package init(idPrefix: String = "") { self.idPrefix = Self.plain(idPrefix) }

  /// The font that text is measured in, and what comes close to it where it is missing.
  package static let fontFamily = "'DejaVu Sans', Verdana, sans-serif"

  /// Begins a picture.
  ///
  /// - Parameters:
  ///   - bounds: what of the drawing is shown, in points.
  ///   - scale: how many of the picture's pixels a point has.
  package mutating func beginPicture(_ bounds: Rect, scale: Double = 1, background: Color? = nil) {
    append("<svg xmlns=\"http://www.w3.org/2000/svg\"")
    attribute("width", bounds.width * scale)
    attribute("height", bounds.height * scale)
    append(" viewBox=\"")
    append([bounds.x, bounds.y, bounds.width, bounds.height])
    append("\" font-family=\"\(Self.fontFamily)\" stroke-miterlimit=\"10\">\n")
    if let background { append([.fill(Path(bounds), .color(background), .nonzero)]) }
  }

  /// Ends the picture.
  package mutating func endPicture() { append("</svg>\n") }

  /// An id for a gradient, a clip or a filter.
  mutating func nextID() -> String {
    idCount += 1
    return "\(idPrefix)-\(idCount)"
  }

  /// A text as letters, digits, `-` and `_`, different for different texts, so that a reference can name it.
  private static func plain(_ text: String) -> String {
    var plain = "_"
    for byte in text.utf8 {
      let isPlain = byte | 0x20 &- 0x61 < 26 || byte &- 0x30 < 10 || byte == UInt8(ascii: "-")
      plain += isPlain ? String(UnicodeScalar(byte)) : "_\(String(byte, radix: 16))"
    }
    return plain
  }

  // MARK: text

  /// Appends text as it stands.
  package mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// Appends ` name="text"`, with what XML gives a meaning escaped.
  package mutating func attribute(_ name: String, text: String) {
    append(" \(name)=\"")
    append(escaped: text)
    append("\"")
  }

  /// Appends ` name="number"`.
  package mutating func attribute(_ name: String, _ number: Double) {
    append(" \(name)=\"")
    append(number)
    append("\"")
  }

  /// Appends text with what XML gives a meaning escaped; characters that XML cannot hold become U+FFFD.
  package mutating func append(escaped text: String) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": append("&amp;")
      case "<": append("&lt;")
      case ">": append("&gt;")
      case "\"": append("&quot;")
      case "\t", "\n", "\r": append("&#\(scalar.value);")
      case "\u{0}"..<"\u{20}", "\u{7F}"..<"\u{A0}", "\u{FFFE}", "\u{FFFF}": append("\u{FFFD}")
      default: bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
  }

  /// Appends numbers with blanks between them.
  package mutating func append(_ numbers: [Double]) {
    for (place, number) in numbers.enumerated() {
      if place > 0 { append(" ") }
      append(number)
    }
  }

  /// Appends a number, to a thousandth of a point.
  package mutating func append(_ number: Double) {
    let rounded = (number * 1000).rounded() / 1000
    // Neither -0 nor what is not a number.
    JSONNumber.append(rounded.isFinite && rounded != 0 ? rounded : 0, to: &bytes)
  }
}
