package import JSONText

extension RuntimeBundle {
  /// The bundle's files, byte for byte the same for the same bundle: `attributes.json`, then `bundle.json`, which holds the
  /// other's SHA-256.
  package func files() -> [(name: String, bytes: [UInt8])] {
    var text = BundleText()
    var attributes: [UInt8] = []
    for object in objects { attributes += text.piece(with: object) }
    attributes += text.end()
    return [(Self.attributesFile, attributes), (Self.manifestFile, text.manifest(of: self))]
  }

  package static let manifestFile = "bundle.json"
}

/// Writes a bundle's files an object at a time, so that nobody needs to have all of them.
package struct BundleText {
  package private(set) var objects = 0
  package private(set) var attributes = 0
  private var hash = SHA256()
  private var sha256 = ""

  package init() {}

  /// The next part of `attributes.json`: an object a line, so that a difference between two bundles can be read.
  package mutating func piece(with object: BundleObject) -> [UInt8] {
    let text = "\(objects == 0 ? "{\"objects\":[\n" : ",\n")\(object.json.text())"
    objects += 1
    attributes += object.attributes.count
    return hashed(text)
  }

  /// The last part of `attributes.json`.
  package mutating func end() -> [UInt8] {
    let text = hashed("\(objects == 0 ? "{\"objects\":[" : "")\n]}\n")
    sha256 = hash.hex()
    return text
  }

  private mutating func hashed(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    bytes.withUnsafeBytes { hash.add($0) }
    return bytes
  }

  /// `bundle.json`, once the other file has ended.
  ///
  /// - Parameter bundle: says all but what the objects are.
  package func manifest(of bundle: RuntimeBundle) -> [UInt8] {
    var scene: [JSON.Member] = []
    if let sceneName = bundle.sceneName { scene.append(.init("name", .string(sceneName))) }
    scene.append(.init("sha256", .string(bundle.sceneSHA256)))
    let manifest = JSON.object([
      .init("format", .string(RuntimeBundle.format)),
      .init("scene", .object(scene)),
      .init("plugins", .array(bundle.plugins.map(\.json))),
      .init("objects", .int(objects)),
      .init("attributes", .int(attributes)),
      .init("effective", .bool(bundle.isEffective)),
      .init("files", .object([.init(RuntimeBundle.attributesFile, .string(sha256))])),
      .init("notCarried", .array(bundle.notCarried.map(\.json))),
    ])
    return Array((manifest.text(pretty: true) + "\n").utf8)
  }
}

extension RuntimeBundle.Plugin {
  package var json: JSON {
    ["name": .string(name), "version": .string(version), "description": .string(descriptionSHA256)]
  }
}

extension RuntimeBundle.Omission {
  package var json: JSON {
    var members: [JSON.Member] = [.init("object", .string(object))]
    if let property { members.append(.init("property", .string(property))) }
    if !code.isEmpty { members.append(.init("code", .string(code))) }
    members.append(.init("reason", .string(reason)))
    return .object(members)
  }
}

extension BundleObject {
  package var json: JSON {
    ["id": .string(id), "class": .string(className), "attributes": .array(attributes.map(\.json))]
  }
}

extension BundleAttribute {
  package var json: JSON {
    ["keyPath": .string(keyPath), "type": .string(type.rawValue), "value": value?.bundleJSON ?? .null]
  }
}
