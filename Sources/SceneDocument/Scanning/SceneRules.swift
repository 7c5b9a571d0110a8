import JSONText

/// A checker that finds the violations of the scene format in a valid JSON text.
///
/// It is slow but exact. It runs only if the fast scanner has refused a text that is valid JSON.
struct SceneRules {
  private var reader: JSONReader
  private let limits: SceneLimits
  private var objectCount = 0
  private var faults: [SceneFault] = []

  /// The number of faults after which the search ends.
  private let most: Int

  /// The offset of the first occurrence of each id, stored only if several faults are searched for. If the text has no
  /// other fault, the document itself finds duplicate ids.
  private var ids: [[UInt8]: Int] = [:]

  /// True if the document specifies a different format, which need not have objects.
  private var hasOtherFormat = false

  private init(_ bytes: UnsafeRawBufferPointer, limits: SceneLimits, most: Int) {
    reader = JSONReader(bytes, maximumDepth: limits.depth)
    self.limits = limits
    self.most = most
  }

  /// Returns the first fault, except duplicate ids, of a text that `JSONSyntax` has accepted; nil if there is none.
  static func firstFault(_ bytes: UnsafeRawBufferPointer, limits: SceneLimits) -> SceneFault? {
    faults(bytes, limits: limits, most: 1).first
  }

  /// Returns the faults of a text in source order, a thousand at most. A syntax error other than a duplicate key ends
  /// the search, and is the last fault.
  static func allFaults(_ bytes: UnsafeRawBufferPointer, limits: SceneLimits) -> [SceneFault] {
    let most = 1000
    let syntax = JSONSyntax.faults(in: bytes, maximumDepth: limits.depth)
    let isReadable = syntax.allSatisfy { if case .duplicateKey = $0.kind { true } else { false } }
    let found = syntax.map { SceneFault($0) } + (isReadable ? faults(bytes, limits: limits, most: most) : [])
    return Array(found.sorted { $0.offset < $1.offset }.prefix(most))
  }

  private static func faults(_ bytes: UnsafeRawBufferPointer, limits: SceneLimits, most: Int) -> [SceneFault] {
    var rules = SceneRules(bytes, limits: limits, most: most)
    do {
      try rules.scene()
    } catch let error as JSONSyntaxError {
      rules.faults.append(SceneFault(error))
    } catch {
      // The limit of faults is reached.
    }
    return rules.faults
  }

  private struct Enough: Error {}

  private mutating func report(_ fault: SceneFault) throws {
    faults.append(fault)
    if faults.count >= most { throw Enough() }
  }

  /// Reports a refusal at the next value, which is of the wrong kind, and skips the value.
  private mutating func report(_ refusal: SceneRefusal) throws {
    _ = reader.peek()
    try report(SceneFault(refusal, at: reader.offset))
    try reader.skipValue()
  }

  private mutating func reportMember(_ key: String, expected: String) throws {
    try report(.wrongMember(key, expected: expected, found: found()))
  }

  // MARK: The scene

  private mutating func scene() throws {
    guard reader.peek() == 0x7B else { return try report(.notAScene(found: found())) }
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
        if reader.peek() == 0x5B { try objects() } else { try reportMember("objects", expected: "an array") }
      case .name: try name()
      case .plugins: try plugins()
      case .palettes: try palettes()
      case .palette:
        if reader.peek() == 0x7B {
          try reader.skipValue()
        } else {
          try reportMember("palette", expected: "an object of names and colours")
        }
      default: try reader.skipValue()
      }
    }
    if !hasFormat { try report(SceneFault(SceneRefusal.noFormat, at: start)) }
    if !hasObjects, !hasOtherFormat { try report(SceneFault(SceneRefusal.noObjects, at: start)) }
  }

  private mutating func format() throws {
    guard reader.peek() == 0x22 else { return try report(.formatIsNoString(found: found())) }
    let offset = reader.offset
    let format = try reader.readString()
    guard format.utf8.elementsEqual(SceneFormat.current.utf8) else {
      hasOtherFormat = true
      return try report(SceneFault(SceneRefusal.unknownFormat(format), at: offset))
    }
  }

  private mutating func name() throws {
    guard reader.peek() == 0x22 else { return try reportMember("name", expected: "a string") }
    try reader.skipValue()
  }

  private mutating func palettes() throws {
    let expected = "an array of paths, such as [\"brand.palette.json\"]"
    guard reader.peek() == 0x5B else { return try reportMember("palettes", expected: expected) }
    try reader.beginArray()
    while try reader.nextElement() {
      guard reader.peek() == 0x22 else {
        try reportMember("palettes", expected: expected)
        continue
      }
      let offset = reader.offset
      if try reader.readRawString().isEmpty { try report(SceneFault(SceneRefusal.emptyMember("palettes"), at: offset)) }
    }
  }

  private mutating func plugins() throws {
    guard reader.peek() == 0x7B else {
      return try reportMember("plugins", expected: "an object of names and versions")
    }
    try reader.beginObject()
    while let key = try reader.nextKey() {
      guard reader.peek() == 0x22 else {
        try report(.versionIsNoString(plugin: JSONString.decode(key), found: found()))
        continue
      }
      try reader.skipValue()
    }
  }

  // MARK: Objects

  private struct Open {
    var start: Int
    var id: String?
    var hasID = false
    var hasClass = false
  }

  /// Reads the array of objects and all their descendants, without recursion.
  private mutating func objects() throws {
    var open: [Open] = []
    try reader.beginArray()
    while true {
      // The reader is in an array of objects: the next object begins, or the array ends.
      guard try reader.nextElement() else {
        guard !open.isEmpty else { return }
        try members(&open)
        continue
      }
      guard reader.peek() == 0x7B else {
        try report(.notAnObject(found: found()))
        continue
      }
      objectCount += 1
      if objectCount > limits.objects {
        faults.append(SceneFault(SceneRefusal.tooManyObjects(limit: limits.objects), at: reader.offset))
        throw Enough()
      }
      open.append(Open(start: reader.offset))
      try reader.beginObject()
      try members(&open)
    }
  }

  /// Reads members of the innermost open object, up to the beginning of its children or to its end. At its end, closes
  /// the object and reports a missing id or class.
  private mutating func members(_ open: inout [Open]) throws {
    while let key = try reader.nextKey() {
      switch KeyShapes.role(of: key, in: .object) {
      case .id:
        open[open.count - 1].hasID = true
        open[open.count - 1].id = try id()
      case .class:
        open[open.count - 1].hasClass = true
        _ = try text("class")
      case .base: _ = try text("base")
      case .name: try name()
      case .attributes:
        if reader.peek() == 0x7B {
          try reader.skipValue()
        } else {
          try reportMember("attributes", expected: "an object")
        }
      case .children:
        guard reader.peek() == 0x5B else {
          try reportMember("children", expected: "an array")
          continue
        }
        try reader.beginArray()
        return
      default: try reader.skipValue()
      }
    }
    guard let object = open.popLast() else { return }
    if !object.hasID {
      try report(SceneFault(SceneRefusal.noID, at: object.start))
    } else if !object.hasClass {
      try report(SceneFault(SceneRefusal.noClass(id: object.id), at: object.start))
    }
  }

  private mutating func id() throws -> String? {
    let offset = reader.offset
    guard let id = try text("id") else { return nil }
    if most > 1, let first = ids.updateValue(offset, forKey: Array(id.utf8)) {
      ids[Array(id.utf8)] = first
      try report(SceneFault(SceneRefusal.duplicateID(id), at: offset, related: first))
    }
    return id
  }

  private mutating func text(_ key: String) throws -> String? {
    guard reader.peek() == 0x22 else {
      try reportMember(key, expected: "a string")
      return nil
    }
    let offset = reader.offset
    let text = try reader.readString()
    if text.isEmpty { try report(SceneFault(SceneRefusal.emptyMember(key), at: offset)) }
    return text.isEmpty ? nil : text
  }

  // MARK: Messages

  /// Returns a description of the next value for a message, such as "an object".
  private mutating func found() -> String {
    switch reader.peek() {
    case 0x7B: "an object"
    case 0x5B: "an array"
    default: reader.mismatch("").found
    }
  }
}
