internal import InspectorKit
internal import JSONText
internal import Workbench

/// Values as the inspector's tables show them.
struct ValueText {
  let style: Style

  /// A value; a String in quotes, so that it cannot be taken for a state or another type; `unset` for nil.
  func text(_ value: PropertyValue?) -> String {
    switch value {
    case nil: return "unset"
    case .string(let string)?: return Self.quoted(string)
    case let value?: return value.text
    }
  }

  func cell(_ value: PropertyValue?) -> TextTable.Cell {
    switch value {
    case .color(let color)?:
      TextTable.Cell(Self.short(color), prefix: style.swatch(color), prefixWidth: style.swatchWidth)
    case nil: TextTable.Cell(text(nil), style: style.dim)
    default: TextTable.Cell(text(value))
    }
  }

  /// What a document stores: the JSON text as it was written, a colour's name or digits without their quotes; empty where
  /// nothing is stored.
  func stored(_ property: InspectedProperty) -> TextTable.Cell {
    guard let raw = property.storedText else { return TextTable.Cell("") }
    switch property.stored {
    case .value(.color(let color)?):
      return TextTable.Cell(
        Self.name(raw) ?? Self.short(color), prefix: style.swatch(color), prefixWidth: style.swatchWidth)
    case .value(nil): return cell(nil)
    case .value(let value?):
      // Points and their kin are easier to read as people type them; numbers keep the digits they have.
      return TextTable.Cell(value.type.isNumber ? Self.raw(raw) : text(value))
    case .absent:
      return property.state == .unknown
        ? TextTable.Cell(Self.raw(raw)) : TextTable.Cell(Self.raw(raw), style: style.error)
    }
  }

  /// JSON text of a document in one line.
  static func raw(_ text: String) -> String {
    let line = text.split(whereSeparator: \.isNewline).map { $0.drop(while: { $0 == " " || $0 == "\t" }) }.joined(
      separator: " ")
    let shown = TerminalText.escaped(line)
    return shown.count > 80 ? "\(shown.prefix(79))…" : shown
  }

  /// A colour's name or digits as a document writes them; nil for components.
  static func name(_ raw: String) -> String? {
    (try? JSON.parse(Array(raw.utf8)).stringValue).flatMap { $0 }.map(TerminalText.escaped)
  }

  /// `#RRGGBBAA`, with `~` before it where 8 bits only come near: four long numbers would make every row as wide.
  private static func short(_ color: Color) -> String {
    guard color.text.hasPrefix("{") else { return color.text }
    func near(_ component: Double) -> Double { (min(max(component, 0), 1) * 255).rounded() / 255 }
    let nearest = Color(
      red: near(color.red), green: near(color.green), blue: near(color.blue), alpha: near(color.alpha))
    return "~\(nearest.text)"
  }

  private static func quoted(_ string: String) -> String {
    var bytes: [UInt8] = []
    JSONString.append(string, quotedTo: &bytes)
    return TerminalText.escaped(String(decoding: bytes, as: UTF8.self))
  }
}

extension PropertyType {
  /// Whether the digits of a value are worth keeping.
  fileprivate var isNumber: Bool { self == .int || self == .double }
}
