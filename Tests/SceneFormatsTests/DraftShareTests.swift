import JSONText
import TestSupport
import Testing

@testable import PluginCommands
@testable import SceneDocument
@testable import SceneFormats

/// Tests of drafts inferred from half of each format's real files, and applied to the other half.
struct DraftShareTests {
  /// The minimum percentage of editable values in the other half of the files.
  private static let least: [(format: String, share: Int)] = [
    ("colorset", 100), ("construct3", 99), ("gltf", 100), ("grafana", 96), ("ldtk", 88), ("lottie", 73),
    ("maplibre", 42),
    ("pbir", 97), ("phaser-editor", 100), ("three", 97), ("tiled", 90),
  ]

  /// The minimum lengths of bulk data: of arrays in numbers, and of texts in bytes.
  private static let bulk = (numbers: 32, bytes: 1_000)

  /// Checks that the draft reads the other half of the files, and that most of their values are editable. Bulk data,
  /// and the ids, names and classes of objects, do not count. Prints the share for each format.
  @Test(.enabled(if: sharedFolder != nil, "the shared folder is not there"), arguments: least)
  func aDraftReadsTheOtherHalf(_ format: String, _ least: Int) throws {
    let folder = try #require(sharedFolder) + "/formats/files/\(format)"
    let files = fileNames(in: folder).filter { $0 != "SOURCES.tsv" }.sorted().map { "\(folder)/\($0)" }
    let (known, others) = (
      files.indices.filter { $0.isMultiple(of: 2) }.map { files[$0] },
      files.indices.filter { !$0.isMultiple(of: 2) }.map { files[$0] }
    )
    let sources = try known.map { try TextDocument.load(path: $0) }
    let values = try zip(known, sources).map { (file: $0, value: try $1.validated()) }
    let draft = try withExtendedLifetime(sources) { try FormatDraft(named: format, of: values) }
    let mapping = try #require(
      try FormatFile.format(in: Array(draft.text.utf8), at: "\(format).inspector-format.json") as? FormatMapping)
    var (shares, objects, classes) = ((known: LeafShare(), others: LeafShare()), 0, Set<String>())
    for file in known {
      let scene = try FormatMaterial.document(contents(file), mapping)
      shares.known.add(scene, try Self.scalars(of: scene, mapping))
    }
    var unread: [String] = []
    for file in others {
      do {
        let scene = try FormatMaterial.document(contents(file), mapping)
        shares.others.add(scene, try Self.scalars(of: scene, mapping))
        objects += scene.objectCount
        classes.formUnion(scene.objects.map { scene.classNames[scene.classID($0)] })
      } catch {
        unread.append("\(file): \(error)")
      }
    }
    #expect(unread == [])
    print(
      "draft of \(format): \(known.count) and \(others.count) files, \(draft.counts.kinds) kinds, \(draft.counts.properties) properties, \(objects) objects of "
        + "\(classes.count) classes, \(shares.known.percent) % and \(shares.others.percent) % of \(shares.others.count)"
    )
    #expect(shares.others.percent >= least && shares.others.count > 0)
  }

  /// Returns the offsets of the values that count.
  private static func scalars(of scene: SceneDocument, _ mapping: FormatMapping) throws -> [Int] {
    let projection = try #require(scene.projection)
    let document = TextValue(scene.source.original)
    var structure = mapping.marked(document).fixed
    for object in projection.objects {
      let (kind, value) = (mapping.kinds[object.kind], document.value(atOffset: object.offset))
      if let member = kind.id?.member, let id = value.member(member) { structure.insert(id.offset) }
      if let name = kind.nameMember.flatMap(value.member) { structure.insert(name.offset) }
      for path in kind.className.paths { if let text = value.value(at: path) { structure.insert(text.offset) } }
    }
    var found: [Int] = []
    visit(document, structure, &found)
    return found
  }

  private static func visit(_ value: TextValue, _ structure: Set<Int>, _ found: inout [Int]) {
    switch value.kind {
    case .object:
      value.forEachMember { _, _, member in
        visit(member, structure, &found)
        return true
      }
    case .array:
      guard !isBulk(value) else { return }
      for element in value.elements { visit(element, structure, &found) }
    default:
      let isLong = value.kind == .string && value.text.count >= bulk.bytes
      if !isLong, !structure.contains(value.offset) { found.append(value.offset) }
    }
  }

  /// Returns true if an array is a long list of numbers or of number lists, such as geometry.
  private static func isBulk(_ array: TextValue) -> Bool {
    var (count, isNested) = (0, false)
    func areNumbers(_ value: TextValue) -> Bool {
      switch value.kind {
      case .number:
        count += 1
        return true
      case .array:
        isNested = isNested || value.offset != array.offset
        return value.elements.allSatisfy(areNumbers)
      case .object:
        var are = true
        value.forEachMember { _, _, member in
          are = areNumbers(member)
          return are
        }
        return are
      default: return false
      }
    }
    return areNumbers(array) && (isNested || count >= bulk.numbers)
  }
}
