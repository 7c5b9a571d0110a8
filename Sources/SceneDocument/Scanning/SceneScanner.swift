import JSONText

/// A callback that is polled while a text is scanned. Its arguments are the number of scanned bytes and the total
/// number of bytes, or 0 and 0 after the scan. It returns true to cancel the operation.
public typealias ScanWish = (_ scanned: Int, _ count: Int) -> Bool

/// The fast scanner. It checks the text of a scene and builds the index of its objects. If the text has an error, the
/// scanner only reports that it failed.
///
/// The scanner checks RFC 8259, UTF-8, whole surrogate pairs, duplicate keys, and the rules of the scene format, at
/// every depth. `JSONSyntax` and `SceneRules`, which are slower, find the error and its offset.
///
/// Every scanning function has a cursor as its parameter, and returns the cursor after the scanned text, or nil for an
/// error. If the cursor were a stored property, it would be written to memory at each step. No function recurses;
/// explicit stacks represent the nesting.
struct SceneScanner {
  /// An object of the scene whose children are being scanned.
  struct OpenObject {
    var node: UInt32
    var shape: UInt32
    var seen: Seen
  }

  /// A set of those keys of an object that the scanner has seen and must remember.
  struct Seen: OptionSet {
    let rawValue: UInt8
    static let id = Seen(rawValue: 1)
    static let `class` = Seen(rawValue: 2)
    static let attributes = Seen(rawValue: 4)
    static let base = Seen(rawValue: 8)
    static let required: Seen = [.id, .class]
  }

  /// An open array or object within a value.
  struct OpenValue {
    /// The node in `KeyShapes` of the object's last key; `arrayMark` for an array.
    var shape: UInt32
    /// The root in `KeyShapes` for objects that are elements of an array.
    var nested: UInt32
  }

  static let arrayMark = UInt32.max

  let base: Cursor
  let end: Cursor
  let limits: SceneLimits
  let nodes: NodeTable
  let hash: Hash
  var shapes = KeyShapes()
  var lists: KeyLists
  var classes = ClassTable()
  var openObjects = ScanStack<OpenObject>()
  var openValues = ScanStack<OpenValue>()
  /// The number of open arrays and objects.
  var depth = 0
  /// The role of the last key that was added to `KeyLists`.
  var listedRole = KeyShapes.Role.other
  /// The position of the opening quote of each base that precedes the class of its object, by the object's number.
  var earlyBases: [UInt32: Cursor] = [:]
  /// True if any object has a reserved key, or a key of placeholders.
  var hasReservedKeys = false
  /// True if any object has bindings of properties to settings.
  var hasBindings = false
  /// The members of the outermost object.
  var sceneMembers: [SceneMember] = []
  /// The concurrent reading of the file, which fills the text during the scan; nil if the text is complete.
  var reading: FileReading?
  /// True if the scan may have failed only because it went beyond the text that was read so far. This can happen if an
  /// object, or the text before or after the objects, is longer than the margin.
  var isAhead = false
  /// A callback that is polled every few thousand objects with the number of scanned bytes and the total; it returns
  /// true to cancel the scan.
  var isCancelled: ScanWish?

  init(_ bytes: TextBytes, nodes: NodeTable, limits: SceneLimits, hash: Hash = Hash()) {
    base = bytes.base
    end = bytes.base + bytes.count
    self.limits = limits
    self.nodes = nodes
    self.hash = hash
    lists = KeyLists(hash)
  }

  func free() {
    openObjects.free()
    openValues.free()
    shapes.free()
    classes.free()
  }

  /// Scans the whole text; returns false if the text has an error, or if the scan is cancelled.
  mutating func scan() -> Bool {
    if let reading { isAhead = reading.wait(for: 2 * reading.pace.margin) != nil }
    guard let p = scene(blanks(base)) else { return false }
    return blanks(p) == end
  }

  // MARK: The scene

  private mutating func scene(_ start: Cursor) -> Cursor? {
    guard start.pointee == 0x7B, enter() else { return nil }
    var p = blanks(start + 1)
    var shape = KeyShapes.scene
    var hasFormat = false
    var hasObjects = false
    // A key must follow, since a scene has required keys.
    while true {
      let keyStart = p
      guard p.pointee == 0x22, let keyEnd = key(p + 1, &shape), let value = colon(keyEnd) else { return nil }
      let role = role(shape)
      var valueEnd: Cursor?
      switch role {
      case .format:
        hasFormat = true
        valueEnd = format(value)
      case .name: valueEnd = value.pointee == 0x22 ? string(value + 1) : nil
      case .palette: valueEnd = value.pointee == 0x7B ? self.value(value, shapes.nested(shape)) : nil
      case .plugins: valueEnd = plugins(value, shapes.nested(shape))
      case .palettes: valueEnd = palettes(value, shapes.nested(shape))
      case .objects:
        hasObjects = true
        valueEnd = value.pointee == 0x5B ? objects(value) : nil
      default: valueEnd = self.value(value, shapes.nested(shape))
      }
      guard let valueEnd else { return nil }
      sceneMembers.append(
        SceneMember(role: role, key: keyStart - base, value: value - base, end: valueEnd - base))
      p = blanks(valueEnd)
      if p.pointee == 0x7D { break }
      guard p.pointee == 0x2C else { return nil }
      p = blanks(p + 1)
    }
    leave(shape)
    return hasFormat && hasObjects ? p + 1 : nil
  }

  private func format(_ p: Cursor) -> Cursor? {
    guard p.pointee == 0x22, let end = string(p + 1) else { return nil }
    let raw = UnsafeRawBufferPointer(start: p + 1, count: end - p - 2)
    return JSONString.equals(raw, SceneFormat.current) ? end : nil
  }

  private mutating func plugins(_ p: Cursor, _ root: UInt32) -> Cursor? {
    guard p.pointee == 0x7B, let end = value(p, root) else { return nil }
    var haveVersions = true
    TrustedText.forEachMember(p) { _, version in
      haveVersions = version.first == 0x22
      return haveVersions
    }
    return haveVersions ? end : nil
  }

  private mutating func palettes(_ p: Cursor, _ root: UInt32) -> Cursor? {
    guard p.pointee == 0x5B, let end = value(p, root) else { return nil }
    var arePaths = true
    TrustedText.forEachElement(p) { path in
      arePaths = path.first == 0x22 && path.count > 2
      return arePaths
    }
    return arePaths ? end : nil
  }

  // MARK: Depth

  @inline(__always)
  mutating func enter() -> Bool {
    depth += 1
    return depth <= limits.depth
  }

  /// Records the end of an object, whose last key has the node `shape` in `KeyShapes`.
  @inline(__always)
  mutating func leave(_ shape: UInt32) {
    depth -= 1
    if shape == KeyShapes.listed { lists.close() }
  }
}

/// The role of a member of the outermost object, and the offsets of its key and of its value's start and end.
struct SceneMember {
  var role: KeyShapes.Role
  var key: Int
  var value: Int
  var end: Int
}
