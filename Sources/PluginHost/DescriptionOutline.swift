internal import JSONText

/// A description's members, and where its classes stand in its text: what a start needs of a plugin of which it builds nothing.
struct DescriptionOutline {
  var name = ""
  var version = ""
  var bounds: [Int] = []
  var components: [Part] = []
  var bases: [Part] = []
  var extensions: [Part] = []
  var resources: [String] = []

  /// A class, as bytes of the text.
  struct Part {
    var name: String
    var start: Int
    var count: Int

    /// For an extension the class that it adds to.
    var extends: String?
  }

  /// Reads the outline of a description's text; nil where the text is no description.
  init?(of text: ArraySlice<UInt8>) {
    let isRead = text.withUnsafeBytes { bytes -> Bool in
      var reader = JSONReader(bytes)
      return (try? read(&reader, Self.parts)) != nil
    }
    guard isRead else { return nil }
  }

  /// Reads a description or what was kept of one, which have the same members.
  ///
  /// - Parameter parts: reads a list of classes.
  private mutating func read(
    _ reader: inout JSONReader, _ parts: (inout JSONReader) throws(JSONSyntaxError) -> [Part]
  ) throws(JSONSyntaxError) {
    try reader.beginObject()
    while let key = try reader.nextKey() {
      if JSONString.equals(key, "name") {
        name = try reader.readString()
      } else if JSONString.equals(key, "version") {
        version = try reader.readString()
      } else if JSONString.equals(key, "protocol") {
        try reader.beginArray()
        while try reader.nextElement() { bounds.append(try reader.readInt()) }
      } else if JSONString.equals(key, "components") {
        components = try parts(&reader)
      } else if JSONString.equals(key, "bases") {
        bases = try parts(&reader)
      } else if JSONString.equals(key, "extensions") {
        extensions = try parts(&reader)
      } else if JSONString.equals(key, "resources") {
        try reader.beginArray()
        while try reader.nextElement() { resources.append(try reader.readString()) }
      } else {
        try reader.skipValue()
      }
    }
  }

  private static func parts(_ reader: inout JSONReader) throws(JSONSyntaxError) -> [Part] {
    var parts: [Part] = []
    try reader.beginArray()
    while try reader.nextElement() {
      let raw = try reader.rawValue()
      guard let name = JSONMember.string("name", of: raw) else { throw reader.mismatch("a class with a name") }
      parts.append(
        Part(
          name: name, start: reader.offset - raw.count, count: raw.count,
          extends: JSONMember.string("extends", of: raw)))
    }
    return parts
  }

  // MARK: keeping it

  /// The outline as the cache stores it beside the description's text.
  var json: JSON {
    [
      "name": .string(name), "version": .string(version), "protocol": .array(bounds.map(JSON.int)),
      "components": Self.json(components), "bases": Self.json(bases), "extensions": Self.json(extensions),
      "resources": .array(resources.map(JSON.string)),
    ]
  }

  private static func json(_ parts: [Part]) -> JSON {
    .array(
      parts.map { part in
        .array(
          [.string(part.name), .int(part.start), .int(part.count)] + (part.extends.map { [.string($0)] } ?? []))
      })
  }

  /// Reads what was kept.
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
        case 3: part.extends = try reader.readString()
        default: try reader.skipValue()
        }
        place += 1
      }
      parts.append(part)
    }
    return parts
  }
}
