import JSONText
import TestSupport
import Testing

@testable import SceneDocument
@testable import SceneFormats

/// The share of a file's values that can be set.
struct LeafShareTests {
  /// The key paths of MapLibre whose values are structure, ids, names, references, filters or opaque.
  private static let excluded: Set<[String]> = [
    ["id"], ["name"], ["version"], ["metadata"], ["layers", "*", "id"], ["layers", "*", "type"],
    ["layers", "*", "source"], ["layers", "*", "filter"], ["sources", "*", "type"], ["sources", "*", "data"],
    ["sources", "*", "filter"], ["sources", "*", "clusterProperties"],
  ]

  /// Returns the offsets of the scalars below no excluded key path.
  private static func scalars(_ value: TextValue, _ path: [String]) -> [Int] {
    if excluded.contains(path) { return [] }
    switch value.kind {
    case .object:
      var found: [Int] = []
      value.forEachMember { key, _, member in
        found += scalars(member, path + [path == ["sources"] ? "*" : JSONString.decode(key)])
        return true
      }
      return found
    case .array: return value.elements.flatMap { scalars($0, path + ["*"]) }
    default: return [value.offset]
    }
  }

  /// Most values of real styles can be set; the others are operators and inputs of expressions. The share of each
  /// file is printed.
  @Test(arguments: FormatMaterial.real.filter { $0.format.name == "maplibre" })
  func mostValuesCanBeSet(_ material: FormatMaterial) throws {
    let scene = try material.document()
    let projection = try #require(scene.projection)
    let all = Self.scalars(TextValue(scene.source.original), [])
    let spans = scene.objects.flatMap { projection.members(of: $0).leaves.map(\.value) }
    let reached = all.filter { offset in spans.contains { $0.contains(offset) } }.count
    print("\(material): \(reached) of \(all.count) values can be set")
    #expect(reached * 100 >= all.count * 75, "\(reached) of \(all.count)")
  }
}
