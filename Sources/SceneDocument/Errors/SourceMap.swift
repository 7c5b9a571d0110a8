/// A map from offsets in a text to lines and columns.
///
/// It stores the position at each multiple of 1 KiB, so that a look-up reads at most 1 KiB of even a very long line.
struct SourceMap {
  private static let block = 1 << 10

  private let bytes: UnsafeRawBufferPointer
  private let places: [SourcePosition]

  /// Creates the map of a text. The text must outlive the map.
  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    var places = [SourcePosition(line: 1, column: 1)]
    places.reserveCapacity(bytes.count / Self.block + 1)
    var place = places[0]
    var start = 0
    while start + Self.block <= bytes.count {
      Self.advance(&place, bytes, start, start + Self.block)
      places.append(place)
      start += Self.block
    }
    self.places = places
  }

  func position(_ offset: Int) -> SourcePosition {
    let offset = min(offset, bytes.count)
    let index = offset / Self.block
    var place = places[index]
    Self.advance(&place, bytes, index * Self.block, offset)
    return place
  }

  private static func advance(
    _ place: inout SourcePosition, _ bytes: UnsafeRawBufferPointer, _ start: Int, _ end: Int
  ) {
    var lines = 0
    var lineStart = start
    for i in start..<end where bytes[i] == 0x0A {
      lines += 1
      lineStart = i + 1
    }
    if lines > 0 { place = SourcePosition(line: place.line + lines, column: 1) }
    // Every byte except UTF-8's continuation bytes begins a scalar.
    var scalars = 0
    for i in lineStart..<end { scalars += bytes[i] & 0xC0 != 0x80 ? 1 : 0 }
    place.column += scalars
  }
}

/// A position in a text: line and column, both counted from 1; columns count Unicode scalars.
public struct SourcePosition: Hashable, Sendable, CustomStringConvertible {
  /// The line, counted from 1.
  public var line: Int

  /// The column, counted from 1, in Unicode scalars.
  public var column: Int

  /// Creates a position from a line and a column, both counted from 1.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// The position as text: `12:27`.
  public var description: String { "\(line):\(column)" }
}
