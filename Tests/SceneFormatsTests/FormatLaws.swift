import InspectorKit
import JSONText
import TestSupport
import Testing

@testable import SceneDocument
@testable import SceneFormats

/// Tests of the laws of reading foreign documents, and of setting each of their values.
struct FormatLaws {
  @Test func everyFormatHasFixtures() throws {
    #expect(!ShippedFormat.all.isEmpty)
    for format in ShippedFormat.all {
      _ = try format.format
      #expect(FormatMaterial.fixtures.contains { $0.format.name == format.name }, "\(format.name) has no fixture")
    }
  }

  @Test(arguments: FormatMaterial.all)
  func loadingAndSavingKeepsEveryByte(_ material: FormatMaterial) throws {
    let bytes = material.bytes
    let scene = try material.document()
    #expect(scene.foreignFormat?.name == material.format.name)
    #expect(scene.bytes() == bytes)
    #expect(!scene.isEdited)
    let folder = TemporaryFolder()
    let path = folder.write("style.json", bytes)
    let mapping = try material.format.format
    let loaded = try SceneDocument.load(path: path, of: ForeignFormats { [mapping] })
    #expect(SceneShape(loaded) == SceneShape(scene))
    try loaded.save()
    #expect(contents(path) == bytes)
  }

  @Test(arguments: FormatMaterial.all)
  func everyObjectAndAttributeIsFound(_ material: FormatMaterial) throws {
    let scene = try material.document()
    let projection = try #require(scene.projection)
    #expect(projection.objects.count == scene.objectCount)
    for node in scene.objects {
      let object = try #require(projection.object(node))
      #expect(scene.id(node).isExactly(object.id))
      #expect(scene.node(id: object.id) == node)
      var stored: [String] = []
      scene.forEachAttribute(of: node) { key, value in
        stored.append(JSONString.decode(key))
        return true
      }
      let members = projection.members(of: node)
      #expect(stored == members.leaves.map(\.name))
      // The values of the first objects are kept from the reading of the document.
      let found = projection.format.members(of: object, in: projection.root)
      #expect(Self.texts(members) == Self.texts(found))
      for leaf in members.leaves {
        #expect(scene.attribute(leaf.name, of: node) == projection.sceneText(leaf))
        #expect(scene.offsets(ofAttribute: leaf.name, of: node)?.value == leaf.value.lowerBound)
      }
    }
  }

  /// Returns all facts about an object's values as texts.
  private static func texts(_ members: ForeignMembers) -> [String] {
    members.leaves.map { leaf in
      let flags = [leaf.isCustom, leaf.isMark, leaf.isWhole, leaf.isNamesake].map { $0 ? "1" : "0" }.joined()
      let spans =
        "\(leaf.key) \(leaf.value) \(leaf.container ?? -1) \(leaf.entry?.offset ?? -1) \(leaf.mirror?.key ?? -1)"
      let parts = leaf.parts.map { $0.member?.key ?? -1 }
      return "\(leaf.name) \(leaf.type ?? "") \(leaf.text ?? []) \(flags) \(spans) \(parts) \(leaf.ruledBy ?? "")"
    } + members.others.map { "\($0.name) \($0.value) \($0.expected ?? "") \($0.isReadOnly)" }
      + members.containers.map(String.init)
  }

  /// Checks that setting a value changes nothing else, and that undo restores every byte.
  @Test(arguments: FormatMaterial.json)
  func settingAValueChangesItsBytesOnly(_ material: FormatMaterial) throws {
    let bytes = material.bytes
    let original = try JSON.parse(bytes)
    let scene = try material.document()
    let mapping = try material.format.mapping
    let projection = try #require(scene.projection)
    var values = LegalValues(seed: 1, of: mapping)
    let leaves = scene.objects.flatMap { node in projection.members(of: node).leaves.map { (node, $0) } }
    // Of a large file, some values are set one by one; all are set together in a different law.
    for (node, leaf) in material.isReal ? values.sample(leaves, 12) : leaves {
      do {
        let old = projection.sceneText(leaf)
        var new = values.value(of: leaf.type, like: old, isWhole: leaf.isWhole)
        while try Self.isSame(old, Array(new.utf8), leaf.type) {
          new = values.value(of: leaf.type, like: old, isWhole: leaf.isWhole)
        }
        let undo = try scene.apply([.set(key: leaf.name, value: Array(new.utf8))], to: node)
        let edited = scene.bytes()
        defer {
          _ = scene.restore(undo)
          #expect(scene.bytes() == bytes)
          #expect(!scene.isEdited)
        }
        var spans = leaf.parts.isEmpty ? [leaf.value] : leaf.parts.compactMap { $0.member?.value }
        if let mirror = leaf.mirror { spans.append(mirror.span) }
        let start = spans.map(\.lowerBound).min() ?? 0
        let end = bytes.count - (spans.map(\.upperBound).max() ?? 0)
        #expect(Array(edited[..<start]) == Array(bytes[..<start]))
        if leaf.parts.isEmpty {
          #expect(edited[(edited.count - end)...].elementsEqual(bytes[(bytes.count - end)...]), "\(leaf.name)")
        }
        if leaf.parts.isEmpty, leaf.mirror == nil {
          let written = Array(edited[start..<edited.count - end])
          #expect(try Self.says(written, new, leaf.type, mapping), "\(leaf.name): \(written.asText) for \(new)")
        }
        let paths = TreeDifference.paths(original, try JSON.parse(edited))
        #expect(
          !paths.isEmpty && paths.count <= Self.parts(leaf.type) + (leaf.mirror == nil ? 0 : 1),
          "\(leaf.name): \(paths)")
        let again = try FormatMaterial.document(edited, mapping)
        #expect(SceneShape.difference(SceneShape(scene), SceneShape(again)) == nil)
        try Self.expectMirror(of: leaf, node, in: again)
      }
    }
  }

  /// Expects that the mirror of a value has been written, too.
  private static func expectMirror(of leaf: ForeignLeaf, _ node: NodeIndex, in scene: SceneDocument) throws {
    guard leaf.mirror != nil else { return }
    let mirror = try #require(scene.projection?.members(of: node).leaf(leaf.name)?.mirror)
    #expect(mirror.isWritten && scene.foreignMirrors(of: node).allSatisfy { $0.name != leaf.name }, "\(leaf.name)")
  }

  /// Checks that setting all values at once changes nothing else, and that undo restores every byte.
  @Test(arguments: FormatMaterial.json)
  func settingAllValuesChangesThemOnly(_ material: FormatMaterial) throws {
    let bytes = material.bytes
    let scene = try material.document()
    let projection = try #require(scene.projection)
    var values = LegalValues(seed: 2, of: try material.format.mapping)
    var undos: [SpliceRestore] = []
    var expected: Set<Int> = []
    for node in scene.objects {
      var changes: [AttributeChange] = []
      for leaf in projection.members(of: node).leaves {
        let old = projection.sceneText(leaf)
        var new = values.value(of: leaf.type, like: old, isWhole: leaf.isWhole)
        while try Self.isSame(old, Array(new.utf8), leaf.type) {
          new = values.value(of: leaf.type, like: old, isWhole: leaf.isWhole)
        }
        changes.append(.set(key: leaf.name, value: Array(new.utf8)))
        let isOne = leaf.parts.isEmpty && !"[{".utf8.contains(bytes[leaf.value.lowerBound])
        if isOne { expected.insert(leaf.value.lowerBound) }
      }
      undos.append(try scene.apply(changes, to: node))
    }
    let edited = scene.bytes()
    var changed: Set<Int> = []
    let whole = try #require(TextBytes(bytes))
    let new = try #require(TextBytes(edited))
    Self.differences(TextValue(whole), TextValue(new), &changed)
    #expect(expected.subtracting(changed).isEmpty, "values that were set and are the same")
    // Composed values may gain members, so that the parent differs.
    let parts = scene.objects.flatMap { node in projection.members(of: node).leaves.flatMap(\.parts) }
    let members = parts.compactMap(\.member)
    let composed = Set(
      members.map(\.value.lowerBound) + members.map(\.container) + projection.objects.map(\.offset)
        + scene.objects.flatMap { node in projection.members(of: node).leaves.compactMap { $0.mirror?.key } })
    let others = changed.subtracting(expected).subtracting(composed)
    let arrays = scene.objects.flatMap { node in projection.members(of: node).leaves.map(\.value) }
    #expect(others.allSatisfy { other in arrays.contains { $0.contains(other) } }, "\(others.count) others differ")
    #expect(try SceneShape.difference(SceneShape(scene), SceneShape(reloaded(scene, material.format.mapping))) == nil)
    for undo in undos.reversed() { _ = scene.restore(undo) }
    #expect(scene.bytes() == bytes && !scene.isEdited)
  }

  /// Adds the offsets of the differing scalars of two texts, and of containers with different keys.
  private static func differences(_ old: TextValue, _ new: TextValue, _ found: inout Set<Int>) {
    func members(_ value: TextValue) -> [(key: [UInt8], value: TextValue)] {
      var list: [(key: [UInt8], value: TextValue)] = []
      value.forEachMember { key, _, member in
        list.append((Array(key), member))
        return true
      }
      return list
    }
    switch (old.kind, new.kind) {
    case (.object, .object):
      let (a, b) = (members(old), members(new))
      if a.map(\.key) != b.map(\.key) { found.insert(old.offset) }
      for (key, value) in a {
        if let other = b.first(where: { $0.key == key })?.value { differences(value, other, &found) }
      }
    case (.array, .array):
      let (a, b) = (old.elements, new.elements)
      if a.count != b.count { found.insert(old.offset) }
      for (one, other) in zip(a, b) { differences(one, other, &found) }
    default: if !old.text.elementsEqual(new.text) { found.insert(old.offset) }
    }
  }

  private static func isSame(_ old: [UInt8], _ new: [UInt8], _ type: String?) throws -> Bool {
    if type == "Color", let a = color(old), let b = color(new) { return isNear(a, b) }
    return try JSON.parse(old) == JSON.parse(new)
  }

  /// Returns the number of scalars in a value of a type.
  private static func parts(_ type: String?) -> Int {
    switch type {
    case "Point", "Size": 2
    case "Rect": 4
    default: 1
    }
  }

  /// Returns true if a written text represents a value of the scene.
  private static func says(
    _ written: [UInt8], _ wanted: String, _ type: String?, _ mapping: FormatMapping
  ) throws -> Bool {
    let wanted = Array(wanted.utf8)
    switch type {
    case "Color":
      if let read = written.withUnsafeBytes(mapping.spelling.colors.sceneText(ofNumber:)) {
        return color(read) == color(wanted)
      }
      guard case .string(let text) = try JSON.parse(written) else { return false }
      let read = mapping.spelling.colors.sceneText(text) ?? written
      guard let a = color(read), let b = color(wanted) else { return false }
      return isNear(a, b)
    case "Point", "Size", "Rect":
      guard case .object(let members) = try JSON.parse(wanted) else { return false }
      if case .array(let elements) = try JSON.parse(written) { return elements == members.map(\.value) }
      return try JSON.parse(written) == .object(members)
    default: return written == wanted
    }
  }

  private static func color(_ text: [UInt8]) -> Color? {
    guard case .string(let text)? = try? JSON.parse(text) else { return nil }
    return Color(text)
  }

  static func isNear(_ a: Color, _ b: Color) -> Bool {
    let half = 0.5 / 255 + 1e-9
    return abs(a.red - b.red) <= half && abs(a.green - b.green) <= half && abs(a.blue - b.blue) <= half
      && abs(a.alpha - b.alpha) <= half
  }
}
