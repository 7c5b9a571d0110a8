import JSONText
import TestSupport
import Testing

@testable import SceneDocument
@testable import SceneFormats

/// Tests of the share of a file's values that can be edited.
struct LeafShareTests {
  /// The key paths of values that do not count: structure, ids, names, references, filters, and derived or bulk data. A
  /// `*` matches one key or number, and a `**` any number of them.
  private static let excluded: [String: [[String]]] = [
    "maplibre": maplibre,
    "tiled": [
      "type", "version", "tiledversion", "nextlayerid", "nextobjectid", "**.data", "**.chunks.**", "**.polygon.**",
      "**.polyline.**", "**.layers.*.type", "**.layers.*.id", "**.layers.*.name", "**.layers.*.width",
      "**.layers.*.class",
      "**.layers.*.height", "**.layers.*.startx", "**.layers.*.starty", "**.layers.*.encoding",
      "**.layers.*.compression", "**.objects.*.id", "**.objects.*.name", "**.objects.*.type", "**.objects.*.class",
      "**.properties.*.name", "**.properties.*.type", "**.properties.*.propertytype", "**.tilesets.*.name", "name",
      "**.firstgid", "**.tilecount", "**.columns", "**.imagewidth", "**.imageheight", "**.tiles.*.id",
      "**.tiles.*.type",
      "**.tiles.*.class", "**.tiles.*.terrain.**", "**.tileproperties.**", "**.tilepropertytypes.**",
      "**.objectgroup.type",
      "**.objectgroup.id", "**.objectgroup.name", "**.wangtiles.**", "**.wangsets.*.name", "**.colors.*.name",
      "**.terrains.*.name", "class", "**.tilesets.*.class", "**.tilesets.*.type", "**.tilesets.*.version",
      "**.tilesets.*.tiledversion",
    ].map { $0.split(separator: ".").map(String.init) },
    "ldtk": ldtk,
    "grafana": [
      "__inputs.**", "__requires.**", "__elements.**", "schemaVersion", "version", "uid", "title", "**.panels.*.id",
      "**.panels.*.type", "**.panels.*.title", "**.targets.*.refId", "**.targets.*.datasource.type", "rows.*.title",
      "templating.list.*.name", "templating.list.*.type", "annotations.list.*.name", "**.links.*.title",
      "**.transformations.*.id", "**.mappings.*.type", "**.properties.*.id", "**.seriesOverrides.*.alias",
      "**.styles.*.alias", "**.mappingTypes.*.name", "templating.list.*.options.*.text", "**.overrides.*.label",
    ].map { $0.split(separator: ".").map(String.init) },
  ]

  /// The minimum percentage for each format.
  private static let least = ["maplibre": 92, "tiled": 98, "ldtk": 96, "grafana": 97]

  private static func isExcluded(_ path: ArraySlice<String>, _ pattern: ArraySlice<String>) -> Bool {
    guard let first = pattern.first else { return path.isEmpty }
    if first == "**" {
      let rest = pattern.dropFirst()
      return rest.isEmpty || path.indices.contains { isExcluded(path[$0...], rest) } || isExcluded([], rest)
    }
    guard let key = path.first, NamePattern(first).rest(of: key) != nil else { return false }
    return isExcluded(path.dropFirst(), pattern.dropFirst())
  }

  private static let ldtk: [[String]] = [
    // Values that the editor derives from others, and its own version numbers.
    "**.__header__.**", "**.__bg*.**", "**.__smartColor", "**.__neighbours.**", "**.__identifier", "**.__type",
    "**.__tile*.**", "**.__grid*.**", "**.__pivot.**", "**.__tags.**", "**.__world*", "**.__c*", "**.__opacity",
    "**.__px*", "jsonVersion", "appBuildId", "nextUid", "toc.**", "**.pxWid", "**.pxHei",
    "**.externalFileChecksum", "**.rules.*.size",
    // Ids, names, and references to definitions.
    "**.iid", "**.uid", "**.identifier", "dummyWorldIid", "**.levelId", "**.layerDefUid", "**.defUid",
    "**.enums.*.values.*.id", "**.externalEnums.*.values.*.id", "**.autoRuleGroups.*.name", "**.customData.*.tileId",
    "**.intGridValues.*.value", "**.fieldDefs.*.type", "**.levelFields.*.type", "**.layers.*.type",
    "**.optionalRules.**", "**.externalRelPath", "**.defaultOverride.id", "**.__value.*Iid", "**.__value.*.*Iid",
    // Tiles, cells and patterns.
    "**.intGridCsv.**", "**.autoLayerTiles.**", "**.gridTiles.**", "**.pattern.**", "**.tileIds.**",
    "**.tileRectsIds.**", "**.cachedPixelData.**", "**.savedSelections.**", "**.enumTags.**",
    // The editor's own form of values, which is written with them.
    "**.realEditorValues.**",
  ].map { $0.split(separator: ".").map(String.init) }

  private static let maplibre: [[String]] = [
    ["id"], ["name"], ["version"], ["metadata"], ["layers", "*", "id"], ["layers", "*", "type"],
    ["layers", "*", "source"], ["layers", "*", "filter"], ["sources", "*", "type"], ["sources", "*", "data"],
    ["sources", "*", "filter"], ["sources", "*", "clusterProperties"],
  ]

  /// Returns the offsets of the scalars that no excluded key path covers.
  private static func scalars(_ value: TextValue, _ path: [String], _ format: String) -> [Int] {
    if excluded[format]?.contains(where: { isExcluded(path[...], $0[...]) }) == true { return [] }
    switch value.kind {
    case .object:
      var found: [Int] = []
      value.forEachMember { key, _, member in
        found += scalars(member, path + [JSONString.decode(key)], format)
        return true
      }
      return found
    case .array: return value.elements.enumerated().flatMap { scalars($1, path + ["\($0)"], format) }
    default: return [value.offset]
    }
  }

  /// Checks that most values of real documents can be edited. The exceptions are operators and inputs of expressions,
  /// and objects in arrays of undescribed form. Prints the share for each format.
  @Test(.enabled(if: sharedFolder != nil, "the shared folder is not there"), arguments: least)
  func mostValuesCanBeSet(_ format: String, _ least: Int) throws {
    var share = LeafShare()
    for material in FormatMaterial.real where material.format.name == format {
      let scene = try material.document()
      share.add(scene, Self.scalars(TextValue(scene.source.original), [], format))
    }
    print("\(format): \(share.reached) of \(share.count) values can be set")
    #expect(share.reached * 100 >= share.count * least, "\(share.reached) of \(share.count)")
    #expect(share.count > 0)
  }
}

/// The number of values in documents, and the number of editable ones.
struct LeafShare {
  private(set) var reached = 0
  private(set) var count = 0

  /// The percentage, rounded down.
  var percent: Int { count == 0 ? 0 : reached * 100 / count }

  /// Adds a document's values.
  ///
  /// - Parameter scalars: the offsets of the values that count.
  mutating func add(_ scene: SceneDocument, _ scalars: [Int]) {
    var spans: [Range<Int>] = []
    for leaf in scene.objects.flatMap({ scene.projection?.members(of: $0).leaves ?? [] }) {
      spans += leaf.parts.isEmpty ? [leaf.value] : leaf.parts.compactMap { $0.member?.value }
    }
    spans.sort { $0.lowerBound < $1.lowerBound }
    var next = spans[...]
    for offset in scalars.sorted() {
      next = next.drop { $0.upperBound <= offset }
      if next.first?.contains(offset) == true { reached += 1 }
    }
    count += scalars.count
  }
}
