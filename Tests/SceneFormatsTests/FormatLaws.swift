import InspectorKit
import JSONText
import TestSupport
import Testing

@testable import SceneDocument
@testable import SceneFormats

/// The laws of reading foreign documents, and of setting each of their values.
struct FormatLaws {
  @Test func everyFormatHasFixtures() throws {
    #expect(!ShippedFormat.all.isEmpty)
    for format in ShippedFormat.all {
      _ = try format.mapping
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
    let mapping = try material.format.mapping
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
      for leaf in members.leaves {
        #expect(scene.attribute(leaf.name, of: node) == projection.sceneText(leaf))
        #expect(scene.offsets(ofAttribute: leaf.name, of: node)?.value == leaf.value.lowerBound)
      }
    }
  }

  /// Each value can be set, and nothing else then differs; undo restores every byte.
  @Test(arguments: FormatMaterial.all)
  func settingAValueChangesItsBytesOnly(_ material: FormatMaterial) throws {
    let bytes = material.bytes
    let original = try JSON.parse(bytes)
    let scene = try material.document()
    let mapping = try material.format.mapping
    let projection = try #require(scene.projection)
    var (values, count) = (LegalValues(seed: 1), 0)
    for node in scene.objects {
      for leaf in projection.members(of: node).leaves {
        let old = projection.sceneText(leaf)
        var new = values.value(of: leaf.type, like: old)
        while try Self.isSame(old, Array(new.utf8), leaf.type) { new = values.value(of: leaf.type, like: old) }
        let undo = try scene.apply([.set(key: leaf.name, value: Array(new.utf8))], to: node)
        let edited = scene.bytes()
        defer {
          _ = scene.restore(undo)
          #expect(scene.bytes() == bytes)
          #expect(!scene.isEdited)
        }
        let span = leaf.value
        let end = bytes.count - span.upperBound
        #expect(Array(edited[..<span.lowerBound]) == Array(bytes[..<span.lowerBound]))
        #expect(Array(edited[(edited.count - end)...]) == Array(bytes[span.upperBound...]))
        let written = Array(edited[span.lowerBound..<edited.count - end])
        #expect(try Self.says(written, new, leaf.type), "\(leaf.name): \(written.asText) for \(new)")
        // Comparing trees takes long, so that it is done for some values of a large file.
        count += 1
        guard !material.isReal || count.isMultiple(of: 20) else { continue }
        let paths = TreeDifference.paths(original, try JSON.parse(edited))
        #expect(!paths.isEmpty && paths.count <= Self.parts(leaf.type), "\(leaf.name): \(paths)")
        let again = try FormatMaterial.document(edited, mapping)
        #expect(SceneShape.difference(SceneShape(scene), SceneShape(again)) == nil)
      }
    }
  }

  private static func isSame(_ old: [UInt8], _ new: [UInt8], _ type: String?) throws -> Bool {
    if type == "Color", let a = color(old), let b = color(new) { return isNear(a, b) }
    return try JSON.parse(old) == JSON.parse(new)
  }

  /// The number of scalars that a value of a type has.
  private static func parts(_ type: String?) -> Int {
    switch type {
    case "Point", "Size": 2
    case "Rect": 4
    default: 1
    }
  }

  /// Returns true if a written text says a value of the scene.
  private static func says(_ written: [UInt8], _ wanted: String, _ type: String?) throws -> Bool {
    let wanted = Array(wanted.utf8)
    switch type {
    case "Color":
      guard let a = color(written), let b = color(wanted) else { return false }
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
