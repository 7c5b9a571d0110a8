/// The eight types that an inspectable property can have; there is no ninth.
///
/// The raw value is how a type is spelled everywhere: in plugin descriptions, bundles, `--json` output and messages.
///
/// ```swift
/// PropertyType(rawValue: "Color")  // .color
/// PropertyType.list                // "Int, String, Double, Bool, Color, Point, Size, Rect"
/// ```
public enum PropertyType: String, CaseIterable, Sendable, Hashable {
  case int = "Int"
  case string = "String"
  case double = "Double"
  case bool = "Bool"
  case color = "Color"
  case point = "Point"
  case size = "Size"
  case rect = "Rect"

  /// The eight in one line, for messages that refuse any other type.
  public static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }
}
