/// A pixel picture for colour terminals. It is displayed as block characters, each of which shows two pixels, one above
/// the other.
package struct PixelPicture: Hashable, Sendable {
  package let width: Int
  package let height: Int

  /// The red, green, blue and alpha bytes of each pixel, row by row from the top.
  private let bytes: [UInt8]

  /// Parses the output of `inspector-picture rgba`: a text line with the width and the height, then four bytes per
  /// pixel; nil for bytes of any other form.
  package init?(_ data: [UInt8]) {
    guard let end = data.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    let sides = String(decoding: data[..<end], as: UTF8.self).split(separator: " ").map { Int($0) ?? 0 }
    guard sides.count == 2, sides[0] > 0, sides[1] > 0, data.count - end - 1 == 4 * sides[0] * sides[1] else {
      return nil
    }
    (width, height) = (sides[0], sides[1])
    bytes = Array(data[(end + 1)...])
  }

  /// Returns the picture as lines of text. A pixel that is more than half transparent shows the terminal's background.
  package func lines(_ style: Style) -> [String] {
    stride(from: 0, to: height, by: 2).map { row in
      var line = ""
      var former: (above: [UInt8]?, below: [UInt8]?)?
      for column in 0..<width {
        let cell = (above: pixel(column, row), below: row + 1 < height ? pixel(column, row + 1) : nil)
        if former.map({ $0 == cell }) != true { line += Self.codes(cell.above, cell.below, style) }
        former = cell
        // A block shows one pixel in the foreground and the other in the background.
        line += cell.above == cell.below ? " " : cell.above == nil ? "▄" : "▀"
      }
      return line + "\u{1B}[0m"
    }
  }

  /// Returns the red, green and blue bytes of a pixel; nil if the pixel is more than half transparent.
  private func pixel(_ column: Int, _ row: Int) -> [UInt8]? {
    let start = 4 * (row * width + column)
    return bytes[start + 3] < 128 ? nil : Array(bytes[start..<(start + 3)])
  }

  /// Returns the escape code for the colours of a character that shows two pixels; nil stands for a transparent pixel.
  private static func codes(_ above: [UInt8]?, _ below: [UInt8]?, _ style: Style) -> String {
    let (foreground, background) =
      above == below ? (nil, above) : above == nil ? (below, nil) : (above, below)
    let colors = [foreground.map { (38, $0) }, background.map { (48, $0) }].compactMap(\.self)
    return "\u{1B}[" + (["0"] + colors.map { style.color($0.1, as: $0.0) }).joined(separator: ";") + "m"
  }
}
