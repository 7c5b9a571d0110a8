import JSONText

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
/// the bytes of its value and nothing else, and costs the same whatever the document's size; a structural edit writes
/// the text and scans it again. Offsets and places are those of the text as read or, after a structural edit, as that
/// left it. A document is used from one task at a time.
public final class SceneDocument {
  /// The path as it was given, or the name of a document that was not read from a file.
  public let name: String

  /// The text as it stands now but for attribute edits, with its index.
  var state: SceneState {
    didSet { view = state.view }
  }
  @usableFromInline @exclusivity(unchecked) var view: SceneView
  let limits: SceneLimits

  /// What the file was when it was read or last saved in place; nil for a document that is no regular file's.
  var identity: FileIdentity?
  /// What the file held when it was read or last saved in place, so that one with a new date can be compared with it.
  var fileContent: FileContent?
  /// The generation of the last structural edit.
  var lastGeneration = 0
  /// Held by a document that was read to be edited in place.
  var fileLock: FileLock?
  /// Records how the text changes; nil where no one asked for that.
  package var recorder: TextRecorder?

  /// The ids that stand twice, where the document was read although there are any.
  public private(set) var duplicateIDs: [SceneError] = []

  /// Kept from edit to edit, so that most need no allocation.
  let scratch = AttributeText()

  /// Reads and checks a scene.
  ///
  /// - Parameters:
  ///   - isCancelled: is called now and then; where it returns true, loading ends as `cancelled`.
  /// - Throws: what is wrong with the file (`io.open`, `io.read`, `io.changed`) or, with its place, with the text; or
  ///   `cancelled`.
  public static func load(
    path: String, limits: SceneLimits = .init(), isCancelled: ScanWish? = nil
  ) throws(SceneError) -> SceneDocument {
    try load(path: path, limits: limits, isCancelled: isCancelled, pace: .init())
  }

  /// Reads and checks a scene at another pace.
  ///
  /// - Parameter findsAllFaults: as in the initializer.
  package static func load(
    path: String, limits: SceneLimits = .init(), isCancelled: ScanWish? = nil, findsAllFaults: Bool = false,
    pace: FileReading.Pace = .init()
  ) throws(SceneError) -> SceneDocument {
    let reading = try FileReading(path: path, limits: limits, pace: pace)
    return try SceneDocument(
      reading.bytes, reading, name: path, limits: limits, findsAllFaults: findsAllFaults, isCancelled: isCancelled)
  }

  /// Checks a scene that is in memory already.
  public convenience init(
    bytes: [UInt8], name: String, limits: SceneLimits = .init()
  ) throws(SceneError) {
    try self.init(bytes: bytes, name: name, limits: limits, findsAllFaults: false)
  }

  /// - Parameter findsAllFaults: whether everything that is wrong is looked for: an error has the others then, and ids
  ///   that stand twice are no error but ``duplicateIDs``, so that the rest of the scene can be checked too.
  package convenience init(
    bytes: [UInt8], name: String, limits: SceneLimits, findsAllFaults: Bool
  ) throws(SceneError) {
    guard bytes.count <= limits.bytes else {
      throw SceneError(FileRefusal.tooLarge(size: bytes.count, limit: limits.bytes), file: name)
    }
    guard let copy = SceneBytes(bytes) else { throw SceneError(FileRefusal.noMemory(size: bytes.count), file: name) }
    try self.init(copy, nil, name: name, limits: limits, findsAllFaults: findsAllFaults)
  }

  init(
    _ bytes: SceneBytes, _ reading: FileReading?, name: String, limits: SceneLimits,
    findsAllFaults: Bool = false, isCancelled: ScanWish? = nil
  ) throws(SceneError) {
    guard let state = SceneState(bytes, limits: limits) else {
      throw SceneError(FileRefusal.noMemory(size: bytes.count), file: name)
    }
    self.name = name
    self.limits = limits
    self.state = state
    view = state.view
    let fault = state.scan(limits: limits, reading: reading, isCancelled: isCancelled)
    view = state.view
    if isCancelled?(0, 0) == true { throw SceneError(CancelledRefusal(), file: name) }
    identity = try reading?.finish()
    try judge(fault, findsAllFaults: findsAllFaults)
    if identity != nil { fileContent = .text(snapshot) }
  }

  /// Refuses a text with a fault, or with ids that stand twice where not all faults are looked for.
  private func judge(_ fault: SceneFault?, findsAllFaults: Bool) throws(SceneError) {
    let bytes = source.buffer
    if let fault {
      let map = SourceMap(bytes)
      var error = fault.located(in: bytes, file: name, map: map)
      if findsAllFaults {
        var others = SceneRules.allFaults(bytes, limits: limits)
        if let place = others.firstIndex(where: { $0.offset == fault.offset && $0.reason.code == fault.reason.code }) {
          others.remove(at: place)
        }
        error.others = others.map { $0.located(in: bytes, file: name, map: map) }
      }
      throw error
    }
    let faults = allDuplicateIDs()
    guard let first = faults.first else { return }
    guard findsAllFaults else { throw first.located(in: bytes, file: name) }
    let map = SourceMap(bytes)
    duplicateIDs = faults.map { $0.located(in: bytes, file: name, map: map) }
  }

  /// A state that a document had, by itself.
  init(_ state: SceneState, of document: SceneDocument) {
    name = document.name
    limits = document.limits
    self.state = state
    view = state.view
  }

  /// Numbers the texts that the document has had: 0 for the one as read, another after each structural edit, and the
  /// former again when that is undone. Numbers of objects and offsets are good within a generation.
  public var generation: Int { state.generation }

  /// The names of the classes that the document uses; their places are the numbers that `classID` answers.
  ///
  /// A name stands there again for each base that objects of the class name, and also where only objects with a base have it.
  public var classNames: [String] { state.classNames }

  /// The class that objects of a class name as their `base`, as which they are inspected where no plugin knows the class
  /// itself; nil where they name none. Their places are those of ``classNames``.
  public var classBases: [String?] { state.classBases }

  /// The first id that stands twice.
  func duplicateID() -> SceneFault? { allDuplicateIDs().first }

  /// The ids that stand twice, in the order of the document.
  private func allDuplicateIDs() -> [SceneFault] {
    let search = DuplicateIDs(nodes: nodes) { [unowned self] in Array(id($0).utf8) }
    return search.all().map { SceneFault(SceneRefusal.duplicateID(id($1)), at: idOffset($1), related: idOffset($0)) }
  }
}

// What the state is made of, under the names that the document's own code uses.
extension SceneDocument {
  @inlinable @inline(__always) var base: UnsafePointer<UInt8> { view.base }
  var nodes: NodeTable { state.nodes }
  var overlay: Overlay { state.overlay }
  var source: SceneBytes { state.source }
  var members: [SceneMember] { state.members }
  var map: SourceMap { state.map }
}
