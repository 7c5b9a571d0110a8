import CSystem
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
/// Loading checks the whole text (RFC 8259, UTF-8, duplicate keys, duplicate ids, the format's own rules). An edit
/// changes the bytes of its value and nothing else, and costs the same whatever the document's size; a structural edit
/// writes the text and scans it again. Offsets and places refer to the text as read or, after a structural edit, to the
/// one that it left. A document is used from one task at a time.
public final class SceneDocument {
  /// The document's text and its file.
  package let source: TextDocument

  /// The index of the current text.
  var index: SceneIndex {
    didSet { view = index.view }
  }
  @usableFromInline @exclusivity(unchecked) var view: SceneView
  let limits: SceneLimits

  /// The duplicate ids of a document that was read in spite of them.
  public private(set) var duplicateIDs: [SceneError] = []

  /// The text and index that ``reader()`` shows while an edit changes the document; nil for the present ones.
  private var shown: (index: SceneIndex, text: DocumentSnapshot)?

  /// The scratch text, kept from edit to edit, so that most need no allocation.
  let scratch = AttributeText()

  /// Reads and checks a scene.
  ///
  /// - Parameters:
  ///   - isCancelled: polled during loading; if it returns true, loading ends with the error `cancelled`.
  /// - Throws: an error of the file (`io.open`, `io.read`, `io.changed`), an error in the text with its position, or
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
    let copy = try TextDocument.memory(bytes, name: name, limit: limits.bytes)
    try self.init(copy, nil, name: name, limits: limits, findsAllFaults: findsAllFaults)
  }

  init(
    _ bytes: TextBytes, _ reading: FileReading?, name: String, limits: SceneLimits,
    findsAllFaults: Bool = false, isCancelled: ScanWish? = nil
  ) throws(SceneError) {
    guard let index = SceneIndex(TextState(bytes), limits: limits) else {
      throw SceneError(FileRefusal.noMemory(size: bytes.count), file: name)
    }
    self.limits = limits
    self.index = index
    source = TextDocument(index.text, name: name, limit: limits.bytes)
    view = index.view
    let fault = index.scan(limits: limits, reading: reading, isCancelled: isCancelled)
    view = index.view
    if isCancelled?(0, 0) == true { throw SceneError(CancelledRefusal(), file: name) }
    let identity = try reading?.finish()
    try judge(fault, findsAllFaults: findsAllFaults)
    source.begin(with: identity)
  }

  /// Throws if the text has a fault, or duplicate ids and not all faults are searched.
  private func judge(_ fault: SceneFault?, findsAllFaults: Bool) throws(SceneError) {
    let bytes = original.buffer
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

  /// Creates a document of a text and index made for it, which belongs to no file.
  convenience init(_ index: SceneIndex, of document: SceneDocument) {
    let limits = document.limits
    self.init(index, of: TextDocument(index.text, name: document.name, limit: limits.bytes), limits: limits)
  }

  private init(_ index: SceneIndex, of source: TextDocument, limits: SceneLimits) {
    self.source = source
    self.limits = limits
    self.index = index
    view = index.view
  }

  /// The path as given, or the name of a document that was not read from a file.
  public var name: String { source.name }

  /// Keeps the present text as the one that ``reader()`` shows, until ``showChanges()``.
  package func hideChanges() { shown = (index, source.snapshot) }

  /// Lets ``reader()`` show the present text.
  package func showChanges() { shown = nil }

  /// The text that ``reader()`` shows.
  package var shownText: DocumentSnapshot { shown?.text ?? source.snapshot }

  /// Returns a document for another thread, which shares text and index with this one and is only read.
  ///
  /// The cost depends neither on the size of the text nor on the number of edits. While changes are hidden, a thread may
  /// edit this document meanwhile.
  package func reader() -> SceneDocument {
    let (index, text) = shown ?? (self.index, source.snapshot)
    let state = TextState(sharing: index.text, Overlay(text.entries, of: text.overlay))
    let document = SceneDocument(SceneIndex(sharing: index, of: state), of: self)
    document.duplicateIDs = duplicateIDs
    return document
  }

  /// Returns a document that is edited and saved from now on in place of this one, which other threads may still read.
  package func successor() -> SceneDocument {
    let source = source.successor()
    let document = SceneDocument(SceneIndex(sharing: index, of: source.state), of: source, limits: limits)
    document.duplicateIDs = duplicateIDs
    return document
  }

  /// The number of the document's text among all it has had: 0 as read, a new number after each structural edit, and
  /// the former again when that is undone. Numbers of objects and offsets are valid within a generation.
  public var generation: Int { source.generation }

  /// The names of the classes that the document uses, indexed by the numbers that `classID` returns.
  ///
  /// A name appears again for each base that objects of the class name, and also if only objects with a base have
  /// it.
  public var classNames: [String] { index.classNames }

  /// The base of each class: the class as which its objects are inspected if no plugin knows their own; nil if
  /// they name none. The indexes are those of ``classNames``.
  public var classBases: [String?] { index.classBases }

}

// Shorthands for the parts of text and index.
extension SceneDocument {
  @inlinable @inline(__always) var base: UnsafePointer<UInt8> { view.base }
  var nodes: NodeTable { index.nodes }
  var overlay: Overlay { source.overlay }
  var original: TextBytes { source.original }
  var members: [SceneMember] { index.members }
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
    try source.snapshot.withPieces(body)
  }

  /// Returns the document's current text.
  public func bytes() -> [UInt8] { source.snapshot.bytes() }
}
