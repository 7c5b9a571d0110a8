package import InspectorKit
internal import JSONText

/// A writer of SVG text, with identical bytes for identical drawings on every machine.
///
/// ```swift
/// var writer = SVGWriter(idPrefix: "star")
/// writer.append(canvas.displayList)
/// writer.bytes  // <path d="M…" fill="#FFCC00"/>
/// ```
package struct SVGWriter {
  /// The text written so far, in UTF-8.
  package var bytes: [UInt8] = []

  /// The prefix of the ids of gradients, clips and filters. It is different for each object of a picture.
  private let idPrefix: String
  private var idCount = 0

  /// True if the width of a drawn character is a guess, since the font lacks the character.
  package internal(set) var hasGuessedText = false

  /// Creates a writer without text.
  ///
  /// - Parameter idPrefix: the prefix of all ids, which may be any text.
  package init(idPrefix: String = "") { self.idPrefix = Self.plain(idPrefix) }

  /// The value of `font-family`: the font in which text is measured, and similar fonts for viewers without it.
  package static let fontFamily = "'DejaVu Sans', Verdana, sans-serif"

  /// Appends the start tag of a picture and its background.
  ///
  /// - Parameters:
  ///   - bounds: the part of the drawing to show, in points.
  ///   - scale: the number of pixels for each point.
  ///   - background: the colour behind the drawing; nil for none.
  package mutating func beginPicture(_ bounds: Rect, scale: Double = 1, background: Color? = nil) {
    append("<svg xmlns=\"http://www.w3.org/2000/svg\"")
    attribute("width", bounds.width * scale)
    attribute("height", bounds.height * scale)
    attribute("viewBox", [bounds.x, bounds.y, bounds.width, bounds.height])
    append(" font-family=\"\(Self.fontFamily)\" stroke-miterlimit=\"10\">\n")
    if let background { append([.fill(Path(bounds), .color(background), .nonzero)]) }
  }

  /// Appends the end tag of the picture.
  package mutating func endPicture() { append("</svg>\n") }

  /// Begins a group whose contents are moved by an offset; `</g>` ends it.
  package mutating func beginGroup(translatedBy offset: Point) {
    append("<g")
    translate(by: offset)
    append(">\n")
  }

  /// Begins a group whose contents are clipped to a path; `</g>` ends it.
  mutating func beginGroup(clippedTo clip: Path) {
    let id = define(clip)
    append("<g clip-path=\"url(#\(id))\">\n")
  }

  /// Appends the attribute that moves an element by an offset.
  mutating func translate(by offset: Point) {
    append(" transform=\"translate(")
    append([offset.x, offset.y])
    append(")\"")
  }

  /// Returns a new id for a gradient, a clip or a filter.
  mutating func nextID() -> String {
    idCount += 1
    return "\(idPrefix)-\(idCount)"
  }

  /// Returns a text encoded as the id of an element: `_`, then ASCII letters, digits and `-` unchanged, and every other
  /// byte of the UTF-8 as `_` and two hexadecimal digits. Different texts have different ids.
  private static func plain(_ text: String) -> String {
    var plain = "_"
    for byte in text.utf8 {
      let isPlain = byte | 0x20 &- 0x61 < 26 || byte &- 0x30 < 10 || byte == UInt8(ascii: "-")
      plain += isPlain ? String(UnicodeScalar(byte)) : "_\(String(UInt16(byte) | 0x100, radix: 16).dropFirst())"
    }
    return plain
  }

  // MARK: text

  /// Appends text without escaping.
  package mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// Appends ` name="text"` with XML's special characters escaped.
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

  /// Appends ` name="numbers"`, with blanks between the numbers.
  mutating func attribute(_ name: String, _ numbers: [Double]) {
    append(" \(name)=\"")
    append(numbers)
    append("\"")
  }

  /// Appends text with XML's special characters escaped. Characters that XML does not allow become U+FFFD.
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

  /// Appends numbers, separated by blanks.
  package mutating func append(_ numbers: [Double]) {
    for (place, number) in numbers.enumerated() {
      if place > 0 { append(" ") }
      append(number)
    }
  }

  /// Appends a number, rounded to three decimals; 0 for a number that is not finite.
  package mutating func append(_ number: Double) {
    let rounded = (number * 1000).rounded() / 1000
    // The output must contain neither -0 nor NaN or infinity.
    JSONNumber.append(rounded.isFinite && rounded != 0 ? rounded : 0, to: &bytes)
  }
}
