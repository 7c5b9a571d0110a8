import CSystem
import Glibc
import JSONText

/// A scene's text, with an index of its objects and the edits made so far.
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
/// Loading checks the whole text (RFC 8259, UTF-8, duplicate keys, duplicate ids, the format's own rules). An edit of
/// an attribute changes only the bytes of its value, at a cost that does not depend on the document's size; a
/// structural edit writes the whole text and scans it again. Offsets and positions refer to the text as read, or to the
/// text after the last structural edit. Only one task at a time may use a document.
public final class SceneDocument {
  /// The text of the document's file, which saving writes.
  package let source: TextDocument

  /// The indexed text: that of the file, the composed text of a composed scene, or the scene of a foreign document.
  let indexed: TextDocument

  /// The parts of a composed scene; nil for any other scene.
  @exclusivity(unchecked) package internal(set) var composition: Composition?

  /// The foreign document that was converted to the scene; nil for any other scene.
  @exclusivity(unchecked) var projection: Projection?

  /// A function that returns the type that a plugin declares for an attribute in a foreign document; nil if none does.
  package var declaredType: ((_ node: NodeIndex, _ key: String) -> String?)?

  /// True if the scene is composed of a written document and templates.
  package var isComposed: Bool { composition != nil }

  /// True if this is the written document of a composed scene. Its placeholders may then be edited.
  package var isWritten = false

  /// The index of the current text.
  var index: SceneIndex {
    didSet { view = index.view }
  }
  @usableFromInline @exclusivity(unchecked) var view: SceneView
  let limits: SceneLimits

  /// The foreign formats in which the document and its copies may be read; nil for none.
  package let formats: ForeignFormats?

  /// The errors for duplicate ids, if the document was read with `findsAllFaults`; else empty.
  public internal(set) var duplicateIDs: [SceneError] = []

  /// The index and text that ``reader()`` uses between ``hideChanges()`` and ``showChanges()``; nil if it uses the
  /// current ones.
  private var shown: Shown?

  private struct Shown {
    var index: SceneIndex
    var text: DocumentSnapshot
    var composition: Composition?
    var projection: (document: Projection, text: DocumentSnapshot, state: TextState)?
  }

  /// A buffer for the text under edit, reused so that most edits need no allocation.
  let scratch = AttributeText()

  /// The overrides that were read or edited last; nil if none were.
  var latestOverrides: OverridesText?

  /// Reads and checks the scene in a file.
  ///
  /// - Parameters:
  ///   - isCancelled: polled during loading; if it returns true, loading ends with the error `cancelled`.
  /// - Throws: an error of the file (`io.open`, `io.read`, `io.changed`), an error in the text with its position, or
  ///   `cancelled`.
  public static func load(
    path: String, limits: SceneLimits = .current, isCancelled: ScanWish? = nil
  ) throws(SceneError) -> SceneDocument {
    try load(path: path, of: nil, limits: limits, isCancelled: isCancelled)
  }

  /// Reads and checks the scene in a file, with further options.
  ///
  /// - Parameters:
  ///   - formats: the formats that the document may have if it is no scene; nil for none.
  ///   - findsAllFaults: true to search for all errors; see ``init(bytes:name:of:limits:findsAllFaults:)``.
  package static func load(
    path: String, of formats: ForeignFormats?, limits: SceneLimits = .current, isCancelled: ScanWish? = nil,
    findsAllFaults: Bool = false,
    pace: FileReading.Pace = .init()
  ) throws(SceneError) -> SceneDocument {
    let reading = try FileReading(path: path, limits: limits, pace: pace)
    return try SceneDocument(
      reading.bytes, reading, name: path, of: formats, limits: limits, findsAllFaults: findsAllFaults,
      isCancelled: isCancelled)
  }

  /// Creates a document from the text of a scene in memory, and checks the text.
  ///
  /// - Parameter name: the name of the text in messages.
  /// - Throws: the first error in the text, with its position.
  public convenience init(
    bytes: [UInt8], name: String, limits: SceneLimits = .current
  ) throws(SceneError) {
    try self.init(bytes: bytes, name: name, of: nil, limits: limits)
  }

  /// Creates a document from a text in memory, which may be a scene or in one of the given formats, and checks the
  /// text.
  ///
  /// - Parameters:
  ///   - formats: the formats that the document may have if it is no scene; nil for none.
  ///   - findsAllFaults: true to search for all errors. A thrown error then lists all further errors in `others`, and
  ///     duplicate ids are not thrown but stored in ``duplicateIDs``, so that the rest of the scene can be checked,
  ///     too.
  package convenience init(
    bytes: [UInt8], name: String, of formats: ForeignFormats?, limits: SceneLimits = .current,
    findsAllFaults: Bool = false
  ) throws(SceneError) {
    let copy = try TextDocument.memory(bytes, name: name, limit: limits.bytes)
    try self.init(copy, nil, name: name, of: formats, limits: limits, findsAllFaults: findsAllFaults)
  }

  init(
    _ bytes: TextBytes, _ reading: FileReading?, name: String, of formats: ForeignFormats? = nil, limits: SceneLimits,
    findsAllFaults: Bool = false, isCancelled: ScanWish? = nil
  ) throws(SceneError) {
    guard let index = SceneIndex(TextState(bytes), limits: limits) else {
      throw SceneError(FileRefusal.noMemory(size: bytes.count), file: name)
    }
    (self.limits, self.formats) = (limits, formats)
    source = TextDocument(index.text, name: name, limit: limits.bytes)
    let isNoScene = formats != nil && Self.isNoScene(bytes, reading)
    var isScene = !isNoScene && index.fill(limits: limits, reading: reading, isCancelled: isCancelled)
    if isCancelled?(0, 0) == true { throw SceneError(CancelledRefusal(), file: name) }
    let identity = try reading?.finish()
    let foreign = isScene ? nil : try Self.projecting(source, formats, limits: limits, isCancelled: isCancelled)
    if isNoScene, foreign == nil {
      isScene = index.fill(limits: limits, isCancelled: isCancelled)
      if isCancelled?(0, 0) == true { throw SceneError(CancelledRefusal(), file: name) }
    }
    indexed = foreign.map { TextDocument($0.index.text, name: name, limit: .max) } ?? source
    self.index = foreign?.index ?? index
    projection = foreign?.projection
    view = self.index.view
    try judge(isScene || foreign != nil ? nil : index.firstFault(limits), findsAllFaults: findsAllFaults)
    source.begin(with: identity)
  }

  /// Returns true if the text does not have the name of the format of scenes, so that it is no scene, unless that name is
  /// written with escapes. Documents of other programs are then not scanned as scenes first.
  private static func isNoScene(_ bytes: TextBytes, _ reading: FileReading?) -> Bool {
    func isFound(in count: Int) -> Bool {
      let mark: StaticString = "inspector-scene"
      return memmem(bytes.base, count, mark.utf8Start, mark.utf8CodeUnitCount) != nil
    }
    // Nearly all scenes begin with their format.
    let beginning = min(bytes.count, 1 << 12)
    _ = reading?.wait(for: beginning)
    if isFound(in: beginning) { return false }
    _ = reading?.wait(for: .max)
    return !isFound(in: bytes.count)
  }

  /// Throws the error for a fault of the text, or for duplicate ids. With `findsAllFaults`, all other faults are added
  /// to the error, and duplicate ids are stored instead of thrown.
  private func judge(_ fault: SceneFault?, findsAllFaults: Bool) throws(SceneError) {
    let bytes = source.original.buffer
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

  /// Creates a document that has no file, with the name and limits of an existing document.
  ///
  /// - Parameters:
  ///   - index: the index, which no other document uses.
  ///   - composition: the parts of the document if it is composed.
  convenience init(
    _ index: SceneIndex, of document: SceneDocument, composition: Composition? = nil, projection: Projection? = nil
  ) {
    let limits = document.limits
    let text = TextDocument(index.text, name: document.name, limit: limits.bytes)
    self.init(index, of: text, composition, projection, of: document.formats, limits: limits)
  }

  init(
    _ index: SceneIndex, of text: TextDocument, _ composition: Composition? = nil, _ projection: Projection? = nil,
    of formats: ForeignFormats?, limits: SceneLimits
  ) {
    source = composition?.written.source ?? projection?.source ?? text
    indexed = text
    (self.composition, self.projection) = (composition, projection)
    (self.limits, self.formats) = (limits, formats)
    self.index = index
    view = index.view
  }

  /// The path as given when the document was loaded, or the name of a document that was not read from a file.
  public var name: String { source.name }

  /// Makes ``reader()`` return documents with the present state, without later changes, until ``showChanges()`` is
  /// called.
  package func hideChanges() {
    composition?.written.hideChanges()
    shown = Shown(
      index: index, text: indexed.snapshot, composition: composition,
      projection: projection.map { ($0, $0.source.snapshot, $0.source.state) })
  }

  /// Makes ``reader()`` return documents with the current state again, after ``hideChanges()``.
  package func showChanges() {
    composition?.written.showChanges()
    shown = nil
  }

  /// The snapshot of the file's text in the documents that ``reader()`` returns.
  package var shownText: DocumentSnapshot {
    // Another thread may edit the document meanwhile, but not the state that readers see.
    if let shown { return shown.composition?.written.shownText ?? shown.projection?.text ?? shown.text }
    return composition?.written.shownText ?? source.snapshot
  }

  /// Returns a document for reading on a different thread. The new document shares the text and index of this one.
  ///
  /// The cost depends neither on the size of the text nor on the number of edits. After ``hideChanges()``, this
  /// document may be edited while the other thread reads.
  package func reader() -> SceneDocument {
    var known: [ObjectIdentifier: SceneDocument] = [:]
    return reader(&known)
  }

  /// Returns a document for reading on a different thread.
  ///
  /// - Parameter known: the readers created so far, by document; several templates share the reader of one document.
  func reader(_ known: inout [ObjectIdentifier: SceneDocument]) -> SceneDocument {
    if let made = known[ObjectIdentifier(self)] { return made }
    let shown =
      shown
      ?? Shown(
        index: index, text: indexed.snapshot, composition: composition,
        projection: projection.map { ($0, $0.source.snapshot, $0.source.state) })
    let state = TextState(sharing: shown.index.text, Overlay(shown.text.entries, of: shown.text.overlay))
    let document = SceneDocument(
      SceneIndex(sharing: shown.index, of: state), of: self, composition: shown.composition?.reader(&known),
      projection: shown.projection.map { $0.document.reader($0.text, $0.state) })
    document.isWritten = isWritten
    known[ObjectIdentifier(self)] = document
    document.duplicateIDs = duplicateIDs
    return document
  }

  /// Returns a document that takes the place of this one for later edits and saves. Other threads may continue to read
  /// this document.
  package func successor() -> SceneDocument {
    let text = indexed.successor()
    let document = SceneDocument(
      SceneIndex(sharing: index, of: text.state), of: text, composition?.successor(),
      projection.map { $0.with($0.source.successor()) }, of: formats, limits: limits)
    document.isWritten = isWritten
    document.duplicateIDs = duplicateIDs
    return document
  }

  /// The number of the document's current text. It is 0 as read, a new number after each structural edit, and the
  /// former number again when that edit is undone. Object numbers and offsets are valid only within one generation.
  public var generation: Int { indexed.generation }

  /// The names of the classes that the document uses, indexed by the numbers that `classID` returns.
  ///
  /// A class has one entry for its objects without a `base`, and a further entry for each `base` of its objects. The
  /// first entry exists even if every object of the class has a base.
  public var classNames: [String] { index.classNames }

  /// The `base` of the objects in each entry of ``classNames``; nil for objects without a base. If no plugin defines
  /// the class of an object, the object is inspected as an object of its base.
  public var classBases: [String?] { index.classBases }

}

// Shorthands for parts of the text and the index.
extension SceneDocument {
  @inlinable @inline(__always) var base: UnsafePointer<UInt8> { view.base }
  var nodes: NodeTable { index.nodes }
  var overlay: Overlay { indexed.overlay }
  var original: TextBytes { indexed.original }
  var members: [SceneMember] { index.members }
}

extension SceneDocument {
  /// Prefetches the memory of objects that a loop over a list will reach soon.
  ///
  /// - Parameter place: the index of the object that the loop reads now.
  ///
  /// Objects of one class are scattered in memory without a pattern that the processor could predict. Without
  /// prefetching, the loop would wait for the memory of each object.
  package func prefetch(_ nodes: ArraySlice<NodeIndex>, after place: Int) {
    if place + Self.recordsAhead < nodes.endIndex { inspector_prefetch(record(nodes[place + Self.recordsAhead])) }
    guard place + Self.textsAhead < nodes.endIndex else { return }
    let text = base + record(nodes[place + Self.textsAhead]).pointee.start
    for line in 0..<Self.linesOfText { inspector_prefetch(text + 64 * line) }
  }

  private static var recordsAhead: Int { 16 }
  private static var textsAhead: Int { 8 }

  /// The number of 64-byte cache lines to prefetch; most objects, without their children, have 100 to 250 bytes of
  /// text.
  private static var linesOfText: Int { 4 }
}

extension SceneDocument {
  /// Calls `body` with the pieces of the document's current text in order: parts of the original text, and
  /// replacements.
  public func withPieces<E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> Void) throws(E) {
    try source.snapshot.withPieces(body)
  }

  /// The approximate size in bytes of the document's texts and of the index of its objects.
  package var memorySize: Int {
    let index = objectCount * MemoryLayout<NodeRecord>.stride
    return original.count + index + (composition?.written.memorySize ?? 0)
  }

  /// Returns the document's current text.
  public func bytes() -> [UInt8] { source.snapshot.bytes() }
}

extension SceneDocument {
  /// Writes the document atomically to its file, or to `path`: the file has either the old or the new text, even after
  /// a crash.
  ///
  /// The error is `io.changed` if the document would replace its own file and that file has changed since it was read.
  /// Symbolic links are followed; mode, owner, access list and extended attributes are kept. A file with several names
  /// (hard links), or with an attribute that cannot be kept, is replaced only if the options allow it. If another
  /// process is writing the file, the save waits for it, and fails with `io.locked` after the time that the options
  /// give. A pipe or device named by `path` is written directly. A document without edits is written, too.
  ///
  /// - Throws: `io.changed`, `io.locked`, `io.create` or `io.write`; ``SceneError/code`` lists their causes.
  public func save(to path: String? = nil, options: SaveOptions = SaveOptions()) throws(SceneError) {
    source.take(try source.saveJob(to: path, options: options).run())
  }

  /// Writes the document atomically to a file that must not exist yet.
  ///
  /// - Throws: `io.exists` if the file exists, also as a broken symbolic link; `io.create` or `io.write`.
  public func saveNew(to path: String) throws(SceneError) {
    var status = stat()
    guard lstat(path, &status) != 0 else { throw SceneError(SaveRefusal.exists, file: path) }
    var file = try AtomicFile(name: path, target: path)
    do throws(SystemError) {
      try source.snapshot.write(to: file.descriptor)
    } catch {
      throw file.abandon(error.code)
    }
    try file.commitNew()
  }

  /// Writes the document's text to an open descriptor.
  ///
  /// - Throws: `io.write` if the text cannot be written.
  public func write(toDescriptor descriptor: Int32) throws(SceneError) {
    try source.snapshot.write(toDescriptor: descriptor)
  }
}
