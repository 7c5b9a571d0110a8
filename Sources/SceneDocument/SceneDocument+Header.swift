import JSONText

/// A plugin that a scene requires, and its accepted versions.
public struct PluginRequirement: Hashable, Sendable {
  /// The plugin's name as the scene writes it, such as `Shapes`.
  public var name: String

  /// The accepted versions, as written: `>=1.0 <2`.
  public var requirement: String

  /// The offset of the name's opening quote in the document as read, in bytes.
  public var offset: Int
}

/// A named colour of a scene.
public struct PaletteEntry: Hashable, Sendable {
  /// The name by which attributes refer to the colour.
  public var name: String

  /// The colour as JSON text, as written: `"#3366FF"`.
  public var value: [UInt8]

  /// The offset of the value in the document as read, in bytes. If an edit added or renamed the colour, this is the
  /// offset at which the palette begins or is inserted.
  public var offset: Int
}

/// A palette document whose colours a scene uses.
public struct PaletteReference: Hashable, Sendable {
  /// The path of the document as the scene writes it, relative to the scene.
  public var path: String

  /// The offset of the path's opening quote in the scene as read, in bytes.
  public var offset: Int
}

extension SceneDocument {
  /// The palette documents whose colours the scene uses, in the order of the scene. A name refers to the scene's own
  /// palette, else to the first of these documents that contains the name.
  public var palettes: [PaletteReference] {
    if let composition { return composition.written.palettes }
    guard let member = headerMember(.palettes) else { return [] }
    var list: [PaletteReference] = []
    TrustedText.forEachElement(base + member.value) { path in
      let text = UnsafeRawBufferPointer(rebasing: path.dropFirst().dropLast())
      list.append(PaletteReference(path: JSONString.decode(text), offset: offset(of: path)))
      return true
    }
    return list
  }

  /// The scene's name; nil if it has none.
  public var sceneName: String? {
    headerMember(.name).map { JSONString.decode(contents($0.value)) }
  }

  /// The plugins that the scene requires, in the order of the document.
  public var plugins: [PluginRequirement] {
    if let composition { return composition.written.plugins }
    var list: [PluginRequirement] = []
    forEachHeaderMember(.plugins) { key, value in
      let requirement = UnsafeRawBufferPointer(rebasing: value.dropFirst().dropLast())
      list.append(
        PluginRequirement(
          name: JSONString.decode(key), requirement: JSONString.decode(requirement), offset: offset(of: key) - 1))
      return true
    }
    return list
  }

  /// The scene's current named colours, in the order of the palette.
  public var palette: [PaletteEntry] {
    if let composition {
      // Colours of templates have no offset in the written document.
      let own = composition.written.palette
      let names = Set(own.map { ExactText($0.name) })
      return own
        + editedPalette().filter { !names.contains(ExactText($0.name)) }.map {
          PaletteEntry(name: $0.name, value: $0.value, offset: composition.written.paletteOffset)
        }
    }
    let original = originalPalette
    guard overlay[Self.paletteKey] != nil else { return original }
    let offsets = Dictionary(original.map { ($0.name, $0.offset) }, uniquingKeysWith: { first, _ in first })
    return editedPalette().map { name, value in
      PaletteEntry(name: name, value: value, offset: offsets[name] ?? paletteOffset)
    }
  }

  /// The scene's named colours as read, before any edit of the palette.
  private var originalPalette: [PaletteEntry] {
    var list: [PaletteEntry] = []
    forEachHeaderMember(.palette) { key, value in
      list.append(PaletteEntry(name: JSONString.decode(key), value: Array(value), offset: offset(of: value)))
      return true
    }
    return list
  }

  /// Warnings about keys of the scene and its objects that the format does not define (`unknown.key`), and about
  /// keys of objects that are reserved for later versions (`scene.reserved`), in document order.
  ///
  /// Each access searches all objects, so keep the result.
  public var warnings: [SceneError] {
    if let composition { return composition.written.warnings }
    var faults: [SceneFault] = []
    for member in members where member.role == .unknown {
      let key = JSONString.decode(contents(member.key))
      faults.append(SceneFault(SceneRefusal.unknownKey(key, object: nil), at: member.key))
    }
    let flags = NodeTable.hasUnknownKeys | NodeTable.hasReservedKeys
    for node in objects where nodes.records[node.number].classAndFlags & flags != 0 {
      forEachObjectMember(node) { key, _ in
        let place = offset(of: key) - 1
        switch KeyShapes.role(of: key, in: .object) {
        case .unknown:
          faults.append(SceneFault(SceneRefusal.unknownKey(JSONString.decode(key), object: id(node)), at: place))
        case .reserved where !isWritten || !Self.isOfInstance(key):
          let isLoose = JSONString.equals(key, "overrides") && objectMember("ref", of: node) == nil
          let refusal: any Refusal =
            isLoose
            ? CompositionRefusal.overridesWithoutReference(id(node))
            : SceneRefusal.keyNotImplemented(JSONString.decode(key), object: id(node))
          faults.append(SceneFault(refusal, at: place))
        default: break
        }
        return true
      }
    }
    return faults.sorted { $0.offset < $1.offset }.map(source.located)
  }

  /// Returns the member of the document's outermost object that has a given role, with its offsets in the document as
  /// read; nil if there is no such member.
  func headerMember(_ role: KeyShapes.Role) -> SceneMember? {
    members.first { $0.role == role }
  }

  /// Returns the raw text between the quotes of the string at `offset`.
  func contents(_ offset: Int) -> UnsafeRawBufferPointer {
    let start = base + offset + 1
    return UnsafeRawBufferPointer(start: start, count: TrustedText.closingQuote(start) - start)
  }

  private func forEachHeaderMember(
    _ role: KeyShapes.Role, _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Bool
  ) {
    if let member = headerMember(role) { TrustedText.forEachMember(base + member.value, body) }
  }

  /// Returns the offset of a buffer that lies in the document's original text, in bytes.
  func offset(of span: UnsafeRawBufferPointer) -> Int {
    span.baseAddress.map { $0 - UnsafeRawPointer(base) } ?? 0
  }
}
