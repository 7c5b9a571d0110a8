import JSONText

/// The number of an object: 0 up to `objectCount`, in the order of the document, parents before their children.
public typealias NodeIndex = Int

/// A scene as its bytes, an index of its objects, and the edits made so far.
///
/// ```swift
/// let scene = try SceneDocument.load(path: "card.scene.json")
/// if let badge = scene.node(id: "badge") {
///   let undo = try scene.apply([.set(key: "pointCount", value: Array("7".utf8))], to: badge)
///   try scene.save()
///   _ = scene.restore(undo)  // the scene is as it was, to the byte
/// }
/// ```
///
/// Loading checks the whole text (RFC 8259, UTF-8, no key twice, no id twice, the format's own rules). An edit changes
/// the bytes of its value and nothing else, and costs the same whatever the document's size. A document is used from
/// one task at a time.
public final class SceneDocument {
  /// The path as it was given, or the name of a document that was not read from a file.
  public let name: String

  let source: SceneBytes
  @usableFromInline let base: UnsafePointer<UInt8>
  @usableFromInline let nodes: NodeTable
  @usableFromInline let overlay = Overlay()
  let limits: SceneLimits
  private(set) var members: [SceneMember] = []
  let hash: Hash

  /// The names of the classes that the document uses; their places are the numbers that `classID` answers.
  public private(set) var classNames: [String] = []

  /// How often an object was looked up by its id, and the table that was made when that was often.
  var lookUps = 0
  var idTable: IDTable?

  /// What the file was when it was read or last saved in place; nil for a document that is no regular file's.
  var identity: FileIdentity?
  /// Whether the file holds the bytes as read, so that a file with a new date can be compared with them.
  var fileIsOriginal = true

  lazy var map = SourceMap(source.buffer)
  /// Kept from edit to edit, so that most need no allocation.
  let scratch = AttributeText()

  /// Reads and checks a scene.
  ///
  /// - Parameter visit: is told of each object during the scan, once, as soon as its id, class and attributes are known:
  ///   mostly before its children. What it makes of them is worthless if this function throws.
  /// - Throws: what is wrong with the file (`io.open`, `io.read`, `io.changed`) or, with its place, with the text.
  public static func load(
    path: String, limits: SceneLimits = .init(), visiting visit: ((ScannedObject) -> Void)? = nil
  ) throws(SceneError) -> SceneDocument {
    let (bytes, identity) = try SceneBytes.read(path: path, limits: limits)
    let document = try SceneDocument(bytes, name: path, limits: limits, visiting: visit)
    document.identity = identity
    return document
  }

  /// Checks a scene that is in memory already.
  public convenience init(
    bytes: [UInt8], name: String, limits: SceneLimits = .init(), visiting visit: ((ScannedObject) -> Void)? = nil
  ) throws(SceneError) {
    guard bytes.count <= limits.bytes else { throw .tooLarge(name, bytes.count, limits) }
    guard let copy = SceneBytes(bytes) else { throw .noMemory(name, bytes.count) }
    try self.init(copy, name: name, limits: limits, visiting: visit)
  }

  private init(
    _ bytes: SceneBytes, name: String, limits: SceneLimits, visiting visit: ((ScannedObject) -> Void)?
  ) throws(SceneError) {
    guard let nodes = NodeTable(forBytes: bytes.count, limit: limits.objects) else {
      throw .noMemory(name, bytes.count)
    }
    self.name = name
    source = bytes
    self.limits = limits
    self.nodes = nodes
    base = bytes.base
    var scanner = SceneScanner(bytes, nodes: nodes, limits: limits)
    defer { scanner.free() }
    hash = scanner.hash
    if let visit {
      // The closure dies with the scanner, within this call.
      scanner.announce = { [unowned self] node, classes in
        if classNames.count < classes.names.count { classNames = classes.names }
        visit(ScannedObject(self, Int(node)))
      }
    }
    let isGood = scanner.scan()
    members = scanner.sceneMembers
    classNames = scanner.classes.names
    guard isGood else {
      throw Self.firstFault(source.buffer, limits).located(in: source.buffer, file: name)
    }
    try refuseDuplicateIDs()
  }

  /// What the fast pass found wrong, in words.
  private static func firstFault(_ bytes: UnsafeRawBufferPointer, _ limits: SceneLimits) -> SceneFault {
    do throws(JSONSyntaxError) {
      try JSONSyntax.validate(bytes, maximumDepth: limits.depth)
    } catch {
      return SceneFault(error)
    }
    // The two always agree, as the tests show on many thousand broken scenes; if they did not, this would be said.
    return SceneRules.firstFault(bytes, limits: limits)
      ?? SceneFault(
        code: "json.syntax", offset: 0, message: "the scene was refused, but the reason was not found; report this file"
      )
  }

  private func refuseDuplicateIDs() throws(SceneError) {
    let search = DuplicateIDs(nodes: nodes) { [unowned self] in Array(id($0).utf8) }
    guard let (first, second) = search.first() else { return }
    let fault = SceneFault(
      code: "scene.duplicate-id", offset: idOffset(second),
      message: "the id '\(id(second))' is used twice; give one of the two objects another id", related: idOffset(first))
    throw fault.located(in: source.buffer, file: name)
  }
}
