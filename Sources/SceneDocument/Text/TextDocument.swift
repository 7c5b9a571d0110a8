package import JSONText

/// A text of any format, with the splices made on it and the state of its file.
///
/// ```swift
/// let text = try TextDocument.load(path: "theme.css")
/// let undo = try text.splice(8..<13, with: Array("tomato".utf8), under: 1)
/// try text.saveJob().run()
/// _ = try text.restore(undo)  // the text is as it was, to the byte
/// ```
///
/// A splice replaces a span of the original text, which is the text as read or, after a replacement of the whole text,
/// the new text. The client chooses a key for each splice, such as an object's number; a new splice under the same key
/// replaces the previous one. Only one task at a time may use a document.
package final class TextDocument {
  /// The path as given, or the name of a document that was not read from a file.
  package let name: String

  /// The kind of file that the text is saved as.
  var kind = FileKind.scene

  /// The maximum size of the text in bytes; a larger text is refused with `json.limit`.
  let limit: Int

  private(set) var state: TextState

  /// The identity of the document and its successors, by which undo records recognise their text.
  private(set) var lineage = Lineage()

  final class Lineage {}

  /// The identity and content of the document's file when it was read or last saved in place.
  var file = OriginalFile()
  /// The lock on the document's file, if it is held from reading to saving; else nil.
  var fileLock: FileLock?

  /// The greatest generation so far: the generation of the latest replacement of the whole text, even if it was undone.
  package private(set) var lastGeneration: Int

  /// The recorder of the text's changes; nil if changes are not recorded.
  package var recorder: TextRecorder?

  init(_ state: TextState, name: String, limit: Int) {
    self.state = state
    self.name = name
    self.limit = limit
    // A copy may begin in any generation of its original.
    lastGeneration = state.generation
  }

  /// Reads a file of any format.
  ///
  /// - Throws: `io.open`, `io.read`, `io.changed` or `json.limit`.
  package static func load(path: String, limits: SceneLimits = .current) throws(SceneError) -> TextDocument {
    let (bytes, identity) = try TextBytes.read(path: path, limits: limits, as: "file")
    let document = TextDocument(TextState(bytes), name: path, limit: limits.bytes)
    document.begin(with: identity)
    return document
  }

  /// Creates a document from a text in memory. The document has no file.
  ///
  /// - Throws: `json.limit` if the text is too large, or there is no memory for it.
  package convenience init(bytes: [UInt8], name: String, limits: SceneLimits = .current) throws(SceneError) {
    let limit = limits.bytes
    self.init(TextState(try Self.memory(bytes, name: name, limit: limit)), name: name, limit: limit)
  }

  /// Returns a copy of the text. Throws an error if the text is larger than the limit, or if there is not enough
  /// memory.
  static func memory(_ bytes: [UInt8], name: String, limit: Int) throws(SceneError) -> TextBytes {
    guard bytes.count <= limit else {
      throw SceneError(FileRefusal.tooLarge(size: bytes.count, limit: limit), file: name)
    }
    guard let copy = TextBytes(bytes) else { throw SceneError(FileRefusal.noMemory(size: bytes.count), file: name) }
    return copy
  }

  /// Returns a document that takes the place of this one for later edits and saves. Other threads may continue to read
  /// this document.
  func successor() -> TextDocument {
    let overlay = Overlay(overlay.shared(), of: overlay, isSuccessor: true)
    let document = TextDocument(TextState(sharing: state, overlay), name: name, limit: limit)
    (document.file, document.fileLock) = (file, fileLock)
    (document.lastGeneration, document.recorder, document.lineage) = (lastGeneration, recorder, lineage)
    return document
  }

  /// Sets the identity of the file from which the text was read; nil if it was not read from a regular file.
  func begin(with identity: FileIdentity?) {
    file = OriginalFile(identity: identity, content: identity == nil ? nil : .text(snapshot))
  }

  // MARK: The text

  /// The number of the current original text. It is 0 as read, a new number after each replacement of the whole text,
  /// and the former number again when the replacement is undone. Offsets are valid only within one generation.
  package var generation: Int { state.generation }

  var original: TextBytes { state.original }
  var overlay: Overlay { state.overlay }
  var map: SourceMap { state.map }

  /// A snapshot of the current text.
  package var snapshot: DocumentSnapshot { DocumentSnapshot(state, name: name) }

  /// True if edits are in effect: the text has splices, or the whole text has been replaced.
  package var isEdited: Bool { !overlay.isEmpty || generation != 0 }

  /// Returns an error or warning about an offset of the original text, with line, column and excerpt.
  package func error(_ reason: any Refusal, at offset: Int) -> SceneError {
    located(SceneFault(reason, at: offset))
  }

  /// Returns the line and column of an offset in the original text.
  package func position(ofOffset offset: Int) -> SourcePosition { map.position(offset) }

  /// Returns the error for a fault of the original text, with line, column and excerpt.
  func located(_ fault: SceneFault) -> SceneError { fault.located(in: original.buffer, file: name, map: map) }

  // MARK: Splices

  /// Sets the splice of a key, and returns the record that undoes the change. Splices must be undone in reverse order.
  ///
  /// - Parameters:
  ///   - span: the span of the original text to replace; it must not overlap the span of another key's splice.
  ///   - key: the key; below 2^31 for keys that are numbered without large gaps from 0, 2^31 or more for a few others.
  package func splice(_ span: Range<Int>, with text: [UInt8], under key: UInt32) -> SpliceRestore {
    precondition(span.lowerBound >= 0 && span.upperBound <= original.count, "beyond the text")
    return text.withUnsafeBytes {
      set(overlay.keep($0, start: span.lowerBound, end: span.upperBound), of: key, isChange: true)
    }
  }

  /// Undoes a splice that was made in the current generation, and returns the record that redoes it.
  package func restore(_ restore: SpliceRestore) -> SpliceRestore {
    precondition(restore.isOf(generation), "the whole text was replaced since; undo that first")
    return set(restore.former, of: restore.key, isChange: restore.isChange)
  }

  /// Sets a splice whose text is made on demand. Returns a record of the change, to which the caller must add the data
  /// for undoing it.
  func set(_ splice: any DeferredSplice, isChange: Bool) -> SpliceRestore {
    if isChange {
      overlay.defer(splice)
      recorder?.noteChange(of: splice.key, in: overlay)
    }
    return SpliceRestore(key: splice.key, isChange: isChange, former: nil, generation: generation)
  }

  /// Sets the splice of a key, or removes it if the entry is nil. Returns the record that undoes the change.
  ///
  /// - Parameter isChange: false if the entry produces the same text as the former one; the former entry is then kept.
  func set(_ entry: Overlay.Entry?, of key: UInt32, isChange: Bool) -> SpliceRestore {
    let restore = SpliceRestore(key: key, isChange: isChange, former: overlay[key], generation: generation)
    if isChange {
      overlay[key] = entry
      if key < OverlayEntries.firstLooseKey {
        recorder?.note(entry, of: key)
      } else {
        recorder?.noteChange(of: key, in: overlay)
      }
    }
    return restore
  }

  // MARK: Replacing the whole text

  /// Replaces the whole text, and returns the record that undoes the replacement. The record keeps the former text
  /// between the first and the last difference.
  ///
  /// - Throws: `json.limit` if the text is too large, or there is no memory for it.
  package func replace(with text: [UInt8]) throws(SceneError) -> FormerText {
    let next = next(try Self.memory(text, name: name, limit: limit))
    let former = FormerText(from: state, to: next)
    adopt(next, undoneBy: former)
    return former
  }

  /// Undoes a replacement of the whole text, and returns the record that redoes it.
  ///
  /// - Throws: `edit.order` if a later replacement is still in effect, and `json.limit` if there is not enough memory.
  package func restore(_ former: FormerText) throws(SceneError) -> FormerText {
    let (previous, back) = try self.previous(former)
    adopt(previous, undoing: former)
    return back
  }

  /// Returns a state for a text that will replace the whole text.
  func next(_ text: TextBytes) -> TextState { TextState(text, generation: lastGeneration + 1) }

  /// Adopts a state, which ``next(_:)`` returned, as the current one. Its text replaces the whole former text; the
  /// record `former` undoes the replacement.
  func adopt(_ next: TextState, undoneBy former: FormerText) {
    state = next
    lastGeneration = next.generation
    // A snapshot would keep the former text in memory, so its digest is kept instead.
    if case .text(let text)? = file.content { file.content = .digest(TextDigest(of: text, next.hash)) }
    if let recorder { former.recordForth(to: next, in: recorder) }
  }

  /// Returns the state before the last replacement in effect, and the record that restores the current state. Throws
  /// `edit.order` if `former` belongs to an earlier replacement, and another error if there is not enough memory.
  func previous(_ former: FormerText) throws(SceneError) -> (state: TextState, back: FormerText) {
    guard former.present == generation else { throw SceneError(FileRefusal.undoneInOrder, file: name) }
    guard let (text, back) = former.written(from: state) else {
      throw SceneError(FileRefusal.noMemory(size: original.count), file: name)
    }
    return (TextState(text, generation: former.generation, overlay: former.overlay), back)
  }

  /// Adopts a former state, which ``previous(_:)`` returned, as the current one.
  func adopt(_ previous: TextState, undoing former: FormerText) {
    state = previous
    if let recorder { former.recordBack(in: recorder) }
  }
}

/// A record that restores the bytes that a splice replaced. It is valid only in the generation in which it was created.
///
/// A history keeps one record for each object of each edit, so the record is as small as possible.
public struct SpliceRestore {
  let key: UInt32
  private let generationAndChange: UInt32
  let former: Overlay.Entry?

  /// The additional state to restore after an edit of a composed scene; nil for other records.
  var written: Written?

  /// The parts of a record that only edits of composed scenes have.
  final class Written {
    /// The record of the splice in the written document that was made together with this one.
    let restore: SpliceRestore?

    /// The state of the entry of a placeholder's overrides that an edit changed; nil for other edits.
    let override: OverridesText.Former?

    /// The identity of the composed text to which the record belongs.
    private(set) weak var lineage: TextDocument.Lineage?

    init(_ restore: SpliceRestore, of composed: TextDocument) {
      (self.restore, override, lineage) = (restore, nil, composed.lineage)
    }

    init(_ override: OverridesText.Former) { (restore, self.override) = (nil, override) }
  }

  /// True if the edit changed any byte.
  public var isChange: Bool { generationAndChange & 1 == 1 }

  fileprivate init(key: UInt32, isChange: Bool, former: Overlay.Entry?, generation: Int) {
    self.key = key
    generationAndChange = UInt32(truncatingIfNeeded: generation << 1 | (isChange ? 1 : 0))
    self.former = former
  }

  /// Returns true if the edit was made in the given generation.
  func isOf(_ generation: Int) -> Bool {
    generationAndChange >> 1 == UInt32(truncatingIfNeeded: generation) & .max >> 1
  }
}

/// The content of a document's file when it was read or last saved. It is kept as the text itself while the document
/// has this text in memory anyway, and as a digest afterwards.
enum FileContent: Sendable {
  case text(DocumentSnapshot)
  case digest(TextDigest)
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
