package import JSONText

/// A request from the host: to describe the plugin, to transform values, or to build components.
enum WorkerRequest {
  /// A request for the plugin's description. `versions` are the protocol versions that the host supports. If `trace` is
  /// true, the worker reports each class before it makes a component of the class. The classes in `without` are left
  /// out, because making a component of these classes crashed the plugin.
  case describe(versions: ClosedRange<Int>, trace: Bool, without: Set<String>)

  /// A request to transform values between their type and the form in which documents store them.
  case transform(TransformRequest)

  /// A request to build components, with its header and a reader positioned before the rows, which are read one at a
  /// time.
  case build(BuildHeader, JSONReader)

  /// Reads a request from a message. Sets `id` as soon as it is known, so that an error reply can contain the id.
  init(_ message: UnsafeRawBufferPointer, id: inout Int) throws {
    var reader = JSONReader(message)
    var request: WorkerRequest?
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch JSONString.decode(key) {
      case "id": id = try reader.readInt()
      case "describe": request = try Self.describe(&reader)
      case "transform": request = .transform(try TransformRequest(&reader))
      case "build":
        // The rows are at the end of a message. They are read one at a time while components are built from them.
        self = try Self.build(reader)
        return
      default: try reader.skipValue()
      }
    }
    try reader.end()
    guard let request else { throw StatedProblem("a request holds 'describe', 'build' or 'transform'") }
    self = request
  }

  private static func describe(_ reader: inout JSONReader) throws -> WorkerRequest {
    var versions: ClosedRange<Int>?
    var (trace, without) = (false, Set<String>())
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch JSONString.decode(key) {
      case "protocol":
        var bounds: [Int] = []
        try reader.beginArray()
        while try reader.nextElement() { bounds.append(try reader.readInt()) }
        if bounds.count == 2, bounds[0] <= bounds[1] { versions = bounds[0]...bounds[1] }
      case "trace": trace = try reader.readBool()
      case "without": without = Set(try reader.readStrings())
      default: try reader.skipValue()
      }
    }
    guard let versions else { throw StatedProblem("'protocol' is [lowest, highest]") }
    return .describe(versions: versions, trace: trace, without: without)
  }

  private static func build(_ start: JSONReader) throws -> WorkerRequest {
    var (reader, header) = (start, BuildHeader())
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch JSONString.decode(key) {
      case "class": header.className = try reader.readString()
      case "mode":
        let text = try reader.readString()
        guard let mode = WorkerProtocol.Mode(rawValue: text) else { throw StatedProblem("there is no mode '\(text)'") }
        header.mode = mode
      // Later versions may add causes; an unknown cause counts as the cause of the mode.
      case "cause": header.isUndo = try reader.readString() == ChangeCause.undo.rawValue
      case "properties": header.properties = try reader.readStrings()
      case "edits": header.edits = try reader.readStrings()
      case "parent": header.parent = try reader.readStrings()
      case "writes": header.writes = try reader.readStrings()
      case "settings":
        try reader.beginObject()
        while let key = try reader.nextKey() { header.settings.append((JSONString.decode(key), try reader.rawValue())) }
      case "run": header.action = try reader.readString()
      case "validate": header.validate = try reader.readBool()
      case "before": header.tellsBefore = try reader.readBool()
      case "lifecycle": header.lifecycle = try reader.readBool()
      case "draw": header.draws = try reader.readBool()
      case "touch": header.hitTests = try reader.readBool()
      case "trace": header.trace = try reader.readBool()
      case "progress": header.progress = try reader.readBool()
      case "rows": return .build(header, reader)
      default: try reader.skipValue()
      }
    }
    throw StatedProblem("'build' holds no 'rows'; they are its last member")
  }
}

extension JSONReader {
  /// Reads the end of a request after its rows. Throws an error if other members follow.
  mutating func endRequest() throws {
    guard try nextKey() == nil, try nextKey() == nil else {
      throw StatedProblem("'rows' is the last member of 'build', and 'build' that of the message")
    }
    try end()
  }
}

/// A request to transform values between a property's type and a stored form.
struct TransformRequest {
  var name = ""

  /// True if stored values become values of the property's type; false for the other direction.
  var isDecoding = true

  /// The values to transform, as JSON in the message.
  var values: [UnsafeRawBufferPointer] = []

  init(_ reader: inout JSONReader) throws {
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch JSONString.decode(key) {
      case "name": name = try reader.readString()
      case "direction":
        let text = try reader.readString()
        guard ["decode", "encode"].contains(text) else { throw StatedProblem("there is no direction '\(text)'") }
        isDecoding = text == "decode"
      case "values":
        try reader.beginArray()
        while try reader.nextElement() { values.append(try reader.rawValue()) }
      default: try reader.skipValue()
      }
    }
  }
}

/// The members of a build request that precede its rows and apply to every row.
struct BuildHeader {
  var className = ""
  var mode = WorkerProtocol.Mode.load

  /// True if components are rebuilt because an edit is undone or redone.
  var isUndo = false
  var properties: [String] = []
  var edits: [String] = []
  var parent: [String] = []

  /// The properties to which extensions write. They are set after the stored attributes and before `awake`.
  var writes: [String] = []
  var trace = false

  /// The settings that have a value, each with its value as JSON in the message.
  var settings: [(name: String, value: UnsafeRawBufferPointer)] = []

  /// The name of the action to run on each component; nil for none.
  var action: String?

  /// True if the worker reports the current row about every 20 ms.
  var progress = false

  /// True if replies to edits contain the effective values before the edit.
  var tellsBefore = true

  /// True if the reply about each object contains its lifecycle steps.
  var lifecycle = false

  /// True if each component draws itself. Each row then ends with the size of the drawing, or with `[]` for the size of
  /// the component's frame.
  var draws = false

  /// True if each component reports whether it receives a touch. Each row then ends with the component's size, as for a
  /// drawing, and the point of the touch.
  var hitTests = false

  /// True if stored values are checked against the rules of their properties.
  var validate = false

  /// Returns the values of the settings that a class reads, by name. Throws an error if a value is not of its setting's
  /// type.
  func settings(of type: ComponentType) throws(StatedProblem) -> [String: PropertyValue] {
    var values: [String: PropertyValue] = [:]
    for (name, text) in settings {
      guard let property = type.settings.first(where: { $0.setting.name == name })?.setting.property else { continue }
      var reader = JSONReader(text)
      guard let value = try? PropertyValue(json: &reader, as: property.type) else {
        throw StatedProblem("the value of the setting '\(name)' is not \(property.type.phrase)")
      }
      values[name] = value
    }
    return values
  }
}

extension JSONReader {
  package mutating func readStrings() throws -> [String] {
    var strings: [String] = []
    try beginArray()
    while try nextElement() { strings.append(try readString()) }
    return strings
  }
}
