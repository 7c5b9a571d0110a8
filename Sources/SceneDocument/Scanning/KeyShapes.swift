import JSONText

/// A tree of the sequences of keys that JSON objects have had so far. Each step down the tree is one key.
///
/// Objects of one kind mostly have the same keys in the same order. The scanner therefore predicts that an object's
/// next key is the newest child of the current node. If a comparison of 16 bytes (more for a long key) confirms the
/// prediction, the key is valid and no duplicate, since no path down the tree contains a key twice. A new key adds a
/// node. Keys for which the tree has no room go to `KeyLists`.
struct KeyShapes {
  /// The meaning of a key in the format.
  enum Role: UInt8 {
    case other, unknown, reserved, id, `class`, base, name, attributes, children, constraints, runtimeAttributes
    case bindings
    case format, objects, plugins, palette, palettes
  }

  /// The kind of a JSON object, which determines the roles of its keys.
  enum Kind: UInt8 {
    case scene, object, attributes
  }

  struct Node {
    /// The first 8 bytes of the key with its closing quote, followed by zeros if there are fewer; `key1` holds the next
    /// 8.
    var key0: UInt64 = 1
    var key1: UInt64 = 0
    var mask0: UInt64 = 0
    var mask1: UInt64 = 0
    var firstChild: UInt32 = 0
    var nextSibling: UInt32 = 0
    var parent: UInt32 = 0
    /// The root node for objects that are values of this key; 0 before the first such object is scanned.
    var nested: UInt32 = 0
    var key: Cursor?
    var length: UInt8 = 0
    var role = Role.other
    var kind = Kind.attributes
    var depth: UInt8 = 0
    var childCount: UInt8 = 0
  }

  /// The node number that means "no child". Its node matches no key.
  static let nothing: UInt32 = 0
  /// The state (the number of a node) for objects whose keys are in `KeyLists`. The node has no children, so that each
  /// of these keys takes the slow path.
  static let listed: UInt32 = 1
  static let scene: UInt32 = 2
  static let object: UInt32 = 3
  /// The root for the attributes of objects whose class is not known yet.
  static let attributes: UInt32 = 4
  /// The root for all further objects when the tree is full. This node never gets a child, so that the keys of those
  /// objects go to `KeyLists`.
  static let full: UInt32 = 5

  static let maximumNodes = 16384
  private static let maximumChildren = 12
  private static let maximumDepth = 64

  private(set) var nodes: UnsafeMutablePointer<Node>
  private var count = 6

  init() {
    nodes = .allocate(capacity: Self.maximumNodes)
    nodes.initialize(repeating: Node(), count: count)
    nodes[Int(Self.scene)].kind = .scene
    nodes[Int(Self.object)].kind = .object
  }

  func free() {
    nodes.deallocate()
  }

  /// Adds a root, for the attributes of a class or for objects under a key, and returns its number. Returns `full` if
  /// there is no room.
  mutating func newRoot() -> UInt32 {
    guard count < Self.maximumNodes else { return Self.full }
    nodes.advanced(by: count).initialize(to: Node())
    count += 1
    return UInt32(count - 1)
  }

  /// Returns the root for objects that are values of the key of the node `state`. Adds the root if there is none yet;
  /// returns `full` if there is no room for it.
  @inline(__always)
  mutating func nested(_ state: UInt32) -> UInt32 {
    let known = nodes[Int(state)].nested
    if known != 0 { return known }
    let root = newRoot()
    nodes[Int(state)].nested = root
    return root
  }

  /// Returns true if the key that begins at `p`, after its opening quote, is the key of `node`. `w0` and `w1` are the
  /// 16 bytes at `p`.
  @inline(__always)
  func matches(_ node: UInt32, _ p: Cursor, _ w0: UInt64, _ w1: UInt64) -> Bool {
    let candidate = nodes + Int(node)
    guard w0 & candidate.pointee.mask0 == candidate.pointee.key0, w1 & candidate.pointee.mask1 == candidate.pointee.key1
    else { return false }
    return candidate.pointee.length < 16 || tailMatches(node, p)
  }

  @inline(never)
  private func tailMatches(_ node: UInt32, _ p: Cursor) -> Bool {
    guard let key = nodes[Int(node)].key else { return false }
    // The comparison includes the closing quote and stops at the first difference, so it never reads beyond the text.
    for i in 16..<Int(nodes[Int(node)].length) + 1 where p[i] != key[i] { return false }
    return true
  }

  /// Returns the child of the node `state` whose key is at `p`; `nothing` if there is none.
  func child(of state: UInt32, at p: Cursor) -> UInt32 {
    let w0 = TrustedText.load(p)
    let w1 = TrustedText.load(p + 8)
    var child = nodes[Int(state)].firstChild
    while child != Self.nothing {
      if matches(child, p, w0, w1) { return child }
      child = nodes[Int(child)].nextSibling
    }
    return Self.nothing
  }

  /// The result of adding a key.
  enum Growth {
    case duplicate
    case node(UInt32)
    /// There is no room in the tree, so the object's keys go to `KeyLists`.
    case full
  }

  /// Adds the key `p ..< p + length` as a child of `state`. The key must be valid and not be a child of `state` yet.
  /// The result is `.duplicate` if the path to `state` contains the key.
  mutating func add(_ p: Cursor, length: Int, below state: UInt32) -> Growth {
    let parent = nodes[Int(state)]
    guard
      length < 255, count < Self.maximumNodes, parent.childCount < Self.maximumChildren,
      parent.depth < Self.maximumDepth, state != Self.listed
    else { return .full }
    let raw = UnsafeRawBufferPointer(start: p, count: length)
    var ancestor = state
    while let key = nodes[Int(ancestor)].key {
      let other = UnsafeRawBufferPointer(start: key, count: Int(nodes[Int(ancestor)].length))
      if JSONString.equals(raw, raw: other) { return .duplicate }
      ancestor = nodes[Int(ancestor)].parent
    }
    var node = Node()
    (node.mask0, node.mask1) = Self.masks(length + 1)
    node.key0 = TrustedText.load(p) & node.mask0
    node.key1 = TrustedText.load(p + 8) & node.mask1
    node.parent = state
    node.key = p
    node.length = UInt8(length)
    node.kind = parent.kind
    node.depth = parent.depth + 1
    node.role = Self.role(of: raw, in: parent.kind)
    node.nextSibling = parent.firstChild
    nodes.advanced(by: count).initialize(to: node)
    nodes[Int(state)].firstChild = UInt32(count)
    nodes[Int(state)].childCount += 1
    count += 1
    return .node(UInt32(count - 1))
  }

  /// Calls `body` with the start and length of each key on the path to `state`, from `state` up to the root.
  func forEachKey(upFrom state: UInt32, _ body: (Cursor, Int) -> Void) {
    var state = state
    while let key = nodes[Int(state)].key {
      body(key, Int(nodes[Int(state)].length))
      state = nodes[Int(state)].parent
    }
  }

  /// Returns two masks that together select the first `count` of 16 bytes.
  static func masks(_ count: Int) -> (UInt64, UInt64) {
    let low = count >= 8 ? UInt64.max : (1 << UInt64(8 * count)) - 1
    let high = count >= 16 ? UInt64.max : count <= 8 ? 0 : (1 << UInt64(8 * (count - 8))) - 1
    return (low, high)
  }

  static func role(of raw: UnsafeRawBufferPointer, in kind: Kind) -> Role {
    switch kind {
    case .attributes: .other
    case .scene: sceneRole(raw)
    case .object: objectRole(raw)
    }
  }

  private static func sceneRole(_ raw: UnsafeRawBufferPointer) -> Role {
    if JSONString.equals(raw, "objects") { return .objects }
    if JSONString.equals(raw, "format") { return .format }
    if JSONString.equals(raw, "name") { return .name }
    if JSONString.equals(raw, "plugins") { return .plugins }
    if JSONString.equals(raw, "palette") { return .palette }
    if JSONString.equals(raw, "palettes") { return .palettes }
    return isFree(raw) ? .other : .unknown
  }

  private static func objectRole(_ raw: UnsafeRawBufferPointer) -> Role {
    if JSONString.equals(raw, "id") { return .id }
    if JSONString.equals(raw, "class") { return .class }
    if JSONString.equals(raw, "attributes") { return .attributes }
    if JSONString.equals(raw, "children") { return .children }
    if JSONString.equals(raw, "name") { return .name }
    if JSONString.equals(raw, "base") { return .base }
    if JSONString.equals(raw, "constraints") { return .constraints }
    if JSONString.equals(raw, "runtimeAttributes") { return .runtimeAttributes }
    if JSONString.equals(raw, "bindings") { return .bindings }
    for reserved in SceneFormat.reservedKeys where JSONString.equals(raw, reserved) { return .reserved }
    return isFree(raw) ? .other : .unknown
  }

  /// Returns true if a key is allowed in any object and ignored by the program: `$comment` or `$schema`.
  private static func isFree(_ raw: UnsafeRawBufferPointer) -> Bool {
    JSONString.equals(raw, "$comment") || JSONString.equals(raw, "$schema")
  }
}
