internal import JSONText

/// The contents of a description, with the byte range of each class instead of the class itself. The program needs no
/// more of a plugin until one of its classes is used.
struct DescriptionOutline {
  var name = ""
  var version = ""
  var bounds: [Int] = []
  var components: [Part] = []
  var bases: [Part] = []
  var extensions: [Part] = []
  var resources: [String] = []
  var unlisted: [String] = []

  /// The JSON texts of the lists of settings and of transformers, by their keys.
  var declarations: [String: String] = [:]

  private static let declarationKeys: Set<String> = ["settings", "transformers"]

  /// The name of a class, and the range of its JSON object in the text, in bytes.
  struct Part {
    var name: String
    var start: Int
    var count: Int

    /// The name of the class that an extension adds to; nil for a class that is not an extension.
    var extends: String?

    /// The former names of the class.
    var aliases: [String] = []
  }

  /// Reads the outline of a description from its text; nil if the text is not a description.
  init?(of text: ArraySlice<UInt8>) {
    let isRead = text.withUnsafeBytes { bytes -> Bool in
      var reader = JSONReader(bytes)
      return (try? read(&reader, Self.parts)) != nil
    }
    guard isRead else { return nil }
  }

  /// Reads a description or a cached outline, which have the same members.
  ///
  /// - Parameter parts: a function that reads a list of classes, in the format of a description or of the cache.
  private mutating func read(
    _ reader: inout JSONReader, _ parts: (inout JSONReader) throws(JSONSyntaxError) -> [Part]
  ) throws(JSONSyntaxError) {
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch JSONString.decode(key) {
      case "name": name = try reader.readString()
      case "version": version = try reader.readString()
      case "protocol":
        try reader.beginArray()
        while try reader.nextElement() { bounds.append(try reader.readInt()) }
      case "components": components = try parts(&reader)
      case "bases": bases = try parts(&reader)
      case "extensions": extensions = try parts(&reader)
      case "resources":
        try reader.beginArray()
        while try reader.nextElement() { resources.append(try reader.readString()) }
      case "unlisted":
        try reader.beginArray()
        while try reader.nextElement() { unlisted.append(try reader.readString()) }
      case let key where Self.declarationKeys.contains(key):
        declarations[key] = String(decoding: try reader.rawValue(), as: UTF8.self)
      default: try reader.skipValue()
      }
    }
  }

  private static func parts(_ reader: inout JSONReader) throws(JSONSyntaxError) -> [Part] {
    var parts: [Part] = []
    try reader.beginArray()
    while try reader.nextElement() {
      let raw = try reader.rawValue()
      guard let name = JSONReader.string(ofMember: "name", of: raw) else {
        throw reader.mismatch("a class with a name")
      }
      parts.append(
        Part(
          name: name, start: reader.offset - raw.count, count: raw.count,
          extends: JSONReader.string(ofMember: "extends", of: raw), aliases: try aliases(of: raw)))
    }
    return parts
  }

  private static func aliases(of raw: UnsafeRawBufferPointer) throws(JSONSyntaxError) -> [String] {
    guard let range = JSONReader.member("aliases", of: raw), raw[range].first == UInt8(ascii: "[") else { return [] }
    var reader = JSONReader(UnsafeRawBufferPointer(rebasing: raw[range]))
    return try names(&reader)
  }

  private static func names(_ reader: inout JSONReader) throws(JSONSyntaxError) -> [String] {
    var names: [String] = []
    try reader.beginArray()
    while try reader.nextElement() { names.append(try reader.readString()) }
    return names
  }

  // MARK: caching

  /// The outline in the form for the cache, which precedes the description's text.
  var json: JSON {
    let lists = declarations.sorted { $0.key < $1.key }.compactMap { key, text in
      (try? JSON.parse(Array(text.utf8))).map { JSON.Member(key, $0) }
    }
    let own: JSON = [
      "name": .string(name), "version": .string(version), "protocol": .array(bounds.map(JSON.int)),
      "components": Self.json(components), "bases": Self.json(bases), "extensions": Self.json(extensions),
      "resources": .array(resources.map(JSON.string)), "unlisted": .array(unlisted.map(JSON.string)),
    ]
    return .object((own.objectValue ?? []) + lists)
  }

  private static func json(_ parts: [Part]) -> JSON {
    .array(
      parts.map { part in
        let extends = part.extends.map { [JSON.string($0)] } ?? []
        let aliases = part.aliases.isEmpty ? [] : [JSON.array(part.aliases.map(JSON.string))]
        // An extension has no former names.
        return .array([.string(part.name), .int(part.start), .int(part.count)] + (extends.isEmpty ? aliases : extends))
      })
  }

  /// Reads an outline in the form of ``json``.
  init(kept reader: inout JSONReader) throws(JSONSyntaxError) { try read(&reader, Self.keptParts) }

  private static func keptParts(_ reader: inout JSONReader) throws(JSONSyntaxError) -> [Part] {
    var parts: [Part] = []
    try reader.beginArray()
    while try reader.nextElement() {
      var part = Part(name: "", start: 0, count: 0)
      var place = 0
      try reader.beginArray()
      while try reader.nextElement() {
        switch place {
        case 0: part.name = try reader.readString()
        case 1: part.start = try reader.readInt()
        case 2: part.count = try reader.readInt()
        case 3:
          if reader.peek() == UInt8(ascii: "[") {
            part.aliases = try names(&reader)
          } else {
            part.extends = try reader.readString()
          }
        default: try reader.skipValue()
        }
        place += 1
      }
      parts.append(part)
    }
    return parts
  }
}
