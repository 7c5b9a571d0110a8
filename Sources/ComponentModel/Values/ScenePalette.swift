package import InspectorKit
package import JSONText
package import SceneDocument

/// The valid colours of a scene by name, and the problems of the invalid ones. Colours of the scene's own palette take
/// precedence over those of its palette documents, and these over those of its templates.
package struct ScenePalette {
  package private(set) var colors: [ExactText: Color] = [:]

  /// The colour names that templates define differently, and that neither the scene nor its palette documents define.
  /// Each has the places of two conflicting definitions.
  package private(set) var disputes: [ExactText: [ColorPlace]] = [:]

  /// The problems of the scene's own palette.
  package private(set) var problems: [(name: String, offset: Int, problem: Diagnostic)] = []

  /// The palette documents, in the order in which the scene lists them.
  package let sources: [PaletteSource]

  /// The colours of the palette documents and of templates, including those that the scene's own palette hides.
  private var others: [ExactText: Color]

  /// The disputed names, including those that the scene's own palette defines.
  private let allDisputes: [ExactText: [ColorPlace]]

  /// True if the document is a foreign one, which does not store the names of its workspace's palettes.
  private let isForeign: Bool

  /// Creates a palette without colours.
  package init() { (sources, others, allDisputes, isForeign) = ([], [:], [:], false) }

  /// Reads the palette of a scene.
  ///
  /// - Parameter former: the palette as it was read before; nil the first time. A document that can no longer be read
  ///   keeps the colours that it had.
  package init(_ document: SceneDocument, after former: ScenePalette? = nil) {
    let references = document.palettes
    isForeign = document.foreignFormat != nil
    let shared: [ExactText: Color]
    (sources, shared) =
      if isForeign {
        (Self.read(document.foreignPalettes, after: former), [:])
      } else if references.isEmpty { ([], [:]) } else { Self.read(references, of: document, after: former) }
    (others, allDisputes) = document.isComposed ? Self.colors(shared, over: document) : (shared, [:])
    (colors, disputes) = (others, allDisputes)
    for entry in document.written.palette {
      if !disputes.isEmpty { disputes[ExactText(entry.name)] = nil }
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
    return (sources, colors(of: sources))
  }

  /// Reads the palettes whose colours a foreign document may use. Names that the document's format or CSS defines keep
  /// their meanings.
  private static func read(
    _ palettes: [(path: String, fault: SceneError?)], after former: ScenePalette?
  ) -> [PaletteSource] {
    palettes.map { path, fault in
      PaletteSource(at: path, fault, after: former?.sources.first { $0.location.isExactly(path) })
    }
  }

  /// Returns the colours of palette documents. The first document that defines a name takes precedence.
  private static func colors(of sources: [PaletteSource]) -> [ExactText: Color] {
    var colors: [ExactText: Color] = [:]
    for entry in sources.reversed().flatMap({ $0.palette?.entries ?? [] }) {
      colors[ExactText(entry.name)] = entry.color
    }
    return colors
  }

  /// Returns the colour that a name means where a user types it: a colour of the scene or, in a foreign document, of a palette
  /// of its workspace; nil if the name is unknown, or known to CSS alone.
  package func color(typed name: String) -> Color? { colors[ExactText(name)] ?? given(name)?.color }

  /// Returns the text to store for a name that a foreign document does not know; nil for any other name.
  func text(typed name: String) -> String? { given(name)?.text }

  /// The names of all colours that a user can type, apart from CSS's names.
  package var typedNames: [String] {
    let given = isForeign ? sources.flatMap { $0.palette?.typed.keys.map(\.text) ?? [] } : []
    return Array(Set(colors.keys.map(\.text) + given)).sorted()
  }

  /// Returns the colour that a palette of the workspace gives a name in a foreign document; nil if there is none, and for
  /// names that the document's format or CSS defines.
  private func given(_ name: String) -> (color: Color, text: String)? {
    guard isForeign, !sources.isEmpty, colors[ExactText(name)] == nil else { return nil }
    for source in sources {
      if let found = source.palette?.typed[ExactText(name)] { return found }
    }
    return nil
  }

  /// Returns the fault of a palette because of which a name may be unknown in a foreign document; nil if there is none.
  func fault(hiding name: String) -> (file: String, reason: AnyRefusal)? {
    guard isForeign else { return nil }
    for source in sources {
      if let problem = source.palette?.problems.first(where: { $0.name.isExactly(name) })?.problem {
        return (source.path, problem.reason)
      }
    }
    for source in sources {
      if let problem = source.problem { return (source.path, problem) }
    }
    return nil
  }

  /// Returns the colours of palette documents and of a scene's templates, and the names that the templates define
  /// differently. Different notations of the same colour are not a conflict.
  private static func colors(
    _ shared: [ExactText: Color], over document: SceneDocument
  ) -> (colors: [ExactText: Color], disputes: [ExactText: [ColorPlace]]) {
    var colors = shared
    for (name, text) in document.templateColors where colors[name] == nil {
      colors[name] = try? Self.color(text, of: name.text)
    }
    var disputes: [ExactText: [ColorPlace]] = [:]
    for dispute in document.colorDisputes where colors[ExactText(dispute.name)] == nil {
      let claims = dispute.claims.map { (color: try? Self.color($0.text, of: dispute.name), place: $0.place) }
      if let other = claims.dropFirst().first(where: { $0.color == nil || $0.color != claims[0].color }) {
        disputes[ExactText(dispute.name)] = [claims[0].place, other.place]
      } else {
        colors[ExactText(dispute.name)] = claims[0].color
      }
    }
    return (colors, disputes)
  }

  /// True if the scene defines no colour names.
  var isEmpty: Bool { colors.isEmpty && disputes.isEmpty }

  /// Returns the colour for a name as the value of an attribute: a colour of the scene or, failing that, of CSS; nil if
  /// the name is unknown or disputed.
  package func meaning(of name: String) -> Color? {
    colors[ExactText(name)] ?? (disputes[ExactText(name)] == nil ? Color(name) : nil)
  }

  /// Returns the colour that a palette document or a template defines for a name; nil if there is none. The scene's own
  /// palette may hide this colour.
  package func colorBeneath(_ name: String) -> Color? { others[ExactText(name)] }

  /// Returns true if users can type a name for the colour that a palette document defines for it.
  package func isGiven(_ name: String) -> Bool { given(name) != nil }

  /// True if the files of the palette documents have not changed since they were read.
  package var isCurrent: Bool { sources.allSatisfy(\.isCurrent) }

  /// Returns the first palette document that defines a name, and its entry; nil if there is none. The scene's own
  /// palette may hide the entry.
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

  /// Returns the reason why a text cannot be the palette colour for a name; nil if it can.
  package static func problem(of text: [UInt8], as name: String) -> Diagnostic? {
    do throws(Diagnostic) {
      _ = try color(text, of: name)
      return nil
    } catch {
      return error
    }
  }

  /// Sets the colour of a name in the scene's own palette. If the text is nil, the colour of a palette document or a
  /// template applies, if there is one. If the text or the name is invalid, the name has no colour. Does not change
  /// `problems`, which describe the document as it was read.
  package mutating func set(_ name: String, to text: [UInt8]?) {
    let own = text.flatMap { text in try? Self.color(text, of: name) }
    colors[ExactText(name)] = own ?? (text == nil ? others[ExactText(name)] : nil)
    disputes[ExactText(name)] = text == nil ? allDisputes[ExactText(name)] : nil
  }

  /// Renames a colour of a palette document or a template. The scene's own palette must not hide the colour.
  mutating func renameBeneath(_ name: String, to new: String) {
    let color = others.removeValue(forKey: ExactText(name))
    others[ExactText(new)] = color
    (colors[ExactText(name)], colors[ExactText(new)]) = (nil, color)
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
