import JSONText

/// The fast pass: checks a whole scene and makes its index, or answers that something is wrong, and not what.
///
/// It checks all of RFC 8259, UTF-8, whole surrogate pairs, keys that stand twice, and the rules of the scene format, at
/// every depth. What is wrong and where is found out by `JSONSyntax` and `SceneRules`, which are slower and exact.
///
/// The cursor is a local pointer in every function, passed in and returned, nil for "wrong": a stored cursor would be
/// written to memory at each step. Nothing recurses; nesting is kept in stacks of our own.
struct SceneScanner {
  typealias Cursor = UnsafePointer<UInt8>

  /// An object of the scene whose children are being scanned.
  struct OpenObject {
    var node: UInt32
    var shape: UInt32
    var seen: Seen
  }

  /// Which keys the current object has shown.
  struct Seen: OptionSet {
    let rawValue: UInt8
    static let id = Seen(rawValue: 1)
    static let `class` = Seen(rawValue: 2)
    static let attributes = Seen(rawValue: 4)
    static let announced = Seen(rawValue: 8)
    static let required: Seen = [.id, .class]
    static let announceable: Seen = [.id, .class, .attributes]
  }

  /// An array or object within a value.
  struct OpenValue {
    /// For an object the shape so far, for an array `arrayMark`.
    var shape: UInt32
    /// Where the shapes of the objects in it begin, for an array.
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
  var openObjects: [OpenObject] = []
  var openValues: [OpenValue] = []
  /// How many arrays and objects are open.
  var depth = 0
  /// The role of a key that `KeyLists` took.
  var listedRole = KeyShapes.Role.other
  /// The members of the scene itself: offsets of key and value.
  var sceneMembers: [SceneMember] = []
  /// Told of each object as soon as its id, class and attributes are known.
  var announce: ((UInt32, borrowing ClassTable) -> Void)?

  init(_ bytes: SceneBytes, nodes: NodeTable, limits: SceneLimits) {
    base = bytes.base
    end = bytes.base + bytes.count
    self.limits = limits
    self.nodes = nodes
    hash = Hash()
    lists = KeyLists(hash)
  }

  func free() {
    shapes.free()
    classes.free()
  }

  /// Scans the whole text; false where anything is wrong with it.
  mutating func scan() -> Bool {
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
    // An empty scene lacks its required keys, so a key is due.
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

  /// Scans the array of objects at `start`, and all their descendants.
  private mutating func objects(_ start: Cursor) -> Cursor? {
    guard enter() else { return nil }
    var p = blanks(start + 1)
    if p.pointee == 0x5D {
      depth -= 1
      return p + 1
    }
    var parent = NodeTable.none
    // The object whose members are being read.
    var node: UInt32 = 0
    var shape = KeyShapes.object
    var seen: Seen = []
    var objectStart = p

    nextObject: while true {
      guard p.pointee == 0x7B, enter(), nodes.count < nodes.capacity else { return nil }
      node = UInt32(truncatingIfNeeded: nodes.count)
      nodes.count += 1
      objectStart = p
      (nodes.records + Int(node)).initialize(
        to: NodeRecord(
          start: p - base, length: 0, attributes: 0, parent: parent, after: 0, idHash: 0, classAndFlags: 0))
      shape = KeyShapes.object
      seen = []
      p = blanks(p + 1)

      nextMember: while true {
        guard p.pointee == 0x22, let keyEnd = key(p + 1, &shape), let value = colon(keyEnd) else { return nil }
        var valueEnd: Cursor?
        switch role(shape) {
        case .id:
          seen.insert(.id)
          valueEnd = id(value, node)
        case .class:
          seen.insert(.class)
          valueEnd = className(value, node)
        case .attributes:
          seen.insert(.attributes)
          valueEnd = attributes(value, node, offset: value - objectStart, isTyped: seen.contains(.class))
        case .children:
          guard value.pointee == 0x5B, enter() else { return nil }
          let first = blanks(value + 1)
          if first.pointee == 0x5D {
            depth -= 1
            valueEnd = first + 1
          } else {
            if seen.isSuperset(of: .announceable) { announced(node, &seen) }
            openObjects.append(OpenObject(node: node, shape: shape, seen: seen))
            parent = node
            p = first
            continue nextObject
          }
        case .name: valueEnd = value.pointee == 0x22 ? string(value + 1) : nil
        case .reserved:
          nodes.records[Int(node)].classAndFlags |= NodeTable.hasReservedKeys
          valueEnd = self.value(value, shapes.nested(shape))
        case .unknown:
          nodes.records[Int(node)].classAndFlags |= NodeTable.hasUnknownKeys
          valueEnd = self.value(value, shapes.nested(shape))
        default: valueEnd = self.value(value, shapes.nested(shape))
        }
        guard let valueEnd else { return nil }
        p = blanks(valueEnd)

        // A value is finished; after the last member its object is too, then perhaps the array, and so on.
        while true {
          if p.pointee == 0x2C {
            p = blanks(p + 1)
            continue nextMember
          }
          guard p.pointee == 0x7D, seen.isSuperset(of: .required) else { return nil }
          if !seen.contains(.announced) { announced(node, &seen) }
          p += 1
          closeObject(node, length: p - objectStart)
          leave(shape)
          p = blanks(p)
          if p.pointee == 0x2C {
            p = blanks(p + 1)
            continue nextObject
          }
          guard p.pointee == 0x5D else { return nil }
          depth -= 1
          guard let open = openObjects.popLast() else { return p + 1 }
          node = open.node
          shape = open.shape
          seen = open.seen
          objectStart = base + nodes.records[Int(node)].start
          parent = nodes.records[Int(node)].parent
          p = blanks(p + 1)
        }
      }
    }
  }

  @inline(__always)
  private func closeObject(_ node: UInt32, length: Int) {
    nodes.records[Int(node)].after = UInt32(truncatingIfNeeded: nodes.count)
    if length < Int(NodeTable.long) {
      nodes.records[Int(node)].length = UInt32(truncatingIfNeeded: length)
    } else {
      nodes.records[Int(node)].length = NodeTable.long
      nodes.longLengths[node] = length
    }
  }

  @inline(__always)
  private mutating func announced(_ node: UInt32, _ seen: inout Seen) {
    seen.insert(.announced)
    if let announce { announce(node, classes) }
  }

  // MARK: The members of an object

  private mutating func attributes(_ p: Cursor, _ node: UInt32, offset: Int, isTyped: Bool) -> Cursor? {
    guard p.pointee == 0x7B else { return nil }
    let isNear = offset < Int(NodeTable.long)
    nodes.records[Int(node)].attributes = isNear ? UInt32(truncatingIfNeeded: offset) : NodeTable.long
    var root = KeyShapes.attributes
    if isTyped {
      let classID = Int(nodes.records[Int(node)].classAndFlags & NodeTable.classMask)
      root = classes.shapes[classID]
      if root == 0 {
        root = shapes.newRoot()
        classes.shapes[classID] = root
      }
    }
    return value(p, root)
  }

  @inline(__always)
  private mutating func className(_ p: Cursor, _ node: UInt32) -> Cursor? {
    guard p.pointee == 0x22 else { return nil }
    if let known = classes.known(at: p + 1) {
      nodes.records[Int(node)].classAndFlags |= known.id
      return p + known.length + 2
    }
    guard let end = string(p + 1), end > p + 2 else { return nil }
    nodes.records[Int(node)].classAndFlags |= classes.intern(p + 1, length: end - p - 2)
    return end
  }

  /// Scans an id and hashes it on the way.
  @inline(__always)
  private mutating func id(_ start: Cursor, _ node: UInt32) -> Cursor? {
    guard start.pointee == 0x22, start[1] != 0x22 else { return nil }
    var p = start + 1
    var value = hash.seed
    while true {
      let word = TrustedText.load(p)
      let special = Self.special(word)
      if special == 0 {
        value = hash.add(word, to: value)
        p += 8
        continue
      }
      let length = special.trailingZeroBitCount >> 3
      guard p[length] == 0x22 else { break }
      let rest = length == 0 ? 0 : word & (1 << UInt64(8 * length) - 1)
      value = hash.finish(hash.add(rest, to: value), count: p + length - (start + 1))
      nodes.records[Int(node)].idHash = UInt32(truncatingIfNeeded: value)
      return p + length + 1
    }
    // Escapes, or characters beyond ASCII.
    guard let end = string(start + 1) else { return nil }
    let raw = UnsafeRawBufferPointer(start: start + 1, count: end - start - 2)
    nodes.records[Int(node)].idHash = UInt32(truncatingIfNeeded: hash(unescaping: raw))
    return end
  }

  // MARK: Keys

  /// Moves `shape` over the key at `p`, from behind its opening quote to behind the closing one.
  @inline(__always)
  mutating func key(_ p: Cursor, _ shape: inout UInt32) -> Cursor? {
    let child = shapes.nodes[Int(shape)].firstChild
    if shapes.matches(child, p, TrustedText.load(p), TrustedText.load(p + 8)) {
      shape = child
      return p + Int(shapes.nodes[Int(child)].length) + 1
    }
    return otherKey(p, &shape)
  }

  /// The way of keys that are not what stood there last time.
  @inline(never)
  private mutating func otherKey(_ p: Cursor, _ shape: inout UInt32) -> Cursor? {
    let child = shapes.child(of: shape, at: p)
    if child != KeyShapes.nothing {
      shape = child
      return p + Int(shapes.nodes[Int(child)].length) + 1
    }
    guard let end = string(p) else { return nil }
    let length = end - p - 1
    if shape != KeyShapes.listed {
      switch shapes.add(p, length: length, below: shape) {
      case .duplicate: return nil
      case .node(let node):
        shape = node
        return end
      case .full: list(&shape)
      }
    }
    listedRole = KeyShapes.role(of: UnsafeRawBufferPointer(start: p, count: length), in: lists.kind)
    return lists.add(p, count: length) ? end : nil
  }

  /// Hands the current object over to `KeyLists`, with the keys it had so far.
  private mutating func list(_ shape: inout UInt32) {
    lists.open(shapes.nodes[Int(shape)].kind)
    // Known to be unique, so the answers do not matter.
    shapes.forEachKey(upFrom: shape) { key, length in _ = lists.add(key, count: length) }
    shape = KeyShapes.listed
  }

  @inline(__always)
  private func role(_ shape: UInt32) -> KeyShapes.Role {
    shape == KeyShapes.listed ? listedRole : shapes.nodes[Int(shape)].role
  }

  // MARK: Depth

  @inline(__always)
  mutating func enter() -> Bool {
    depth += 1
    return depth <= limits.depth
  }

  /// Leaves an object with this shape.
  @inline(__always)
  mutating func leave(_ shape: UInt32) {
    depth -= 1
    if shape == KeyShapes.listed { lists.close() }
  }
}

/// Where a member of the scene itself stands.
struct SceneMember {
  var role: KeyShapes.Role
  var key: Int
  var value: Int
  var end: Int
}
