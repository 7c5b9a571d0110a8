internal import InspectorKit
internal import JSONText
internal import SceneDocument

/// Compares colours of the palette with their expectations.
struct PaletteExpectationRun {
  let model: SceneModel
  let colors: [ColorExpectation]

  /// Throws an error if a colour differs.
  func perform() throws(Diagnostic) {
    let differences = colors.enumerated().filter { _, color in
      let raw = model.colorText(color.name)
      if let json = color.json, let raw { return !Self.isSame(Array(json.utf8), raw) }
      return (color.json == nil) != (raw == nil)
    }
    guard let (place, color) = differences.first else { return }
    let found = model.colorText(color.name).map { String(decoding: $0, as: UTF8.self) }
    throw Diagnostic(
      SeveralRefusals(
        PaletteRefusal.otherColor(color.name, expected: color.json, found: found), of: differences.count,
        .expectations),
      part: .color(place))
  }

  private static func isSame(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    if a == b { return true }
    if let a = color(a), let b = color(b) { return a == b }
    guard let a = try? JSON.parse(a), let b = try? JSON.parse(b) else { return false }
    return a.means(b)
  }

  private static func color(_ raw: [UInt8]) -> PropertyValue? {
    raw.withUnsafeBytes { bytes in
      var reader = JSONReader(bytes)
      return try? PropertyValue(json: &reader, as: .color)
    }
  }
}
