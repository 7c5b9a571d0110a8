package import JSONText

extension RuntimeBundle {
  /// Returns the bundle's files: `attributes.json`, then `bundle.json`, which contains the SHA-256 of
  /// `attributes.json`. Equal bundles have identical bytes.
  package func files() -> [(name: String, bytes: [UInt8])] {
    var attributes: [UInt8] = []
    var text = BundleText { attributes += $0 }
    for object in objects { text.add(object) }
    text.end()
    return [(Self.attributesFile, attributes), (Self.manifestFile, text.manifest(of: self))]
  }

  package static let manifestFile = "bundle.json"
}

/// A writer of a bundle's files that receives one object at a time, so that the objects need not all be in memory.
package struct BundleText {
  package private(set) var objects = 0
  package private(set) var attributes = 0
  private var hash = SHA256()
  private var sha256 = ""

  /// The part of `attributes.json` that has not been passed to `take` yet.
  private var bytes: [UInt8] = []
  private let take: ([UInt8]) -> Void

  /// Creates a writer without objects.
  ///
  /// - Parameter take: receives `attributes.json`, a piece at a time.
  package init(_ take: @escaping ([UInt8]) -> Void) { self.take = take }

  package mutating func add(_ object: BundleObject) {
    add { bytes in
      object.append(to: &bytes)
      return object.attributes.count
    }
  }

  /// Adds an object, as JSON on a line of its own, so that a diff of two bundles is readable.
  ///
  /// - Parameter write: appends the object's JSON and returns the number of its attributes, or returns nil to omit the
  ///   object.
  /// - Returns: true if the object was added.
  @discardableResult
  package mutating func add(_ write: (inout [UInt8]) -> Int?) -> Bool {
    let start = bytes.count
    bytes += Array((objects == 0 ? "{\"objects\":[\n" : ",\n").utf8)
    guard let count = write(&bytes) else {
      bytes.removeSubrange(start...)
      return false
    }
    objects += 1
    attributes += count
    if bytes.count >= 1 << 16 { handOut() }
    return true
  }

  /// Writes the end of `attributes.json`, passes the remaining bytes to `take`, and computes the file's SHA-256.
  package mutating func end() {
    bytes += Array("\(objects == 0 ? "{\"objects\":[" : "")\n]}\n".utf8)
    handOut()
    sha256 = hash.hex()
  }

  private mutating func handOut() {
    bytes.withUnsafeBytes { hash.add($0) }
    take(bytes)
    bytes.removeAll(keepingCapacity: true)
  }

  /// Returns the contents of `bundle.json`. Must be called after ``end()``.
  ///
  /// - Parameter bundle: the bundle; its `objects` are ignored, since the writer has counted the added objects.
  package func manifest(of bundle: RuntimeBundle) -> [UInt8] {
    var scene: [JSON.Member] = []
    if let sceneName = bundle.sceneName { scene.append(.init("name", .string(sceneName))) }
    scene.append(.init("sha256", .string(bundle.sceneSHA256)))
    let sources = bundle.sources.isEmpty ? [] : [JSON.Member("sources", .array(bundle.sources.map(\.json)))]
    let head: [JSON.Member] = [.init("format", .string(RuntimeBundle.format)), .init("scene", .object(scene))]
    let rest: [JSON.Member] = [
      .init("plugins", .array(bundle.plugins.map(\.json))),
      .init("objects", .int(objects)),
      .init("attributes", .int(attributes)),
      .init("effective", .bool(bundle.isEffective)),
      .init("files", .object([.init(RuntimeBundle.attributesFile, .string(sha256))])),
      .init("notCarried", .array(bundle.notCarried.map(\.json))),
    ]
    let manifest = JSON.object(head + sources + rest)
    return Array((manifest.text(pretty: true) + "\n").utf8)
  }
}

extension RuntimeBundle.Plugin {
  package var json: JSON {
    ["name": .string(name), "version": .string(version), "description": .string(descriptionSHA256)]
  }
}

extension RuntimeBundle.Source {
  fileprivate var json: JSON { ["path": .string(path), "kind": .string(kind), "sha256": .string(sha256)] }
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
  func append(to bytes: inout [UInt8]) {
    bytes += Array(#"{"id":"#.utf8)
    JSONString.append(id, quotedTo: &bytes)
    bytes += Self.afterID(className)
    for (place, attribute) in attributes.enumerated() {
      if place > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes += BundleAttribute.beforeValue(attribute.keyPath, attribute.type)
      if let value = attribute.value { value.appendBundleJSON(to: &bytes) } else { bytes += Array("null".utf8) }
      bytes += BundleAttribute.afterValue(
        extension: attribute.extensionName, isRuntime: attribute.isRuntime, setting: attribute.setting)
    }
    bytes += Self.end(source)
  }

  private static let plainEnd = Array("]}".utf8)

  /// Returns the part of an object's JSON after its last attribute.
  package static func end(_ source: Source?) -> [UInt8] {
    guard let source else { return plainEnd }
    var bytes = Array(#"],"source":{"file":"#.utf8)
    JSONString.append(source.file, quotedTo: &bytes)
    bytes += Array(#","object":"#.utf8)
    JSONString.append(source.object, quotedTo: &bytes)
    return bytes + Array("}}".utf8)
  }

  /// Returns the part of an object's JSON between its id and its first attribute.
  package static func afterID(_ className: String) -> [UInt8] {
    var bytes = Array(#","class":"#.utf8)
    JSONString.append(className, quotedTo: &bytes)
    return bytes + Array(#","attributes":["#.utf8)
  }
}

extension BundleAttribute {
  /// Returns the part of an attribute's JSON that precedes its value.
  package static func beforeValue(_ keyPath: String, _ type: PropertyType) -> [UInt8] {
    var bytes = Array(#"{"keyPath":"#.utf8)
    JSONString.append(keyPath, quotedTo: &bytes)
    return bytes + Array(#","type":"\#(type.rawValue)","value":"#.utf8)
  }

  /// Returns the part of an attribute's JSON that follows its value.
  package static func afterValue(
    extension name: String?, isRuntime: Bool = false, setting: Setting? = nil
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    if let name {
      bytes += Array(#","extension":"#.utf8)
      JSONString.append(name, quotedTo: &bytes)
    }
    if isRuntime { bytes += Array(#","runtime":true"#.utf8) }
    if let setting {
      bytes += Array(#","setting":{"key":"#.utf8) + JSONString.quoted(setting.key)
      if let file = setting.file { bytes += Array(#","file":"#.utf8) + JSONString.quoted(file) }
      if let name = setting.transformer { bytes += Array(#","through":"#.utf8) + JSONString.quoted(name) }
      bytes.append(UInt8(ascii: "}"))
    }
    return bytes + [UInt8(ascii: "}")]
  }
}
