package import InspectorKit
internal import JSONText
internal import WorkbenchSupport

/// A formatter for property values in the inspector's tables.
package struct ValueText {
  package let style: Style

  /// The width of the terminal; `nil` without one, in which case nothing is cut.
  package var lineWidth: Int?

  package init(style: Style, lineWidth: Int? = nil) {
    self.style = style
    self.lineWidth = lineWidth
  }

  /// Formats a value. Strings are quoted, so that they cannot be confused with a state or another type; `nil` becomes
  /// `unset`.
  package func text(_ value: PropertyValue?) -> String {
    switch value {
    case nil: return "unset"
    case .string(let string)?: return Self.quoted(string)
    case let value?: return value.text
    }
  }

  /// Formats a value in the short form for tables. A colour that 8 bits do not hold exactly is shown as the nearest
  /// one, since four long numbers would make every row as wide.
  package func short(_ value: PropertyValue?) -> String {
    if case .color(let color)? = value { Self.short(color) } else { text(value) }
  }

  package func cell(_ value: PropertyValue?) -> TextTable.Cell {
    switch value {
    case .color(let color)?:
      TextTable.Cell(Self.short(color), prefix: style.swatch(color), prefixWidth: style.swatchWidth)
    case nil: TextTable.Cell(text(nil), style: style.dim)
    default: TextTable.Cell(text(value))
    }
  }

  /// Returns the JSON text of a document in one line.
  package static func raw(_ text: String) -> String {
    let line = text.split(whereSeparator: \.isNewline).map { $0.drop(while: { $0 == " " || $0 == "\t" }) }.joined(
      separator: " ")
    return TerminalText.escaped(line)
  }

  /// Fits an old and a new value into one line; at a terminal, values that are too long are cut in the middle.
  ///
  /// - Parameters:
  ///   - none: the text for a value that is absent.
  ///   - label: the text before the values, without the line's margin.
  package func change(
    from old: String?, to new: String?, none: String, after label: String
  ) -> (old: String, new: String) {
    let (old, new) = (old.map(Self.raw) ?? none, new.map(Self.raw) ?? none)
    guard let lineWidth else { return (old, new) }
    // Four columns of margin, the colon and the arrow with their blanks.
    let room = max(lineWidth - TerminalText.width(label) - 9, 32)
    let (oldWidth, newWidth) = (TerminalText.width(old), TerminalText.width(new))
    guard oldWidth + newWidth > room else { return (old, new) }
    return (
      TerminalText.cutInMiddle(old, to: max(room / 2, room - newWidth)),
      TerminalText.cutInMiddle(new, to: max(room / 2, room - oldWidth))
    )
  }

  /// Returns a colour's name or digits as a document writes them; `nil` for components.
  package static func name(_ raw: String) -> String? {
    (try? JSON.parse(Array(raw.utf8)).stringValue).flatMap { $0 }.map(TerminalText.escaped)
  }

  /// Formats a colour as `#RRGGBBAA`, preceded by `≈` if 8 bits only approximate it.
  package static func short(_ color: Color) -> String {
    color.rgba == nil ? "≈\(color.nearestIn8Bits.text)" : color.text
  }

  private static func quoted(_ string: String) -> String {
    var bytes: [UInt8] = []
    JSONString.append(string, quotedTo: &bytes)
    return TerminalText.escaped(String(decoding: bytes, as: UTF8.self))
  }
}
