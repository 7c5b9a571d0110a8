import CSystem
package import JSONText

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
/// Loading checks the whole text (RFC 8259, UTF-8, duplicate keys, duplicate ids, the format's own rules). An edit
/// changes the bytes of its value and nothing else, and costs the same whatever the document's size; a structural edit
/// writes the text and scans it again. Offsets and places refer to the text as read or, after a structural edit, to the
/// one that it left. A document is used from one task at a time.
public final class SceneDocument {
  /// The path as given, or the name of a document that was not read from a file.
  public let name: String

  /// The current text without attribute edits, and its index.
  var state: SceneState {
    didSet { view = state.view }
  }
  @usableFromInline @exclusivity(unchecked) var view: SceneView
  let limits: SceneLimits

  /// The file's identity when it was read or last saved in place; nil for a document without a regular file.
  var identity: FileIdentity?
  /// The file's content when it was read or last saved in place, for comparison with a file that has a new date.
  var fileContent: FileContent?
  /// The generation of the last structural edit.
  var lastGeneration = 0
  /// A lock held by a document that was read to be edited in place.
  var fileLock: FileLock?
  /// A recorder of the changes of the text; nil where none are recorded.
  package var recorder: TextRecorder?

  /// The duplicate ids of a document that was read in spite of them.
  public private(set) var duplicateIDs: [SceneError] = []

  /// The text and index that ``reader()`` shows while an edit changes the document; nil for the present ones.
  private var shown: (state: SceneState, text: DocumentSnapshot)?

  /// The scratch text, kept from edit to edit, so that most need no allocation.
  let scratch = AttributeText()

  /// Reads and checks a scene.
  ///
  /// - Parameters:
  ///   - isCancelled: polled during loading; where it returns true, loading ends as `cancelled`.
  /// - Throws: the errors of the file (`io.open`, `io.read`, `io.changed`) or, with its place, of the text; or
  ///   `cancelled`.
  public static func load(
    path: String, limits: SceneLimits = .init(), isCancelled: ScanWish? = nil
  ) throws(SceneError) -> SceneDocument {
    try load(path: path, limits: limits, isCancelled: isCancelled, pace: .init())
  }

  /// Reads and checks a scene at the given pace.
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

  /// Checks a scene that is in memory.
  public convenience init(
    bytes: [UInt8], name: String, limits: SceneLimits = .init()
  ) throws(SceneError) {
    try self.init(bytes: bytes, name: name, limits: limits, findsAllFaults: false)
  }

  /// - Parameter findsAllFaults: true to search for all errors: an error then has `others`, and duplicate ids are not
  ///   an error but ``duplicateIDs``, so that the rest of the scene can be checked too.
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

  /// Throws where the text has a fault, or duplicate ids and not all faults are searched.
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

  /// Creates a document from a former state of another.
  init(_ state: SceneState, of document: SceneDocument) {
    name = document.name
    limits = document.limits
    self.state = state
    view = state.view
  }

  /// Keeps the present text as the one that ``reader()`` shows, until ``showChanges()``.
  package func hideChanges() { shown = (state, snapshot) }

  /// Lets ``reader()`` show the present text.
  package func showChanges() { shown = nil }

  /// The text that ``reader()`` shows.
  package var shownText: DocumentSnapshot { shown?.text ?? snapshot }

  /// Returns a document for another thread, which shares text and index with this one and is only read.
  ///
  /// The cost depends neither on the size of the text nor on the number of edits. While changes are hidden, a thread may
  /// edit this document meanwhile.
  package func reader() -> SceneDocument {
    let (state, text) = shown ?? (self.state, snapshot)
    let overlay = Overlay(text.entries, of: text.overlay)
    let document = SceneDocument(SceneState(sharing: state, overlay), of: self)
    document.duplicateIDs = duplicateIDs
    return document
  }

  /// Returns a document that is edited and saved from now on in place of this one, which other threads may still read.
  package func successor() -> SceneDocument {
    let overlay = Overlay(overlay.entries, of: overlay, isSuccessor: true)
    let document = SceneDocument(SceneState(sharing: state, overlay), of: self)
    (document.identity, document.fileContent, document.fileLock) = (identity, fileContent, fileLock)
    (document.lastGeneration, document.recorder, document.duplicateIDs) = (lastGeneration, recorder, duplicateIDs)
    return document
  }

  /// The number of the document's text among all it has had: 0 as read, a new number after each structural edit, and
  /// the former again when that is undone. Numbers of objects and offsets are valid within a generation.
  public var generation: Int { state.generation }

  /// The names of the classes that the document uses, indexed by the numbers that `classID` returns.
  ///
  /// A name appears again for each base that objects of the class name, and also where only objects with a base have
  /// it.
  public var classNames: [String] { state.classNames }

  /// The base of each class: the class as which its objects are inspected where no plugin knows their own; nil where
  /// they name none. The indexes are those of ``classNames``.
  public var classBases: [String?] { state.classBases }

  /// Returns the first duplicate id; nil where there is none.
  func duplicateID() -> SceneFault? { allDuplicateIDs().first }

  /// Returns the duplicate ids, in document order.
  private func allDuplicateIDs() -> [SceneFault] {
    let search = DuplicateIDs(nodes: nodes) { [unowned self] in Array(id($0).utf8) }
    return search.all().map { SceneFault(SceneRefusal.duplicateID(id($1)), at: idOffset($1), related: idOffset($0)) }
  }
}

// Shorthands for the parts of the state.
extension SceneDocument {
  @inlinable @inline(__always) var base: UnsafePointer<UInt8> { view.base }
  var nodes: NodeTable { state.nodes }
  var overlay: Overlay { state.overlay }
  var source: SceneBytes { state.source }
  var members: [SceneMember] { state.members }
  var map: SourceMap { state.map }
}

/// The content of a document's file when it was read or last saved: the text itself as long as the document holds it,
/// else its digest.
enum FileContent: Sendable {
  case text(DocumentSnapshot)
  case digest(TextDigest)
}

extension SceneDocument {
  /// Replaces the kept file text, which a structural edit is about to release, by its digest.
  func forgetFileText() {
    if case .text(let text)? = fileContent { fileContent = .digest(TextDigest(of: text, state.hash)) }
  }
}

extension TextDigest {
  init(of text: DocumentSnapshot, _ hash: Hash) {
    self.init(hash)
    var held: [UInt8] = []
    held.reserveCapacity(Self.block)
    text.withPieces { piece in
      var rest = piece[...]
      while !rest.isEmpty {
        let part = rest.prefix(Self.block - held.count)
        held += part
        rest = rest.dropFirst(part.count)
        guard held.count == Self.block else { break }
        held.withUnsafeBytes { add($0) }
        held.removeAll(keepingCapacity: true)
      }
    }
    held.withUnsafeBytes { add($0) }
  }
}

extension SceneDocument {
  /// Returns an error or warning about the place at `offset`, with its line shown.
  package func error(_ reason: any Refusal, at offset: Int) -> SceneError {
    SceneFault(reason, at: offset).located(in: source.buffer, file: name, map: map)
  }
}

extension SceneDocument {
  /// Prefetches the memory of the objects that follow a place in a list.
  ///
  /// The objects of a class are scattered in memory without a pattern that the processor could predict: without this, a
  /// walk over them waits for the memory of each.
  package func prefetch(_ nodes: ArraySlice<NodeIndex>, after place: Int) {
    if place + Self.recordsAhead < nodes.endIndex { inspector_prefetch(record(nodes[place + Self.recordsAhead])) }
    guard place + Self.textsAhead < nodes.endIndex else { return }
    let text = base + record(nodes[place + Self.textsAhead]).pointee.start
    for line in 0..<Self.linesOfText { inspector_prefetch(text + 64 * line) }
  }

  private static var recordsAhead: Int { 16 }
  private static var textsAhead: Int { 8 }

  /// Objects without their children mostly have 100 to 250 bytes.
  private static var linesOfText: Int { 4 }
}

extension SceneDocument {
  /// Calls `body` with the document's current text, piece by piece: original parts and their replacements.
  public func withPieces<E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> Void) throws(E) {
    try snapshot.withPieces(body)
  }

  /// Returns the document's current text.
  public func bytes() -> [UInt8] { snapshot.bytes() }
}
