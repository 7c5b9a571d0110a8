import JSONText

/// Finds the first place where a valid JSON text breaks the rules of the scene format, and puts it into words.
///
/// Slow and exact; runs only when the fast pass has refused a text that is JSON.
struct SceneRules {
  private var reader: JSONReader
  private let limits: SceneLimits
  private var objectCount = 0

  init(_ bytes: UnsafeRawBufferPointer, limits: SceneLimits) {
    reader = JSONReader(bytes, maximumDepth: limits.depth)
    self.limits = limits
  }

  /// The first fault of a text that `JSONSyntax` has passed.
  static func firstFault(_ bytes: UnsafeRawBufferPointer, limits: SceneLimits) -> SceneFault? {
    var rules = SceneRules(bytes, limits: limits)
    do {
      try rules.scene()
      return nil
    } catch let fault as SceneFault {
      return fault
    } catch let error as JSONSyntaxError {
      return SceneFault(error)
    } catch {
      return nil
    }
  }

  // MARK: The scene

  private mutating func scene() throws {
    guard reader.peek() == 0x7B else {
      throw fault("a scene is an object, found \(found()); begin with {\"format\": \"\(SceneFormat.current)\"")
    }
    let start = reader.offset
    var hasFormat = false
    var hasObjects = false
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch KeyShapes.role(of: key, in: .scene) {
      case .format:
        hasFormat = true
        try format()
      case .objects:
        hasObjects = true
        guard reader.peek() == 0x5B else { throw fault("'objects' must be an array, found \(found())") }
        try objects()
      case .name: try name()
      case .plugins: try plugins()
      case .palette:
        guard reader.peek() == 0x7B else {
          throw fault("'palette' must be an object of names and colours, found \(found())")
        }
        try reader.skipValue()
      default: try reader.skipValue()
      }
    }
    if !hasFormat {
      throw SceneFault(
        offset: start,
        message: "the scene has no 'format'; add \"format\": \"\(SceneFormat.current)\" to its first object")
    }
    if !hasObjects { throw SceneFault(offset: start, message: "the scene has no 'objects'; add \"objects\": []") }
  }

  private mutating func format() throws {
    guard reader.peek() == 0x22 else {
      throw fault("'format' must be a string, found \(found()); write \"\(SceneFormat.current)\"")
    }
    let offset = reader.offset
    let format = try reader.readString()
    guard format.utf8.elementsEqual(SceneFormat.current.utf8) else {
      throw SceneFault(
        offset: offset, message: "the format '\(format)' is not supported; this program reads '\(SceneFormat.current)'")
    }
  }

  private mutating func name() throws {
    guard reader.peek() == 0x22 else { throw fault("'name' must be a string, found \(found())") }
    try reader.skipValue()
  }

  private mutating func plugins() throws {
    guard reader.peek() == 0x7B else {
      throw fault("'plugins' must be an object of names and versions, found \(found())")
    }
    try reader.beginObject()
    while let key = try reader.nextKey() {
      guard reader.peek() == 0x22 else {
        throw fault(
          "the version of plugin '\(JSONString.decode(key))' must be a string, found \(found()); write one such as \">=1.0 <2\""
        )
      }
      try reader.skipValue()
    }
  }

  // MARK: Objects

  private struct Open {
    var start: Int
    var id: String?
    var hasClass = false
  }

  /// Reads the array of objects and all their descendants, without recursion.
  private mutating func objects() throws {
    var open: [Open] = []
    try reader.beginArray()
    while true {
      // In an array of objects: the next one begins, or the array ends.
      guard try reader.nextElement() else {
        guard !open.isEmpty else { return }
        try members(&open)
        continue
      }
      guard reader.peek() == 0x7B else {
        throw fault("an object of the scene is written {\"id\": …, \"class\": …}, found \(found())")
      }
      objectCount += 1
      if objectCount > limits.objects {
        throw SceneFault(
          code: "json.limit", offset: reader.offset,
          message: "the scene has more than \(limits.objects) objects; raise the limit if it is meant to be so large")
      }
      open.append(Open(start: reader.offset))
      try reader.beginObject()
      try members(&open)
    }
  }

  /// Reads members of the innermost object, up to its children (then their array is begun) or its end.
  private mutating func members(_ open: inout [Open]) throws {
    while let key = try reader.nextKey() {
      switch KeyShapes.role(of: key, in: .object) {
      case .id: open[open.count - 1].id = try text("id")
      case .class:
        open[open.count - 1].hasClass = true
        _ = try text("class")
      case .name: try name()
      case .attributes:
        guard reader.peek() == 0x7B else { throw fault("'attributes' must be an object, found \(found())") }
        try reader.skipValue()
      case .children:
        guard reader.peek() == 0x5B else { throw fault("'children' must be an array, found \(found())") }
        try reader.beginArray()
        return
      default: try reader.skipValue()
      }
    }
    guard let object = open.popLast() else { return }
    guard let id = object.id else {
      throw SceneFault(offset: object.start, message: "the object has no 'id'; give it one that no other object has")
    }
    guard object.hasClass else {
      throw SceneFault(offset: object.start, message: "the object '\(id)' has no 'class'; name its component's class")
    }
  }

  private mutating func text(_ key: String) throws -> String {
    guard reader.peek() == 0x22 else { throw fault("'\(key)' must be a string, found \(found())") }
    let offset = reader.offset
    let text = try reader.readString()
    guard !text.isEmpty else { throw SceneFault(offset: offset, message: "'\(key)' must not be empty") }
    return text
  }

  // MARK: Words

  private mutating func fault(_ message: String) -> SceneFault {
    _ = reader.peek()
    return SceneFault(offset: reader.offset, message: message)
  }

  /// What stands there instead.
  private mutating func found() -> String {
    switch reader.peek() {
    case 0x7B: "an object"
    case 0x5B: "an array"
    default: reader.mismatch("").found
    }
  }
}
