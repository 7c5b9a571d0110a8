package import InspectorKit
package import JSONText
internal import SceneDocument

/// The valid colours of a scene's palette, by name, and the problems of invalid ones.
package struct ScenePalette {
  package private(set) var colors: [ExactText: Color] = [:]
  package private(set) var problems: [(name: String, offset: Int, problem: Diagnostic)] = []

  init(_ document: SceneDocument) {
    for entry in document.palette {
      let (name, value, offset) = (entry.name, entry.value, entry.offset)
      guard Self.isIdentifier(name) else {
        problems.append((name, offset, Diagnostic(ValueRefusal.noIdentifier(name))))
        continue
      }
      do {
        guard case .color(let color) = try Self.read(value) else { continue }
        colors[ExactText(name)] = color
      } catch {
        problems.append((name, offset, Diagnostic(ValueRefusal.storedColor(name, AnyRefusal(caught: error)))))
      }
    }
  }

  /// Sets the colour of a name, or removes it if the text is nil or not a colour, or if the name is not an
  /// identifier. Does not change `problems`, which are those of the document as it was read.
  package mutating func set(_ name: String, to text: [UInt8]?) {
    guard let text, Self.isIdentifier(name), case .color(let color)? = try? Self.read(text) else {
      colors[ExactText(name)] = nil
      return
    }
    colors[ExactText(name)] = color
  }

  private static func read(_ value: [UInt8]) throws -> PropertyValue {
    try value.withUnsafeBytes { bytes in
      var reader = JSONReader(bytes)
      return try PropertyValue(json: &reader, as: .color)
    }
  }

  package static func isIdentifier(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first, first == "_" || first.properties.isXIDStart else { return false }
    return name.unicodeScalars.dropFirst().allSatisfy { $0 == "-" || $0.properties.isXIDContinue }
  }
}
