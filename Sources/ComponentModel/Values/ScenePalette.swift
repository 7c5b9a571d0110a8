package import InspectorKit
package import JSONText
package import SceneDocument

/// The valid colours of a scene by name: those of its own palette and of the palette documents that it names, and the
/// problems of invalid ones.
package struct ScenePalette {
  package private(set) var colors: [ExactText: Color] = [:]

  /// The problems of the scene's own palette.
  package private(set) var problems: [(name: String, offset: Int, problem: Diagnostic)] = []

  /// The palette documents, in the order in which the scene names them.
  package let sources: [PaletteSource]

  /// The colours of the palette documents, also those that the scene's own palette hides.
  private let shared: [ExactText: Color]

  /// Reads the palette of a scene.
  ///
  /// - Parameter former: the palette as it was read before; nil the first time. A document that can no longer be read
  ///   keeps the colours that it had.
  package init(_ document: SceneDocument, after former: ScenePalette? = nil) {
    let references = document.palettes
    (sources, shared) = references.isEmpty ? ([], [:]) : Self.read(references, of: document, after: former)
    colors = shared
    for entry in document.palette {
      do throws(Diagnostic) {
        colors[ExactText(entry.name)] = try Self.color(entry.value, of: entry.name)
      } catch {
        colors[ExactText(entry.name)] = nil
        problems.append((entry.name, entry.offset, error))
      }
    }
  }

  private static func read(
    _ references: [PaletteReference], of document: SceneDocument, after former: ScenePalette?
  ) -> (sources: [PaletteSource], colors: [ExactText: Color]) {
    let folder = SourceFolder(ofDocument: document.name)
    let sources = references.map { reference in
      PaletteSource(reference, in: folder, after: former?.sources.first { $0.path.isExactly(reference.path) })
    }
    var colors: [ExactText: Color] = [:]
    for entry in sources.reversed().flatMap({ $0.palette?.entries ?? [] }) {
      colors[ExactText(entry.name)] = entry.color
    }
    return (sources, colors)
  }

  /// True if the files of the palette documents are as they were when they were read.
  package var isCurrent: Bool { sources.allSatisfy(\.isCurrent) }

  /// Returns the palette document that gives a name its colour, and its entry; nil if no document has the name. The
  /// scene's own palette may hide the entry.
  package func source(of name: String) -> (source: PaletteSource, entry: SharedPalette.Entry)? {
    for source in sources {
      if let entry = source.palette?.entries.first(where: { $0.name.isExactly(name) }) { return (source, entry) }
    }
    return nil
  }

  /// Returns the colour that a palette stores for a name. Throws if the name is not an identifier, or if the text is
  /// not a colour.
  package static func color(_ text: [UInt8], of name: String) throws(Diagnostic) -> Color {
    guard isIdentifier(name) else { throw Diagnostic(ValueRefusal.noIdentifier(name)) }
    do {
      if case .color(let color) = try read(text) { return color }
      throw PropertyValueError.unreadable(.color, found: name, suggestion: nil)
    } catch {
      throw Diagnostic(ValueRefusal.storedColor(name, AnyRefusal(caught: error)))
    }
  }

  /// Sets the colour of a name in the scene's own palette. If the text is nil, the name has the colour of a palette
  /// document, or none. If the text is not a colour, or the name is not an identifier, the name has no colour. Does not
  /// change `problems`, which are those of the document as it was read.
  package mutating func set(_ name: String, to text: [UInt8]?) {
    let own = text.flatMap { text in try? Self.color(text, of: name) }
    colors[ExactText(name)] = own ?? (text == nil ? shared[ExactText(name)] : nil)
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
