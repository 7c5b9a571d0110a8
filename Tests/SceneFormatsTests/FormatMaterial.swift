import Glibc
import JSONText
import TestSupport

@testable import SceneDocument
@testable import SceneFormats

/// The repository's folder.
private let repository = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

/// A format mapping in the repository.
struct ShippedFormat: Sendable, CustomStringConvertible {
  let path: String
  let name: String

  var description: String { name }

  /// All mappings in the plugins' folders.
  static let all: [ShippedFormat] = fileNames(in: "\(repository)/Plugins").flatMap { folder in
    fileNames(in: "\(repository)/Plugins/\(folder)").compactMap { file in
      file.rest(before: ".inspector-format.json").map {
        ShippedFormat(path: "\(repository)/Plugins/\(folder)/\(file)", name: $0)
      }
    }
  }

  /// The format.
  var format: any ForeignFormat { get throws { try FormatFile.format(at: path) } }

  /// The description of a format of JSON documents.
  var mapping: FormatMapping { get throws { try FormatMapping(contentsOf: path) } }

  /// True if the format's documents are XML.
  var isMarkup: Bool { name == "interface-builder" }
}

/// A file in a foreign format: a fixture of this target, or a real file of the shared folder.
struct FormatMaterial: Sendable, CustomStringConvertible {
  let format: ShippedFormat
  let path: String
  let isReal: Bool

  var description: String { path.split(separator: "/").suffix(2).joined(separator: "/") }

  static let fixtures = ShippedFormat.all.flatMap { format in
    files(in: "\(repository)/Tests/SceneFormatsTests/Fixtures/\(format.name)", of: format, isReal: false)
  }

  /// The real files; empty without the shared folder.
  static let real = ShippedFormat.all.flatMap { format in
    let folder = format.isMarkup ? "corpora/ib" : "formats/files/\(format.name)"
    return sharedFolder.map { files(in: "\($0)/\(folder)", of: format, isReal: true) } ?? []
  }

  static let all = fixtures + real

  /// The JSON documents, whose trees are compared.
  static let json = all.filter { !$0.format.isMarkup }

  /// The XML documents.
  static let markup = all.filter(\.format.isMarkup)

  private static func files(in folder: String, of format: ShippedFormat, isReal: Bool) -> [FormatMaterial] {
    fileNames(in: folder).filter { $0 != "SOURCES.tsv" }.map {
      FormatMaterial(format: format, path: "\(folder)/\($0)", isReal: isReal)
    }
  }

  var bytes: [UInt8] { contents(path) }

  func document() throws -> SceneDocument { try Self.document(bytes, try format.format) }

  static func document(_ bytes: [UInt8], _ mapping: any ForeignFormat) throws -> SceneDocument {
    try SceneDocument(bytes: bytes, name: "foreign", of: ForeignFormats { [mapping] })
  }
}

extension String {
  /// Returns the text before a suffix; nil if the text does not end with it.
  fileprivate func rest(before ending: String) -> String? {
    hasSuffix(ending) ? String(dropLast(ending.count)) : nil
  }
}

/// The content of a scene's objects, without the text layout.
struct SceneShape: Equatable, CustomStringConvertible {
  struct Object: Equatable {
    var id: String
    var className: String
    var name: String?
    var parent: Int?
    var attributes: [String: String]
  }

  var objects: [Object] = []

  init(_ scene: SceneDocument) {
    for node in scene.objects {
      var attributes: [String: String] = [:]
      scene.forEachAttribute(of: node) { key, value in
        attributes[JSONString.decode(key).utf8.map { "\($0)" }.joined(separator: ",")] =
          JSONString.decode(key) + " = " + String(decoding: value, as: UTF8.self)
        return true
      }
      objects.append(
        Object(
          id: scene.id(node), className: scene.classNames[scene.classID(node)], name: scene.objectName(node),
          parent: scene.parent(node)?.number, attributes: attributes))
    }
  }

  var description: String {
    objects.map { object in
      let attributes = object.attributes.values.sorted().joined(separator: "\n    ")
      return "\(object.parent ?? -1) \(object.id) \(object.className) \(object.name ?? "-")\n    \(attributes)"
    }.joined(separator: "\n")
  }

  /// Returns the first differing lines of two shapes.
  static func difference(_ a: SceneShape, _ b: SceneShape) -> String? {
    if a == b { return nil }
    let (old, new) = (a.description.split(separator: "\n"), b.description.split(separator: "\n"))
    let start = zip(old, new).prefix { $0 == $1 }.count
    return "line \(start): \(old.dropFirst(start).prefix(3)) and \(new.dropFirst(start).prefix(3))"
  }
}

/// The places at which two JSON trees differ.
enum TreeDifference {
  static func paths(_ old: JSON, _ new: JSON, at path: [String] = []) -> [[String]] {
    if old == new { return [] }
    switch (old, new) {
    case (.object(let a), .object(let b)) where a.map(\.key) == b.map(\.key):
      return zip(a, b).flatMap { paths($0.value, $1.value, at: path + [$0.key]) }
    case (.array(let a), .array(let b)) where a.count == b.count:
      return zip(a, b).enumerated().flatMap { paths($1.0, $1.1, at: path + ["\($0)"]) }
    default: return [path]
    }
  }
}

extension [UInt8] {
  var asText: String { String(decoding: self, as: UTF8.self) }
}

/// Returns the document read from another document's text.
func reloaded(_ scene: SceneDocument, _ mapping: any ForeignFormat) throws -> SceneDocument {
  try FormatMaterial.document(scene.bytes(), mapping)
}
