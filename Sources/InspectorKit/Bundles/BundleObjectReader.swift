internal import JSONText

/// A reader of `attributes.json` that builds no tree of the JSON, since the file may contain a million objects.
struct BundleObjectReader {
  private let file: BundleFile
  private var reader: JSONReader
  private var objects: [BundleObject] = []
  /// The ids read so far, as bytes. Ids that look the same but encode their accents differently count as different.
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
    var spans: [Span] = []
    var hasAttributes = false
    try members(of: "an object") { reader, key in
      switch key {
      case "id": object.id = try reader.reader.readString()
      case "class": object.className = try reader.reader.readString()
      case "attributes":
        hasAttributes = true
        try reader.reader.beginArray()
        while try reader.reader.nextElement() { spans.append(try reader.span()) }
      case "source": object.source = try reader.source()
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
      let attribute = try attribute(span, of: object.id)
      if object.attributes.contains(where: { $0.keyPath == attribute.keyPath }) {
        throw file.error(.duplicateAttribute(attribute.keyPath, object: object.id), at: span.start)
      }
      object.attributes.append(attribute)
    }
    objects.append(object)
  }

  /// The members of an attribute, with the value as JSON bytes. The value is parsed only after all members are read,
  /// since its type may follow it in the file.
  private struct Span {
    var start: Int
    var keyPath: String?
    var type: String?
    var value: UnsafeRawBufferPointer?
    var extensionName: String?
    var isRuntime = false
    var setting: BundleAttribute.Setting?
  }

  private mutating func source() throws -> BundleObject.Source {
    _ = reader.peek()
    let start = reader.offset
    var source = BundleObject.Source(file: "", object: "")
    try members(of: "'source'") { reader, key in
      switch key {
      case "file": source.file = try reader.reader.readString()
      case "object": source.object = try reader.reader.readString()
      default: return false
      }
      return true
    }
    for (key, isThere) in [("file", !source.file.isEmpty), ("object", !source.object.isEmpty)] where !isThere {
      throw file.error(.member(key, of: "'source'", expected: "a text"), at: start)
    }
    return source
  }

  private mutating func setting() throws -> BundleAttribute.Setting {
    _ = reader.peek()
    let start = reader.offset
    var setting = BundleAttribute.Setting(key: "", file: nil)
    try members(of: "'setting'") { reader, key in
      switch key {
      case "key": setting.key = try reader.reader.readString()
      case "file": setting.file = try reader.reader.readString()
      case "through": setting.transformer = try reader.reader.readString()
      default: return false
      }
      return true
    }
    if setting.key.isEmpty { throw file.error(.member("key", of: "'setting'", expected: "a text"), at: start) }
    return setting
  }

  private mutating func span() throws -> Span {
    _ = reader.peek()
    var span = Span(start: reader.offset)
    try members(of: "an attribute") { reader, key in
      switch key {
      case "keyPath": span.keyPath = try reader.reader.readString()
      case "type": span.type = try reader.reader.readString()
      case "value": span.value = try reader.reader.rawValue()
      case "extension": span.extensionName = try reader.reader.readString()
      case "runtime": span.isRuntime = try reader.reader.readBool()
      case "setting": span.setting = try reader.setting()
      default: return false
      }
      return true
    }
    return span
  }

  private func attribute(_ span: Span, of id: String) throws(BundleError) -> BundleAttribute {
    let start = span.start
    guard let keyPath = span.keyPath else {
      throw file.error(.member("keyPath", of: "an attribute", expected: "a text"), at: start)
    }
    guard PropertyDefinition.isKeyPath(keyPath) else { throw file.error(.keyPath(keyPath, object: id), at: start) }
    guard let typeName = span.type else {
      throw file.error(.member("type", of: "an attribute", expected: "a type"), at: start)
    }
    guard let type = PropertyType(rawValue: typeName) else { throw file.error(.type(typeName, object: id), at: start) }
    guard let value = span.value else {
      throw file.error(.member("value", of: "an attribute", expected: "a value"), at: start)
    }
    var attribute = BundleAttribute(
      keyPath: keyPath, type: type, value: nil, extensionName: span.extensionName, isRuntime: span.isRuntime,
      setting: span.setting)
    if value.elementsEqual("null".utf8) { return attribute }
    do {
      var reader = JSONReader(value)
      attribute.value = try PropertyValue(json: &reader, as: type)
      return attribute
    } catch let error as PropertyValueError {
      throw file.error(.value(error, keyPath: keyPath, object: id), at: start)
    } catch {
      throw file.error(.bundleSyntax, "\(error)", at: start)
    }
  }

  /// Reads a JSON object and calls `read` for each key. The closure must read the key's value, or return false for an
  /// unknown key. Throws an error if a key is unknown or appears twice. The keys in ``DescriptionMembers/free`` are
  /// skipped.
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
