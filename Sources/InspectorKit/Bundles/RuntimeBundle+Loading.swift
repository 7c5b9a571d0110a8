internal import JSONText

extension RuntimeBundle {
  /// Reads the bundle in a folder and verifies its format, the SHA-256 of each file, the counts, and the key path, type
  /// and value of each attribute.
  ///
  /// - Parameter path: the bundle's folder.
  /// - Throws: a ``BundleError`` that names the file and, if known, the position in it.
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
  /// The bundle without its objects, which `attributes.json` contains.
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
    guard json["format"]?.stringValue == RuntimeBundle.format else {
      throw BundleError(.format(found: json["format"]?.stringValue), file: file.path)
    }
    let scene = try file.member("scene", of: json, "the bundle", "an object") { $0.objectValue.map(JSON.object) }
    bundle = RuntimeBundle(
      sceneName: scene["name"]?.stringValue,
      sceneSHA256: try file.sha256("sha256", of: scene, "'scene'"),
      isEffective: json["effective"]?.boolValue ?? false,
      objects: [])
    for plugin in try file.list("plugins", of: json) {
      bundle.plugins.append(
        Plugin(
          name: try file.text("name", of: plugin, "a plugin"),
          version: try file.text("version", of: plugin, "a plugin"),
          descriptionSHA256: try file.sha256("description", of: plugin, "a plugin")))
    }
    for omission in try file.list("notCarried", of: json) {
      bundle.notCarried.append(
        Omission(
          object: try file.text("object", of: omission, "'notCarried'"), property: omission["property"]?.stringValue,
          code: omission["code"]?.stringValue ?? "", reason: try file.text("reason", of: omission, "'notCarried'")))
    }
    for source in json["sources"] == nil ? [] : try file.list("sources", of: json) {
      bundle.sources.append(
        Source(
          path: try file.text("path", of: source, "a source"), kind: try file.text("kind", of: source, "a source"),
          sha256: try file.sha256("sha256", of: source, "a source")))
    }
    objectCount = try file.member("objects", of: json, "the bundle", "a whole number", \.intValue)
    attributeCount = try file.member("attributes", of: json, "the bundle", "a whole number", \.intValue)
    for member in try file.member("files", of: json, "the bundle", "an object", \.objectValue) {
      // A name that refers outside the folder would make a bundle read files that do not belong to it.
      guard !member.key.isEmpty, !member.key.utf8.contains(UInt8(ascii: "/")), !member.key.begins(with: ".") else {
        throw BundleError(.fileName(member.key), file: file.path)
      }
      files.append((member.key, try file.sha256(member.key, of: json["files"] ?? .null, "'files'")))
    }
  }

  private typealias Plugin = RuntimeBundle.Plugin
  private typealias Omission = RuntimeBundle.Omission
  private typealias Source = RuntimeBundle.Source
}

/// Accessors for members of `bundle.json`. Each throws an error that names the member if the member is missing or
/// invalid.
extension BundleFile {
  fileprivate func member<T>(
    _ key: String, of json: JSON, _ owner: String, _ expected: String, _ read: (JSON) -> T?
  ) throws(BundleError) -> T {
    guard let value = json[key].flatMap(read) else {
      throw BundleError(.member(key, of: owner, expected: expected), file: path)
    }
    return value
  }

  fileprivate func text(_ key: String, of json: JSON, _ owner: String) throws(BundleError) -> String {
    try member(key, of: json, owner, "a text", \.stringValue)
  }

  fileprivate func list(_ key: String, of json: JSON) throws(BundleError) -> [JSON] {
    try member(key, of: json, "the bundle", "a list", \.arrayValue)
  }

  fileprivate func sha256(_ key: String, of json: JSON, _ owner: String) throws(BundleError) -> String {
    try member(key, of: json, owner, "a SHA-256") { value in
      value.stringValue.flatMap { text in
        let isDigest =
          text.utf8.count == 64 && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
        return isDigest ? text : nil
      }
    }
  }
}
