internal import JSONText

extension RuntimeBundle {
  /// Reads and verifies a bundle: its format, the SHA-256 of each file, the counts, and the key path, type and value of
  /// each attribute.
  ///
  /// - Throws: a ``BundleError`` that names the file and, if known, the position.
  public static func load(path: String) throws(BundleError) -> RuntimeBundle {
    guard BundleFile.isBundle(path) else {
      try BundleFile.checkFolder(path)
      throw BundleError(.notABundle, file: path)
    }
    let manifest = try BundleManifest(BundleFile(path: "\(path)/bundle.json"))
    var attributes: BundleFile?
    for (name, sha256) in manifest.files {
      let file = try BundleFile(path: "\(path)/\(name)")
      guard SHA256.hex(of: file.bytes) == sha256 else { throw BundleError(.changedFile(name), file: path) }
      if name == attributesFile { attributes = file }
    }
    guard let attributes else {
      throw BundleError(.member(attributesFile, of: "'files'", expected: "a SHA-256"), file: "\(path)/bundle.json")
    }
    var bundle = manifest.bundle
    bundle.objects = try BundleObjectReader.objects(in: attributes)
    for (what, stated, found) in [
      ("objects", manifest.objectCount, bundle.objects.count),
      ("attributes", manifest.attributeCount, bundle.attributeCount),
    ] where stated != found {
      throw BundleError(.count(what: what, stated: stated, found: found), file: path)
    }
    return bundle
  }

  package static let attributesFile = "attributes.json"
}

/// The contents of `bundle.json`.
struct BundleManifest {
  /// The bundle without its objects.
  private(set) var bundle: RuntimeBundle
  private(set) var objectCount = 0
  private(set) var attributeCount = 0
  private(set) var files: [(name: String, sha256: String)] = []

  init(_ file: BundleFile) throws(BundleError) {
    let json: JSON
    do throws(JSONSyntaxError) {
      json = try JSON.parse(file.bytes)
    } catch {
      throw file.error(.bundleSyntax, error.description, at: error.offset)
    }
    let reader = ManifestReader(path: file.path)
    guard json["format"]?.stringValue == RuntimeBundle.format else {
      throw reader.error(.format(found: json["format"]?.stringValue))
    }
    let scene = try reader.member("scene", of: json, "the bundle", "an object") { $0.objectValue == nil ? nil : $0 }
    bundle = RuntimeBundle(
      sceneName: scene["name"]?.stringValue,
      sceneSHA256: try reader.sha256("sha256", of: scene, "'scene'"),
      isEffective: json["effective"]?.boolValue ?? false,
      objects: [])
    for plugin in try reader.list("plugins", of: json) {
      bundle.plugins.append(
        Plugin(
          name: try reader.text("name", of: plugin, "a plugin"),
          version: try reader.text("version", of: plugin, "a plugin"),
          descriptionSHA256: try reader.sha256("description", of: plugin, "a plugin")))
    }
    for omission in try reader.list("notCarried", of: json) {
      bundle.notCarried.append(
        Omission(
          object: try reader.text("object", of: omission, "'notCarried'"), property: omission["property"]?.stringValue,
          code: omission["code"]?.stringValue ?? "", reason: try reader.text("reason", of: omission, "'notCarried'")))
    }
    objectCount = try reader.member("objects", of: json, "the bundle", "a whole number", \.intValue)
    attributeCount = try reader.member("attributes", of: json, "the bundle", "a whole number", \.intValue)
    for member in try reader.member("files", of: json, "the bundle", "an object", \.objectValue) {
      // A name that leaves the folder would make a bundle read files that are not its own.
      guard !member.key.isEmpty, !member.key.utf8.contains(UInt8(ascii: "/")), !member.key.begins(with: ".") else {
        throw reader.error(.fileName(member.key))
      }
      files.append((member.key, try reader.sha256(member.key, of: json["files"] ?? .null, "'files'")))
    }
  }

  private typealias Plugin = RuntimeBundle.Plugin
  private typealias Omission = RuntimeBundle.Omission
}

/// Reads members of `bundle.json`, or throws an error that names the invalid one.
private struct ManifestReader {
  let path: String

  func error(_ problem: BundleProblem) -> BundleError { BundleError(problem, file: path) }

  func member<T>(
    _ key: String, of json: JSON, _ owner: String, _ expected: String, _ read: (JSON) -> T?
  ) throws(BundleError) -> T {
    guard let value = json[key].flatMap(read) else { throw error(.member(key, of: owner, expected: expected)) }
    return value
  }

  func text(_ key: String, of json: JSON, _ owner: String) throws(BundleError) -> String {
    try member(key, of: json, owner, "a text", \.stringValue)
  }

  func list(_ key: String, of json: JSON) throws(BundleError) -> [JSON] {
    try member(key, of: json, "the bundle", "a list", \.arrayValue)
  }

  func sha256(_ key: String, of json: JSON, _ owner: String) throws(BundleError) -> String {
    try member(key, of: json, owner, "a SHA-256") { value in
      value.stringValue.flatMap { text in
        let isDigest =
          text.utf8.count == 64 && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
        return isDigest ? text : nil
      }
    }
  }
}
