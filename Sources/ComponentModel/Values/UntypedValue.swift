package import InspectorKit
internal import JSONText
import SceneDocument

/// Functions for stored values that no plugin declares. The JSON text determines the type of such a value:
///
/// | JSON | type |
/// |---|---|
/// | `5`, `5.5` | Int, Double |
/// | `true`, `"text"` | Bool, String |
/// | `{"x","y"}`, `{"width","height"}`, all four | Point, Size, Rect |
/// | `{"red","green","blue"}`, `{"white"}`, with or without `alpha` | Color |
package enum UntypedValue {
  /// Returns the value of valid JSON text; nil for `null`, arrays, and objects whose form is not in the table.
  package static func read(_ raw: [UInt8]) -> PropertyValue? {
    raw.withUnsafeBytes { bytes in
      guard let type = type(bytes) else { return nil }
      var reader = JSONReader(bytes)
      return try? PropertyValue(json: &reader, as: type)
    }
  }

  /// Returns the cell for valid JSON text: an unset value for `null`, and absent if ``read(_:)`` returns nil.
  package static func cell(_ text: String) -> StoredCell {
    let raw = Array(text.utf8)
    return raw.first == UInt8(ascii: "n") ? .value(nil) : read(raw).map { .value($0) } ?? .absent
  }

  private static func type(_ raw: UnsafeRawBufferPointer) -> PropertyType? {
    switch raw.first {
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool
    case UInt8(ascii: "\""): return .string
    case UInt8(ascii: "{"): return objectType(raw)
    case UInt8(ascii: "["), UInt8(ascii: "n"), nil: return nil
    default: return JSONNumber.int(raw) == nil ? .double : .int
    }
  }

  private static func objectType(_ raw: UnsafeRawBufferPointer) -> PropertyType? {
    var names = Set<String>()
    SceneDocument.forEachMember(ofValue: raw) { key, _ in
      names.insert(JSONString.decode(key))
      return names.count <= 4
    }
    for type in [PropertyType.point, .size, .rect] where names == Set(ComponentValue.names(of: type)) { return type }
    names.remove("alpha")
    return names == ["white"] || names == ["red", "green", "blue"] ? .color : nil
  }

  /// Returns true if a value satisfies a comparison; false for nil, and if the operand does not fit the value's type.
  /// An Int can also be compared with a Double.
  ///
  /// - Parameter palette: returns the palette's colour of a name; nil if there is none.
  package static func matches(
    _ value: PropertyValue?, _ comparison: Comparison, palette: (String) -> Color? = { _ in nil }
  ) -> Bool {
    guard let value else { return false }
    if let typed = try? comparison.typed(as: value.type, palette: palette) { return typed.matches(value) }
    guard case .int(let number) = value else { return false }
    return (try? comparison.typed(as: .double))?.matches(.double(Double(number))) ?? false
  }
}

extension ObjectAttributes {
  /// Returns the value stored under a name that no plugin knows or, for a name such as `frame.x`, a number of the
  /// value stored under `frame`; nil if there is no such value.
  package func untypedValue(_ name: String) -> PropertyValue? {
    if let raw = self[name] { return UntypedValue.read(raw) }
    guard let (owner, component) = PropertyPath.parts(of: name), let raw = self[owner] else { return nil }
    return PropertyPath.part(component, of: UntypedValue.read(raw))
  }
}

extension SceneModel {
  /// Returns true if any object stores an attribute or a runtime attribute of that name or, for a name such as
  /// `frame.x`, one of the name `frame`.
  package func storesAnywhere(_ name: String) -> Bool {
    let isComponent = Set(PropertyType.allCases.flatMap(ComponentValue.names)).contains
    let owner = PropertyPath.parts(of: name).flatMap { isComponent($0.component) ? $0.owner : nil }
    let names = [name] + (owner.map { [$0] } ?? [])
    return hasRuntimeAttribute(named: name)
      || document.objects.contains { node in
        var isFound = false
        attributes(of: node).visit { key, _ in
          isFound = names.contains { JSONString.equals(key, $0) }
          return !isFound
        }
        return isFound
      }
  }
}
