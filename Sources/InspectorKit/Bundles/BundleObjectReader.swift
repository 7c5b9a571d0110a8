internal import JSONText

/// Reads `attributes.json`, which may hold a million objects, without making a tree of it.
struct BundleObjectReader {
  private let file: BundleFile
  private var reader: JSONReader
  private var objects: [BundleObject] = []
  /// The ids read so far, as bytes: ids that only look the same, their accents being written in different ways, are
  /// two.
  private var ids = Set<[UInt8]>()

  static func objects(in file: BundleFile) throws(BundleError) -> [BundleObject] {
    let result = file.bytes.withUnsafeBytes { bytes -> Result<[BundleObject], BundleError> in
      var reader = BundleObjectReader(file: file, reader: JSONReader(bytes))
      do {
        try reader.document()
        return .success(reader.objects)
      } catch let error as BundleError {
        return .failure(error)
      } catch let error as JSONSyntaxError {
        return .failure(file.error(.bundleSyntax, error.description, at: error.offset))
      } catch {
        return .failure(file.error(.bundleSyntax, "\(error)", at: reader.reader.offset))
      }
    }
    return try result.get()
  }

  private init(file: BundleFile, reader: JSONReader) {
    self.file = file
    self.reader = reader
  }

  private mutating func document() throws {
    var isRead = false
    try members(of: "the file") { reader, key in
      guard key == "objects" else { return false }
      isRead = true
      try reader.reader.beginArray()
      while try reader.reader.nextElement() { try reader.object() }
      return true
    }
    guard isRead else { throw file.error(.member("objects", of: "the file", expected: "a list"), at: 0) }
    try reader.end()
  }

  private mutating func object() throws {
    _ = reader.peek()
    let start = reader.offset
    var object = BundleObject(id: "", className: "")
    var spans: [(start: Int, keyPath: String?, type: String?, value: UnsafeRawBufferPointer?)] = []
    var hasAttributes = false
    try members(of: "an object") { reader, key in
      switch key {
      case "id": object.id = try reader.reader.readString()
      case "class": object.className = try reader.reader.readString()
      case "attributes":
        hasAttributes = true
        try reader.reader.beginArray()
        while try reader.reader.nextElement() { spans.append(try reader.span()) }
      default: return false
      }
      return true
    }
    for (key, isThere, expected) in [
      ("id", !object.id.isEmpty, "a text"), ("class", !object.className.isEmpty, "a text"),
      ("attributes", hasAttributes, "a list"),
    ] where !isThere {
      throw file.error(.member(key, of: "an object", expected: expected), at: start)
    }
    guard ids.insert(Array(object.id.utf8)).inserted else { throw file.error(.duplicateObject(object.id), at: start) }
    for span in spans {
      let attribute = try attribute(span.keyPath, span.type, span.value, of: object.id, at: span.start)
      if object.attributes.contains(where: { $0.keyPath == attribute.keyPath }) {
        throw file.error(.duplicateAttribute(attribute.keyPath, object: object.id), at: span.start)
      }
      object.attributes.append(attribute)
    }
    objects.append(object)
  }

  /// The members of an attribute, whose value can be read only when its type is known.
  private mutating func span() throws -> (start: Int, keyPath: String?, type: String?, value: UnsafeRawBufferPointer?) {
    _ = reader.peek()
    let start = reader.offset
    var (keyPath, type, value): (String?, String?, UnsafeRawBufferPointer?)
    try members(of: "an attribute") { reader, key in
      switch key {
      case "keyPath": keyPath = try reader.reader.readString()
      case "type": type = try reader.reader.readString()
      case "value": value = try reader.reader.rawValue()
      default: return false
      }
      return true
    }
    return (start, keyPath, type, value)
  }

  private func attribute(
    _ keyPath: String?, _ typeName: String?, _ value: UnsafeRawBufferPointer?, of id: String, at start: Int
  ) throws(BundleError) -> BundleAttribute {
    guard let keyPath else { throw file.error(.member("keyPath", of: "an attribute", expected: "a text"), at: start) }
    guard PropertyDefinition.isKeyPath(keyPath) else { throw file.error(.keyPath(keyPath, object: id), at: start) }
    guard let typeName else { throw file.error(.member("type", of: "an attribute", expected: "a type"), at: start) }
    guard let type = PropertyType(rawValue: typeName) else { throw file.error(.type(typeName, object: id), at: start) }
    guard let value else { throw file.error(.member("value", of: "an attribute", expected: "a value"), at: start) }
    if value.elementsEqual("null".utf8) { return BundleAttribute(keyPath: keyPath, type: type, value: nil) }
    do {
      var reader = JSONReader(value)
      return BundleAttribute(keyPath: keyPath, type: type, value: try PropertyValue(json: &reader, as: type))
    } catch let error as PropertyValueError {
      throw file.error(.value(error, keyPath: keyPath, object: id), at: start)
    } catch {
      throw file.error(.bundleSyntax, "\(error)", at: start)
    }
  }

  /// Hands each member's key to `read`, which reads the value or answers false for a key that it does not know.
  private mutating func members(of owner: String, _ read: (inout Self, String) throws -> Bool) throws {
    try reader.beginObject()
    var keys: [String] = []
    while let raw = try reader.nextKey() {
      let key = JSONString.decode(raw)
      if keys.contains(key) { throw file.error(.duplicateMember(key), at: reader.offset) }
      keys.append(key)
      if DescriptionMembers.free.contains(key) {
        try reader.skipValue()
        continue
      }
      if try !read(&self, key) { throw file.error(.unknownMember(key, of: owner), at: reader.offset) }
    }
  }
}
