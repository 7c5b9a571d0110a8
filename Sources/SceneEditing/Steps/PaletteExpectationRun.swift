internal import InspectorKit
internal import JSONText
internal import SceneDocument

/// Holds colours of the palette against what they are expected to be.
struct PaletteExpectationRun {
  package let model: SceneModel
  package let colors: [ColorExpectation]

  /// Throws where one is different.
  package func perform() throws(EditError) {
    let differences = colors.enumerated().compactMap { place, color in
      difference(color).map { (place: place, message: $0) }
    }
    guard let first = differences.first else { return }
    let many = differences.count > 1 ? "\(differences.count) expectations do not hold; the first: " : ""
    throw EditError(code: "edit.expected", message: many + first.message, part: .color(first.place))
  }

  private func difference(_ color: ColorExpectation) -> String? {
    let raw = model.colorText(color.name)
    switch (color.json, raw) {
    case (nil, nil): return nil
    case (nil, let raw?): return "the palette is expected to have no '\(color.name)', and it is \(Self.text(raw))"
    case (let json?, nil): return "the palette's '\(color.name)' is expected to be \(json), and is not there"
    case (let json?, let raw?):
      if Self.isSame(Array(json.utf8), raw) { return nil }
      return "the palette's '\(color.name)' is expected to be \(json), and is \(Self.text(raw))"
    }
  }

  private static func text(_ raw: [UInt8]) -> String { String(decoding: raw, as: UTF8.self) }

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
