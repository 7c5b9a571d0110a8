package import JSONText

extension RuntimeBundle {
  /// The bundle's files, byte for byte the same for the same bundle: `attributes.json`, then `bundle.json`, which holds the
  /// other's SHA-256.
  package func files() -> [(name: String, bytes: [UInt8])] {
    let attributes = attributesText()
    let manifest = manifest(attributesSHA256: SHA256.hex(of: attributes))
    return [(Self.attributesFile, attributes), ("bundle.json", Array((manifest.text(pretty: true) + "\n").utf8))]
  }

  /// An object a line, so that a difference between two bundles can be read.
  private func attributesText() -> [UInt8] {
    var bytes = Array("{\"objects\":[".utf8)
    for (place, object) in objects.enumerated() {
      bytes += Array((place == 0 ? "\n" : ",\n").utf8)
      bytes += Array(object.json.text().utf8)
    }
    bytes += Array("\n]}\n".utf8)
    return bytes
  }

  private func manifest(attributesSHA256: String) -> JSON {
    var scene: [JSON.Member] = []
    if let sceneName { scene.append(.init("name", .string(sceneName))) }
    scene.append(.init("sha256", .string(sceneSHA256)))
    return .object([
      .init("format", .string(Self.format)),
      .init("scene", .object(scene)),
      .init("plugins", .array(plugins.map(\.json))),
      .init("objects", .int(objects.count)),
      .init("attributes", .int(attributeCount)),
      .init("effective", .bool(isEffective)),
      .init("files", .object([.init(Self.attributesFile, .string(attributesSHA256))])),
      .init("notCarried", .array(notCarried.map(\.json))),
    ])
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
